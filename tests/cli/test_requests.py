"""Every command that reads a corpus tells its reader the languages that are asked for."""

from __future__ import annotations

import sys

import pytest
from typer.testing import CliRunner

import discotag
from discotag.api import corpus as api_corpus
from discotag.cli.app import app
from discotag.core.errors import ComponentError
from discotag.pipeline import corpus
from discotag.plugin import runs as plugin_runs
from discotag_lint import files


class SeenError(Exception):
    """What a reader was asked to read."""


class Spy:
    """A reader that reads nothing."""

    name = "spy"

    def read(self, request, *, takes_running=False):
        raise SeenError(request)

    def size(self, request):
        return None

    def notes(self):
        return ()

    def languages(self, path):
        return (), ()


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """Run a command on a file; give the request that its reader gets."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.xlf").write_text("x\n", "utf-8")
    known = {id(module.open_reader) for module in (corpus, api_corpus, plugin_runs, files)}
    for module in tuple(sys.modules.values()):  # whoever has imported it under its name
        if id(getattr(module, "__dict__", {}).get("open_reader")) in known:
            monkeypatch.setattr(module, "open_reader", lambda *_: Spy())

    def run(*arguments):
        done = CliRunner().invoke(app, [*arguments])
        seen = done.exception
        seen = seen.__cause__ if isinstance(seen, ComponentError) else seen
        assert isinstance(seen, SeenError), (done.output, done.exception)
        return seen.args[0]

    return run


PAIR = ("--src", "a.xlf", "-s", "English", "-t", "French")


@pytest.mark.parametrize(
    "command",
    [
        ("run", *PAIR),
        ("tag", *PAIR, "-o", "out.jsonl"),
        ("lint", *PAIR),
        ("lint", "a.xlf", "-s", "English", "-t", "French"),
        ("span", *PAIR),
        ("explain", *PAIR, "--at", "0"),
        ("align", "adapt", *PAIR, "--tgt", "a.xlf", "-o", "out.npz"),
        ("dip", "build", "lexical_consistency", *PAIR, "-o", "out"),
        ("translate", *PAIR, "-e", "chat", "-m", "x", "--base-url", "http://localhost:1/v1",
         "-o", "out.fr"),
        ("cxmi", "measure", *PAIR, "--model", "none", "-o", "out"),
    ],
    ids=lambda command: " ".join(command[:2]).replace(" --src", ""),
)  # fmt: skip
def test_the_pair_reaches_the_reader_as_codes(asked, command):
    if command[0] in {"dip", "translate", "cxmi"}:
        pytest.importorskip(f"discotag_{command[0]}")
    request = asked(*command)
    assert (request.source_language, request.target_language) == ("en", "fr")


def test_a_study_of_sources_reaches_the_reader_with_its_language(asked):
    pytest.importorskip("discotag_annotate")
    request = asked(
        "annotate", "sample", "--study", "span", "--src", "a.xlf", "-s", "English", "-t", "French",
        "-o", "out",
    )  # fmt: skip
    assert (request.source_language, request.target_language) == ("en", None)


def test_the_pair_reaches_the_reader_from_python(asked):
    with pytest.raises(SeenError) as seen:
        discotag.load("a.xlf", source_language="English", target_language="French")
    request = seen.value.args[0]
    assert (request.source_language, request.target_language) == ("en", "fr")
