"""`discotag choose`: the table, reasons, JSON, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from discotag.testing.program import run_program

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

TEXTS = {
    "src": "Did you sleep well?\nYour coffee is ready.\n",
    "a": "As-tu bien dormi ?\nTon café est prêt.\n",
    "b": "As-tu bien dormi ?\nVotre café est prêt.\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def choose(folder: Path, *more: str, texts: str = "ab") -> CompletedProcess[str]:
    hypotheses = [word for name in texts for word in ("--hyp", f"{name.upper()}={folder / name}")]
    given = ["choose", "--src", folder / "src", "-s", "en", "-t", "fr", "-q", *hypotheses]
    return run_program(*given, *more)


def test_the_best_text_is_named(folder: Path) -> None:
    rows = [line.split() for line in choose(folder).stdout.splitlines()]
    assert rows[0] == ["document", "A", "B", "best"]
    assert rows[1] == ["all", "0.00", "3.50", "A"]
    assert rows[-1] == ["best", "alone", "1", "0"]


def test_reasons_and_json(folder: Path) -> None:
    assert "all B +2.00 address: 1 place in one voice" in choose(folder, "--why").stdout
    [found] = json.loads(choose(folder, "--json").stdout)
    assert (found["best"], found["margin"]) == (["A"], 3.5)
    assert found["texts"]["B"]["address"] == 3.5
    assert found["texts"]["B"]["observations"][0]["kind"] == "address"


def test_one_text_is_no_choice(folder: Path) -> None:
    refused = choose(folder, texts="a")
    assert refused.returncode == 2
    assert "has one translation (A)" in refused.stderr


def test_a_text_that_lacks_lines_is_named(folder: Path) -> None:
    (folder / "b").write_text("As-tu bien dormi ?\n", encoding="utf-8")
    refused = choose(folder)
    assert refused.returncode != 0
    assert str(folder / "b") in refused.stderr
