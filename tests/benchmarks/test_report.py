"""Reports of accuracy, of judgements, and of how readers agree with `choice`."""

from __future__ import annotations

import csv

import pytest

from benchmarks import judgements, readers, report
from discotag.core.errors import InputError
from discotag.testing.program import run_program

COMMAND = "python benchmarks/accuracy.py analysis DATA/x --lang xx"
WANTED = [
    {"lang": "xx", "name": "analysis", "command": COMMAND, "row": "x.conllu", "column": "UPOS"},
    {"lang": "yy", "name": "analysis", "command": "another", "row": "y.conllu", "column": "UPOS"},
]
KEPT = {
    COMMAND: [
        {
            "title": "analysis",
            "columns": ["file", "UPOS", "noun gender", "wrong gender"],
            "rows": [["x.conllu", 91.25, 95.5, None], ["z.conllu", 1.0, 1.0, 1.0]],
        }
    ]
}


def test_the_main_figures_are_those_of_the_named_rows_and_what_is_not_measured_is_absent():
    rows = report.glance(WANTED, KEPT).splitlines()[2:]
    assert rows == ["| xx | 91.2 | – | – | 95.5 | – |", "| yy | – | – | – | – | – |"]


def test_the_weakest_of_several_figures_tells_the_quality():
    entry = {"lang": "xx", "name": "formality", "command": COMMAND, "row": "x.conllu"}
    wanted = [{**entry, "columns": ["UPOS", "noun gender"]}]
    assert "value = 91.2" in report.qualities(wanted, KEPT)["xx"]


OLD = {"corpus": "news en-de", "what": "pronouns", "right": 1, "of": 4}
TAGS = {"of": "pronouns", "pair": "en-de", "figure": "tags"}
NEW = {"corpus": "talks en-de", "what": "pronouns", "right": 8, "of": 10, "latest": TAGS}
MORE = {"corpus": "chats en-de", "what": "pronouns", "right": 1, "of": 10, "latest": TAGS}
EVIDENCE = {**NEW, "right": 3, "of": 3, "latest": {**TAGS, "figure": "evidence"}}


def test_blocks_of_the_same_place_are_added_up_and_older_ones_left_out():
    table = judgements.latest([OLD, NEW, EVIDENCE, MORE])
    ((of, pair, tags, evidence, found, texts),) = table.rows
    assert (of, pair) == ("pronouns", "en-de")
    assert tags.startswith("9 of 20: 0.450 [")
    assert evidence.startswith("3 of 3: 1.000 [")
    assert found is None
    assert texts == "talks en-de; chats en-de"


def test_phenomena_stand_in_the_order_of_the_file_and_pairs_by_name():
    places = [("verb form", "en-fr"), ("ellipsis", "en-de"), ("verb form", "en-de")]
    entries = [{**NEW, "latest": {"of": of, "pair": pair, "figure": "tags"}} for of, pair in places]
    rows = judgements.latest(entries).rows
    assert [row[:2] for row in rows] == [
        ("verb form", "en-de"),
        ("verb form", "en-fr"),
        ("ellipsis", "en-de"),
    ]


def test_the_history_has_every_sheet():
    rows = judgements.history([OLD, NEW]).rows
    assert [row[2] for row in rows] == ["1 of 4", "8 of 10"]


def test_a_figure_that_there_is_not_is_refused(tmp_path):
    path = tmp_path / "sheets.toml"
    path.write_text(
        """[[judgement]]
corpus = "news"
what = "pronouns"
right = 1
of = 2
latest = { of = "pronouns", pair = "en-de", figure = "tgas" }
""",
        "utf-8",
    )
    with pytest.raises(ValueError, match="tgas"):
        judgements.read(path)


def test_the_sheets_of_the_repository_can_be_read():
    entries = judgements.read()
    assert all(0 <= entry["right"] <= entry["of"] for entry in entries)
    assert judgements.latest(entries).rows


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
