"""Figures by cause are those that were put in, and the page shows them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import Mark, Reason, ReasonVerdict, TaggedDocument, TokenRef
from discotag.testing.builders import document
from discotag_annotate.instruments import causes
from discotag_annotate.results.causes import page
from discotag_annotate.results.summary import summary
from discotag_annotate.results.tables import Share, data, markdown
from discotag_annotate.study import write_study

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_annotate.study import Study

SEGMENTS = 11


@pytest.fixture
def study(tmp_path: Path, of_language: Any) -> Study:
    """Ten tags, and eleven verbs that a rule refused; all are drawn."""
    text = document(
        ["You <sleep>"] * SEGMENTS, ["Tu <dors>"] * SEGMENTS, ["0-0"] * SEGMENTS, id="talk"
    )
    marks = tuple(
        Mark("formality", "t", segment, 0, (0,), (TokenRef("target", segment - 1, 0),))
        for segment in range(1, SEGMENTS)
    )
    reasons = tuple(
        Reason(
            *(TokenRef("target", n, 1), "formality", ReasonVerdict.NO, "verb rule v"),
            "Mood is Ind, not Imp",
            label="v",
            cause="Mood",
        )
        for n in range(SEGMENTS)
    )
    tagged = TaggedDocument(text, marks, phenomena=("formality", "ellipsis"))
    drawn = causes.sample(
        [causes.Told(tagged, reasons)],
        phenomena=["ellipsis", "formality"],
        not_applicable={"pronouns": "the language has no gender"},
        each=99,
        seed=1,
    )
    return write_study(tmp_path / "study", of_language(drawn))


def said(study: Study, tags: list[str], others: list[str]) -> dict[str, dict[str, str]]:
    """Answer tags and other words in text order, as far as there are answers."""
    left = {"tag": iter(tags), "no": iter(others)}
    answers = {}
    for item in study.items:
        verdict = next(left[study.keys[item.id].facts["stratum"][1]], None)
        if verdict is not None:
            answers[item.id] = {"verdict": verdict}
    return answers


@pytest.fixture
def found(study: Study, answered: Any) -> Any:
    tags = [*["right"] * 7, "wrong", "unsure", "right"]
    return answered(study, {"anna": said(study, tags, [*["right"] * 10, "wrong"])})


def test_right_and_wrong_are_counted_by_cause(found: Any) -> None:
    by_cause, *_ = summary([found])
    assert by_cause.rows[:2] == (
        ("fr", "formality", "tag", "t", "untold", 10, 10, 8, 1, 1, Share(8, 9)),
        ("fr", "formality", "no tag", "v", "verb-rule/Mood", 11, 11, 10, 1, 0, Share(10, 11)),
    )


def test_absent_not_applicable_and_zero_are_three_things(study: Study, answered: Any) -> None:
    by_cause, totals, *_ = summary([answered(study, {"anna": said(study, ["right"], [])})])
    rows = {(row[1], row[2]): row[5:] for row in by_cause.rows}
    assert rows["formality", "no tag"] == (11, 0, None, None, None, None)
    assert rows["ellipsis", "none found"] == (0, 0, 0, 0, 0, None)
    assert set(rows["pronouns", "not applicable"]) == {"not applicable"}
    assert "fr, pronouns: the language has no gender" in by_cause.note
    assert [row[1] for row in totals.rows] == ["formality", "ellipsis", "pronouns"]
    assert totals.rows[0][6:] == (0.0, None, None)


def test_totals_are_weighted_and_give_recall(found: Any) -> None:
    _, totals, *_ = summary([found])
    _, _, tags, covered, precision, others, _, missed, recall = totals.rows[0]
    assert (tags, covered, others) == (10, 100.0, 11)
    assert precision.value == pytest.approx(8 / 9)
    assert missed.value == pytest.approx(1 / 11)
    assert recall.value == pytest.approx((80 / 9) / (80 / 9 + 1))


def test_wrong_words_are_listed_with_what_the_tagger_went_by(found: Any) -> None:
    _, _, wrong, *_ = summary([found])
    assert wrong.rows == (
        ("fr", "formality", "tag", "untold", "talk", 8, "Tu", "t", ""),
        (
            *("fr", "formality", "no tag", "verb-rule/Mood", "talk", 10, "<dors>", "v"),
            "Mood is Ind, not Imp",
        ),
    )


def test_several_people_decide_by_majority(study: Study, answered: Any) -> None:
    people = {
        "anna": said(study, ["right", "right"], []),
        "ben": said(study, ["wrong", "right"], []),
        "cleo": said(study, ["wrong", "unsure"], []),
    }
    by_cause, *_ = summary([answered(study, people)])
    assert by_cause.rows[0][6:] == (2, 1, 1, 0, Share(1, 2))


def test_the_page_shows_wrong_words_in_their_text_and_runs_nothing(found: Any) -> None:
    shown = page([found])
    assert "<script" not in shown
    assert "default-src &#39;none&#39;" in shown
    assert '<mark class="tag">&lt;dors&gt;</mark>' in shown
    assert "2 wrong" not in shown
    assert shown.count("1 wrong") == 2
    assert "the language has no gender" in shown
    assert re.search(r"ellipsis</h3>\s*<p>0 words", shown)
    assert page([found]) == shown


def test_tables_are_written_as_json_and_markdown(found: Any) -> None:
    tables = summary([found])
    totals = data([found], tables)["tables"][1]["rows"][0]
    assert totals[4]["share"] == pytest.approx(8 / 9)
    assert "| fr | formality | 10 | 100.0 | 88.9 % [" in markdown(tables)
