"""`--plugin FILE.py`: a file is a plugin for one command, and what fails in it is named."""

from __future__ import annotations

import json
import sys

import pytest

from discotag.testing.program import run_program

TAGGER = """
from discotag.plugin import Mark, Tagger, TaggerInfo, hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_taggers():
    yield TaggerInfo(
        name="greetings", phenomenon="greetings", summary="Words of greeting",
        factory="greetings_by_file:Greetings", needs={"target.tokens"},
    )


class Greetings(Tagger):
    @classmethod
    def create(cls, context):
        return cls()

    def mark(self, document):
        for segment, tokens in enumerate(document.target):
            for token in tokens:
                if token.form in {"Bonjour", "Salut"}:
                    yield Mark("greetings", token.form, segment, token.index)
"""
CHECK = """
from discotag.plugin import hookimpl
from discotag_lint.check import Check, CheckInfo, CodeInfo

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_checks():
    yield CheckInfo(
        name="crashing", summary="s", factory="crashing_by_file:Crashing",
        codes={"XX101": CodeInfo(name="crash", summary="s", advice="a")},
        needs={"target.tokens"},
    )


class Crashing(Check):
    @classmethod
    def create(cls, context):
        return cls()

    def check(self, tagged):
        raise ValueError("boom")
"""


@pytest.fixture(autouse=True)
def _one_command(monkeypatch):
    """Forget the files of a command afterwards: tests run in one process, commands in their own."""
    monkeypatch.setenv("DISCOTAG_PLUGIN_FILES", "")
    yield
    for name in ("greetings_by_file", "crashing_by_file"):
        sys.modules.pop(name, None)


@pytest.fixture
def texts(tmp_path):
    pytest.importorskip("discotag_lang_en")
    pytest.importorskip("discotag_lang_fr")
    (tmp_path / "a.en").write_text("Hello.\nBye.\n", encoding="utf-8")
    (tmp_path / "a.fr").write_text("Bonjour.\nSalut.\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_phenomenon_of_a_file_is_tagged_in_workers_too(texts, jobs):
    plugin = texts / "greetings_by_file.py"
    plugin.write_text(TAGGER, encoding="utf-8")
    out = texts / "out"
    done = run_program(
        "--plugin", plugin, "run", "--src", texts / "a.en", "--ref", texts / "a.fr",
        "--hyp", f"A={texts / 'a.fr'}", "-s", "en", "-t", "fr", "--phenomena", "greetings",
        "--jobs", jobs, "--out", out,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    (line,) = (out / "tags" / "A.jsonl").read_text(encoding="utf-8").splitlines()
    assert [mark["label"] for mark in json.loads(line)["marks"]] == ["Bonjour", "Salut"]
    assert "greetings_by_file.py@" in (out / "run.json").read_text(encoding="utf-8")


def test_a_file_that_is_not_there_is_an_error():
    done = run_program("--plugin", "nowhere.py", "plugins")
    assert done.returncode == 4
    assert "nowhere.py: cannot be read as a plugin" in done.stderr


@pytest.mark.parametrize(("options", "code"), [((), 6), (("--select", "XX101"), 5)])
def test_a_check_that_fails_stops_only_those_who_asked_for_it(texts, options, code):
    pytest.importorskip("discotag_lint")
    plugin = texts / "crashing_by_file.py"
    plugin.write_text(CHECK, encoding="utf-8")
    done = run_program(
        "--plugin", plugin, "lint", "--src", texts / "a.en", "--tgt", texts / "a.fr",
        "-s", "en", "-t", "fr", *options,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    assert "check crashing (plugin crashing_by_file) failed" in done.stderr
    assert ("--without crashing_by_file" in done.stderr) is (code == 6)
