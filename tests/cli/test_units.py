"""Paragraphs, whole documents and subtitles, as a user runs them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from discotag.files.tags import read_tags
from discotag.testing.program import run_program

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

ENGLISH = "Do you like the table? You can have it. Call me tomorrow."
GERMAN = "Magst du den Tisch? Du kannst ihn haben. Ruf mich morgen an."
POLITE = "Mögen Sie den Tisch? Sie können ihn haben. Rufen Sie mich morgen an."
PAIR = ("-s", "en", "-t", "de")
SRT = "{}\n00:00:0{},000 --> 00:00:0{},900\n{}\n\n"


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def program(*arguments: object) -> CompletedProcess[str]:
    done = run_program(*arguments)
    assert done.returncode in {0, 7}, done.stderr
    return done


@pytest.fixture
def lines(tmp_path: Path) -> dict[str, Path]:
    texts = {"src": ENGLISH, "ref": GERMAN, "A": POLITE}
    return {name: put(tmp_path / name, f"{text}\n{text}\n") for name, text in texts.items()}


def run_of(lines: dict[str, Path], out: Path, *more: str) -> tuple[dict[str, object], str]:
    texts = ("--src", lines["src"], "--ref", lines["ref"], "--hyp", f"A={lines['A']}")
    done = program("run", *texts, *PAIR, "-p", "formality", "--out", out, "--no-cache", *more)
    return json.loads((out / "run.json").read_text("utf-8")), done.stderr


def test_a_run_on_paragraphs_is_one_of_sentences(lines: dict[str, Path], tmp_path: Path) -> None:
    record, told = run_of(lines, tmp_path / "run")
    assert record["segments"] == 6
    assert "|unit:sentence|" in str(record["signature"])
    assert record["units"]["texts"]["A"]["sentences"] == 6  # type: ignore[index]
    assert "a line of the source holds 3.0 sentences on average: units are sentences" in told
    tagged = list(read_tags(tmp_path / "run" / "tags" / "A.jsonl"))
    (places,) = [item.document.target.places for item in tagged]
    assert [place[0][:3] for place in places[1:4]] == [(0, 1, 22), (0, 1, 44), (0, 2, 1)]


def test_lines_are_kept_where_they_are_wanted(lines: dict[str, Path], tmp_path: Path) -> None:
    record, told = run_of(lines, tmp_path / "run", "--unit", "line")
    assert record["segments"] == 2
    assert "units" not in record
    assert "unit" not in str(record["signature"])
    assert "sentences" not in told


def test_folders_of_documents_are_run_and_subtitles_are_linted(tmp_path: Path) -> None:
    for side, text in (("en", ENGLISH), ("de", GERMAN)):
        put(tmp_path / side / "one.txt", text.replace("? ", "?\n"))
        put(tmp_path / side / "two.txt", text)
    done = program(
        "tag", "--src", tmp_path / "en", "--tgt", tmp_path / "de", *PAIR, "-p", "formality"
    )
    assert [len(json.loads(line)["marks"]) for line in done.stdout.splitlines()] == [3, 3]
    cues = {"en": ("Do you like", "the table? No."), "de": ("Magst du", "den Tisch? Nein.")}
    files = []
    for side, text in cues.items():
        content = "".join(SRT.format(n, n, n, line) for n, line in enumerate(text, 1))
        files.append(put(tmp_path / f"a.{side}.srt", content))
    done = program("tag", "--src", files[0], "--tgt", files[1], *PAIR, "-p", "formality")
    segments = json.loads(done.stdout)["target"]["segments"]
    assert segments[0]["text"] == "Magst du den Tisch?"
    assert segments[0]["places"] == [[0, 3, 1, "1"], [9, 7, 1, "2"]]


def test_other_commands_refuse_texts_without_common_lines(tmp_path: Path) -> None:
    put(tmp_path / "en" / "one.txt", ENGLISH)
    put(tmp_path / "de" / "one.txt", GERMAN)
    done = run_program(
        "align",
        "adapt",
        "--src",
        tmp_path / "en",
        "--tgt",
        tmp_path / "de",
        *PAIR,
        "--out",
        tmp_path / "t",
    )
    assert done.returncode == 3
    assert "which this command needs; discotag align sentences -f lines" in done.stderr
