"""`discotag terms`: formats, several systems, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from discotag.testing.program import run_program

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

TEXTS = {
    "src": "The account was closed.\nYour account is safe.\nOpen the account.\n",
    "a": "Das Konto wurde geschlossen.\nIhr Konto ist sicher.\nÖffnen Sie die Rechnung.\n",
    "b": "Das Konto wurde geschlossen.\nIhr Konto ist sicher.\nÖffnen Sie das Konto.\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pytest.importorskip("discotag_lang_de")
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def terms(folder: Path, *more: str, texts: str = "a") -> CompletedProcess[str]:
    hypotheses = [word for name in texts for word in ("--hyp", f"{name.upper()}={folder / name}")]
    return run_program(
        "terms", "--src", folder / "src", "-s", "en", "-t", "de", "-q", *hypotheses, *more
    )


def test_a_table_shows_rare_names_with_their_places(folder: Path) -> None:
    header, row = terms(folder).stdout.splitlines()
    assert header.split() == ["term", "kind", "times", "names", "rare", "names", "at"]
    assert row.split() == ["account", "term", "3", "Konto", "2,", "Rechnung", "1", "Rechnung:",
                           "all:2"]  # fmt: skip


def test_several_systems_have_a_table_each(folder: Path) -> None:
    shown = terms(folder, texts="ab").stdout.splitlines()
    assert [line for line in shown if line in {"A", "B"}] == ["A", "B"]
    found = json.loads(terms(folder, "-f", "json", texts="ab").stdout)
    assert [[name["name"] for name in found[text][0]["names"]] for text in "AB"] == [
        ["Konto", "Rechnung"], ["Konto"],
    ]  # fmt: skip


def test_varying_leaves_out_what_has_one_name(folder: Path) -> None:
    assert len(terms(folder, "--varying").stdout.splitlines()) == 2
    assert len(terms(folder, "--varying", texts="b").stdout.splitlines()) == 1


def test_a_list_is_a_glossary_for_lint(folder: Path) -> None:
    written = terms(folder, "-f", "csv", "-o", str(folder / "g.csv"), texts="b")
    assert (written.returncode, written.stdout) == (0, "")
    given = ["--src", folder / "src", "--tgt", folder / "a", "-s", "en", "-t", "de"]
    done = run_program("lint", *given, "--glossary", folder / "g.csv", "--select", "DT203")
    assert done.returncode == 7
    assert "“account” is “Rechnung” here; the glossary has “Konto”" in done.stdout


def test_prompt_and_tbx(folder: Path) -> None:
    assert terms(folder, "-f", "prompt").stdout.splitlines()[1:] == ["- account → Konto"]
    assert terms(folder, "-f", "tbx").stdout.count("<termEntry") == 1


def test_what_is_refused(folder: Path) -> None:
    assert "there is no translation" in terms(folder, texts="").stderr
    refused = terms(folder, "-o", str(folder / "t"))
    assert (refused.returncode, "--out needs a --format" in refused.stderr) == (2, True)
