"""A package in a folder is checked without being installed; the program tells what it found."""

from __future__ import annotations

import json
import sys

import pytest

from discotag.core.errors import InputError
from discotag.testing.local_plugins import staged
from discotag.testing.program import run_program

PROJECT = """[project]
name = "discotag-phen-loud"
version = "1.0"
[project.entry-points.discotag]
phen-loud = "loud_words"
"""
BROKEN = """
import numpy
from discotag import TaggerInfo, hookimpl
DISCOTAG_API = (1, 0)

@hookimpl
def discotag_taggers():
    yield TaggerInfo(
        name="loud", phenomenon="loud", summary="Words in capitals.", factory="loud_words:Loud",
        languages={"fr"}, needs={"target.tokens"},
    )

class Loud:
    create = classmethod(lambda cls, context: cls())
    def mark(self, document):
        return [document.links(0)]
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (tmp_path / "loud_words.py").write_text(BROKEN, encoding="utf-8")
    return tmp_path


def test_a_broken_package_that_is_not_installed_is_checked(folder):
    done = run_program("check", folder, "--json", DISCOTAG_STRICT="0")
    assert done.returncode == 4, done.stderr
    told = json.loads(done.stdout)
    messages = [problem["message"] for problem in told["problems"]]
    assert "declaring imports numpy" in messages
    assert any("reads the layer 'alignment'" in message for message in messages)
    assert told["counts"]["error"] == 2


def test_the_path_is_as_before_afterwards(folder):
    before = list(sys.path)
    with staged(folder) as names:
        assert names == ("phen-loud",)
        assert sys.path != before
    assert sys.path == before


@pytest.mark.parametrize("text", ["", "[project]\nname = 'x'", "[project"])
def test_a_folder_without_a_plugin_is_wrong_input(tmp_path, text):
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"pyproject\.toml"), staged(tmp_path):
        pass
