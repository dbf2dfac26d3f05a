"""Blind sheets as tables: the newest figures of each phenomenon and pair, and every sheet."""

import pytest

from benchmarks import judgements

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
