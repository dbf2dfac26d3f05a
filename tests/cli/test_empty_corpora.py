"""A corpus without a document is one clear error for every command, before any work."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from discotag.cli.app import app

EMPTY = {"a.jsonl": "\n\n", "a.tsv": "docid\tsrc\tref\n"}
COMMANDS = {
    "run": ("run", "--report"),
    "run without a report": ("run", "--no-report"),
    "tag": ("tag",),
    "lint": ("lint",),
    "span": ("span",),
    "explain": ("explain", "--at", "0"),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", EMPTY)
def test_a_corpus_without_a_document_is_refused(name, command, tmp_path):
    path, out = tmp_path / name, tmp_path / "out"
    path.write_text(EMPTY[name], encoding="utf-8")
    written = ("--out", str(out)) if command.startswith(("run", "tag")) else ()
    words = [*COMMANDS[command], "--src", str(path), "-s", "en", "-t", "fr", *written]
    done = CliRunner().invoke(app, words)
    told = str(done.exception or "") + done.output
    assert re.search(
        rf"{re.escape(str(path))}: holds (no document|a header and no row).*give", told
    )
    assert done.exit_code != 0
    assert not out.exists()
