"""Plugins that end their process, and plugins' commands: the program as a user runs it."""

from __future__ import annotations

import re
import sys

import pytest
import typer
from typer.testing import CliRunner

from discotag.cli import app as program
from discotag.core.components import CommandInfo
from discotag.core.discovery import discover
from discotag.core.document import ParallelText
from discotag.core.errors import DiscotagError
from discotag.core.registry import Registry
from discotag.pipeline.config import ComponentSpec, RunConfig
from discotag.runs.executors import Job
from discotag.runs.processes import Processes

PLUGIN = """
import os, signal, sys
from discotag.core.components import AnalyzerInfo, TaggerInfo
from discotag.core.hookspecs import hookimpl
from discotag.core.tokens import Tokens

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_analyzers():
    yield AnalyzerInfo(name="odd", summary="Whole.", factory="odd_one:Odd", gives={"tokens"})


@hookimpl
def discotag_taggers():
    yield TaggerInfo(
        name="odd", phenomenon="odd", summary="Ends.", factory="odd_one:Odd",
        needs={"target.tokens"},
    )


class Odd:
    create = classmethod(lambda cls, context: cls())

    def analyze(self, texts):
        return [Tokens(text, (text,), (0,), (len(text),)) for text in texts]

    def mark(self, document):
        import ctypes

        eval(os.environ["ODD"])
        return ()
"""
ENDS = {
    "os._exit(0)": "it left with exit code 0",
    "os._exit(1)": "it left with exit code 1",
    "ctypes.string_at(0)": "SIGSEGV",
    "os.kill(os.getpid(), signal.SIGKILL)": "killed, perhaps for want of memory",
}


@pytest.fixture
def odd_one(tmp_path, monkeypatch):
    """Install a plugin whose tagger does what the variable ODD says."""
    (tmp_path / "odd_one.py").write_text(PLUGIN)
    info = tmp_path / "odd_one-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-one\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[discotag]\nodd-one = odd_one\n")
    monkeypatch.syspath_prepend(tmp_path)


def outcome_in_a_worker(**more):
    config = RunConfig(
        source_language="en", target_language="fr", phenomena=("odd",), scorers=(),
        analyzers={"": ComponentSpec("odd")}, **more,
    )  # fmt: skip
    text = ParallelText("talk", ("Yes.",), {"ref": ("Oui.",)}, {})
    with Processes(Job(config), 1) as workers:
        return workers.submit([text])()


def test_an_exit_in_a_worker_is_a_failure_like_any_other(odd_one, monkeypatch):
    monkeypatch.setenv("ODD", "sys.exit(0)")
    told = "tagger odd (plugin odd-one) failed on document 'talk': called sys.exit(0)"
    with pytest.raises(DiscotagError) as caught:
        outcome_in_a_worker()
    assert re.fullmatch(re.escape(told) + r" \(\S+/odd_one\.py, line \d+\)", str(caught.value))
    failures = outcome_in_a_worker(on_error="skip").documents[0].tally.failures
    assert failures == (str(caught.value),)


@pytest.mark.parametrize("end", ENDS)
def test_a_worker_that_dies_says_of_which_plugin_and_where(odd_one, monkeypatch, end, capfd):
    monkeypatch.setenv("ODD", end)
    with pytest.raises(DiscotagError) as caught:
        outcome_in_a_worker()
    assert f"a worker process died ({ENDS[end]}) in tagger odd (plugin odd-one)" in str(
        caught.value
    )
    assert "on document 'talk'" in str(caught.value)
    if ENDS[end] == "SIGSEGV":
        assert "odd_one.py" in capfd.readouterr().err


def leave():
    sys.exit(0)


def ask():
    raise typer.BadParameter("no such word")


def stop():
    raise typer.Exit(9)


@pytest.fixture
def command(make_point, monkeypatch):
    """Run a function as a plugin's command: `command(function)` gives error or exit code."""

    def run(function):
        info = CommandInfo(name="sing", summary="Sing a song.", factory="zoo_commands:sing")
        monkeypatch.setattr(CommandInfo, "load", lambda self: function)
        registry = Registry(discover(found=[make_point("odd-one", commands=[info])], environ={}))
        monkeypatch.setattr("discotag.cli.app.open_registry", lambda *_: registry)
        return CliRunner().invoke(program.app, ["sing"])

    return run


def test_a_command_that_exits_is_a_failure_that_names_its_plugin(command):
    result = command(leave)
    assert isinstance(result.exception, DiscotagError)
    told = "command sing (plugin odd-one) failed: called sys.exit(0)"
    assert re.fullmatch(
        re.escape(told) + r" \(zoo/test_processes\.py, line \d+\)", str(result.exception)
    )


@pytest.mark.parametrize(("function", "code"), [(ask, 2), (stop, 9)])
def test_how_click_ends_a_command_stays_its_own(command, function, code):
    result = command(function)
    assert result.exit_code == code
    assert not isinstance(result.exception, DiscotagError)
