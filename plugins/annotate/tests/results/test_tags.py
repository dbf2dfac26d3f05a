"""Figures of the tags study are those that were put in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import Mark, TaggedDocument, TokenRef
from discotag.testing.builders import document
from discotag_annotate.instruments import tags
from discotag_annotate.results.summary import summary
from discotag_annotate.results.tables import Share
from discotag_annotate.study import write_study

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_annotate.study import Study

SEGMENTS = 11


@pytest.fixture
def study(tmp_path: Path, of_language: Any) -> Study:
    """Ten segments with a formality tag each."""
    text = document(["You sleep"] * SEGMENTS, ["Tu dors"] * SEGMENTS, ["0-0"] * SEGMENTS, id="talk")
    marks = tuple(
        Mark("formality", "t", segment, 0, (0,), (TokenRef("target", segment - 1, 0),))
        for segment in range(1, SEGMENTS)
    )
    tagged = TaggedDocument(text, marks, phenomena=("formality", "pronouns"))
    drawn = tags.sample(lambda: [tagged], size=SEGMENTS, every=(), seed=1)
    return write_study(tmp_path / "study", of_language(drawn))


def said(study: Study, *verdicts: str) -> dict[str, dict[str, Any]]:
    """Answer the tags in text order; no word was missed."""
    items = study.items[1:]
    return {
        item.id: {"tag0": verdict, "any_missed": "no"}
        for item, verdict in zip(items, verdicts, strict=False)
    }


def test_precision_of_one_person(study: Study, answered: Any) -> None:
    found = answered(study, {"anna": said(study, *["right"] * 8, "wrong", "unsure")})
    precision, missed, agreement, people = summary([found])
    assert precision.rows == (("fr", "formality", 10, 8, 1, 1, Share(8, 9)),)
    assert missed.rows == (
        ("fr", "formality", 8, 0, Share(8, 8)),
        ("fr", "pronouns", 0, 0, Share(0, 0)),
    )
    assert [cell.value for cell in agreement.rows[0][2:5]] == [None] * 3
    assert people.rows == (("answers for", "fr", 1, 100.0),)


def test_several_people_decide_by_majority(study: Study, answered: Any) -> None:
    found = answered(
        study,
        {
            "anna": said(study, "right", "right", "right", "unsure"),
            "ben": said(study, "right", "wrong", "wrong", "wrong"),
            "cleo": said(study, "wrong", "wrong", "unsure", "unsure"),
        },
    )
    precision, *_ = summary([found])
    assert precision.rows == (("fr", "formality", 4, 1, 2, 1, Share(1, 3)),)


def test_agreement_of_two_people(study: Study, answered: Any) -> None:
    found = answered(
        study,
        {
            "anna": said(study, *["right"] * 9, "wrong"),
            "ben": said(study, *["right"] * 8, "wrong", "wrong"),
        },
    )
    *_, agreement, _ = summary([found])
    percent, ac1, _, items, raters = agreement.rows[0][2:]
    chance = (0.85 * 0.15 + 0.15 * 0.85 + 0) / 2  # three categories, one unused
    assert percent.value == pytest.approx(0.9)
    assert ac1.value == pytest.approx((0.9 - chance) / (1 - chance))
    assert (items, raters) == (10, 2)


def test_missed_words_count_by_majority(study: Study, answered: Any) -> None:
    first, second = (item.id for item in study.items[:2])
    missed = {"any_missed": "yes", "missed": "formality: dors; pronouns: Tu"}
    found = answered(
        study,
        {
            "anna": {first: missed, second: {"tag0": "right", "any_missed": "no"}},
            "ben": {first: {"any_missed": "yes", "missed": "formality: dors"}},
        },
    )
    _, table, *_ = summary([found])
    assert table.rows == (
        ("fr", "formality", 1, 1, Share(1, 2)),
        ("fr", "pronouns", 0, 0, Share(0, 0)),
    )


def test_languages_stand_below_each_other(study: Study, answered: Any) -> None:
    found = answered(study, {"anna": said(study, "right")})
    precision, *_ = summary([found, found])
    assert len(precision.rows) == 2
