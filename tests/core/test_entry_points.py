"""Entry points are read once, and again when the import path changes."""

from __future__ import annotations

import pytest

from discotag.core import discovery
from discotag.core.discovery import discover


def put(folder, name, module="math"):
    info = folder / f"{name}-1.5.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text(f"[acme]\n{name} = {module}:pi\n")


def names():
    return [found.name for found in discovery.installed_points("acme")]


def test_a_point_has_its_owner_and_module(tmp_path, monkeypatch):
    put(tmp_path, "one")
    monkeypatch.syspath_prepend(tmp_path)
    (found,) = discovery.installed_points("acme")
    assert (found.name, found.distribution, found.version, found.module) == (
        "one", "one", "1.5", "math",
    )  # fmt: skip


def test_what_joins_the_path_or_a_folder_of_it_is_seen(tmp_path, monkeypatch):
    put(tmp_path / "a", "one")
    put(tmp_path / "b", "two")
    monkeypatch.syspath_prepend(tmp_path / "a")
    assert names() == ["one"]
    monkeypatch.syspath_prepend(tmp_path / "b")
    assert sorted(names()) == ["one", "two"]
    put(tmp_path / "b", "three")
    assert sorted(names()) == ["one", "three", "two"]


def test_plugins_are_found_again_without_reading_entry_points_again(monkeypatch):
    before = discover(environ={}).records

    def refuse(**_: object) -> None:
        pytest.fail("entry points were read again")

    monkeypatch.setattr(discovery, "entry_points", refuse)
    assert discover(environ={}).records == before
