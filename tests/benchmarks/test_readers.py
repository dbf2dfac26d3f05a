"""Sheets for readers hide verdicts; filled ones are compared with them."""

from __future__ import annotations

import csv

import pytest

from benchmarks import readers
from discotag.core.errors import InputError
from discotag.testing.program import run_program

SOURCE = ["You must come.", "You can stay.", "Do you see?", "You know it."]
FORMAL = ["Vous devez venir.", "Vous pouvez rester.", "Voyez-vous ?", "Vous le savez."]
MIXED = ["Vous devez venir.", "Tu peux rester.", "Voyez-vous ?", "Tu le sais."]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    place = tmp_path_factory.mktemp("readers")
    for name, lines in (("src", SOURCE), ("ref", FORMAL), ("A", MIXED), ("B", MIXED)):
        (place / name).write_text("\n".join(lines) + "\n", "utf-8")
    done = run_program(
        "run", "--src", place / "src", "--ref", place / "ref", "-s", "en", "-t", "fr",
        "--hyp", f"A={place / 'A'}", "--hyp", f"B={place / 'B'}", "-p", "formality", "--scorers",
        "choice", "--unit", "line", "--no-cache", "--no-report", "--quiet", "--out", place / "run",
    )  # fmt: skip
    assert not done.returncode, done.stderr
    return place / "run"


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_a_sheet_asks_of_each_place_once_and_hides_verdict_and_system(run, tmp_path):
    sheet, key = tmp_path / "sheet.tsv", tmp_path / "key.tsv"
    counts = readers.drawn(run, "formality", 9, sheet, key)
    asked = rows(sheet)
    assert counts == {"correct": 1, "wrong": 2}
    assert len({row["source"] for row in asked}) == len(asked) == 3
    assert {row["target"] for row in asked} == {
        "[[Tu]] peux rester.", "Voyez[[-vous]] ?", "[[Tu]] le sais.",
    }  # fmt: skip
    assert not any(row["judgement"] or row["evidence"] for row in asked)
    told = rows(key)
    assert [row["id"] for row in told] == [row["id"] for row in asked]
    wrong = {row["id"] for row in told if row["verdict"] == "wrong"}
    assert {row["target"][:4] for row in asked if row["id"] in wrong} == {"[[Tu"}
    last = next(row for row in asked if "sais" in row["target"])
    assert last["before"].startswith("You must come. = Vous devez venir. // ")


def test_readers_are_compared_by_verdict_and_place(run, tmp_path):
    sheet, key = tmp_path / "sheet.tsv", tmp_path / "key.tsv"
    readers.drawn(run, "formality", 9, sheet, key)
    filled = [row | {"judgement": "right"} for row in rows(sheet)]
    filled[0]["judgement"] = "unsure"
    readers._write(sheet, readers.FIELDS, filled)
    first = next(row["verdict"] for row in rows(key) if row["id"] == filled[0]["id"])
    table = readers.compared(key, [sheet])
    assert f"| en-fr | formality | {first} |" in table
    assert "1.00 [" in table
    assert ("0.00 [" if first == "correct" else "0.50 [") in table
    readers._write(sheet, readers.FIELDS, [filled[0] | {"judgement": "perhaps"}])
    with pytest.raises(InputError, match="perhaps"):
        readers.compared(key, [sheet])
