"""The program in this process: plugins are found once, and again where others are installed."""

from __future__ import annotations

import json

import pytest

from discotag.core import registry
from discotag.testing.program import run_program


def names(**environ):
    done = run_program("plugins", "--json", **environ)
    assert done.returncode == 0, done.stderr
    return {item["name"] for item in json.loads(done.stdout) if item["status"] == "loaded"}


@pytest.fixture
def opened(monkeypatch):
    """Count how often plugins are looked for."""
    calls, make = [], registry.open_registry

    def counted(**options):
        calls.append(options)
        return make(**options)

    monkeypatch.setattr(registry, "open_registry", counted)
    return calls


def test_plugins_are_found_once_for_commands_in_the_same_surroundings(opened):
    assert names() == names()
    assert len(opened) == 1


def test_a_command_in_another_environment_finds_what_is_there(opened):
    every, ours = names(), names(DISCOTAG_PLUGINS="")
    assert "lang-fr" in every - ours
    assert names() == every
    assert len(opened) == 3


def test_a_plugin_that_is_installed_for_one_command_is_there_for_that_one_alone(tmp_path):
    (tmp_path / "odd_one.py").write_text("DISCOTAG_API = (1, 0)\n", encoding="utf-8")
    (info := tmp_path / "odd_one-1.0.dist-info").mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-one\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[discotag]\nodd-one = odd_one\n", "utf-8")
    before = names()
    done = run_program("plugins", "--json", site=tmp_path)
    assert {item["name"] for item in json.loads(done.stdout)} - before == {"odd-one"}
    assert names() == before
