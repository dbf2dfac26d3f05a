"""Figures of the span study are those that were put in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag_annotate.instruments import span
from discotag_annotate.results.span import above_cut, no_shares
from discotag_annotate.results.summary import summary
from discotag_annotate.results.tables import Share
from discotag_annotate.study import write_study

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_annotate.results.tables import Table
    from discotag_annotate.study import Study

YES: dict[str, Any] = {"translatable": "yes"}


def no(*reasons: str) -> dict[str, Any]:
    return {"translatable": "no", "reasons": list(reasons)}


def people(*languages: str) -> list[dict[str, Any]]:
    return [{"about": {"language": code}} for code in languages]


@pytest.fixture
def found(span_study: Study, answered: Any) -> Any:
    """Five people; the four items have 5, 2, 3 and 0 of their “no”."""
    keys = span_study.keys
    items = sorted((item.id for item in span_study.items), key=lambda item: keys[item].domain or "")
    counts = dict(zip(items, (5, 2, 3, 0), strict=True))
    names = dict(zip("abcde", people("fr", "fr", "fr", "ar", "ar"), strict=True))
    for place, person in enumerate(names.values()):
        for item, count in counts.items():
            person[item] = no("gender", "ambiguity") if place < count else YES
    return answered(span_study, names), items


def table(tables: Any, title: str) -> Table:
    (one,) = (item for item in tables if item.title == title)
    return one


def test_the_cut_is_more_than_40_percent(found: Any) -> None:
    collected, items = found
    assert [no_shares(collected)[item] for item in items] == [
        Share(5, 5), Share(2, 5), Share(3, 5), Share(0, 5),
    ]  # fmt: skip
    assert set(above_cut(collected)) == {items[0], items[2]}
    assert set(above_cut(collected, cut=0.3)) == set(items[:3])


def test_the_cut_of_one_language_counts_its_people_alone(found: Any) -> None:
    collected, items = found
    assert set(above_cut(collected, languages=["ar"])) == {items[0]}


def test_no_by_domain_and_by_language(found: Any) -> None:
    tables = summary([found[0]])
    by_domain = table(tables, "phase 1: cannot be translated, by domain")
    assert by_domain.rows == (
        ("mail", 2, 10, Share(7, 10), Share(1, 2)),
        ("news", 2, 10, Share(3, 10), Share(1, 2)),
        ("all", 4, 20, Share(10, 20), Share(2, 4)),
    )
    by_language = table(tables, "phase 1: cannot be translated, by language")
    assert by_language.rows == (
        ("ar", 4, 8, Share(2, 8)),
        ("fr", 4, 12, Share(8, 12)),
        ("all", 4, 20, Share(10, 20)),
    )


def test_the_histogram_counts_items(found: Any) -> None:
    rows = table(
        summary([found[0]]),
        "phase 1: items by the share of people who answered “no”, by domain (% of items)",
    ).rows
    assert rows == (
        ("0 %", 0.0, 50.0, 25.0),
        ("over 0 to 20 %", 0.0, 0.0, 0.0),
        ("over 20 to 40 %", 50.0, 0.0, 25.0),
        ("over 40 to 60 %", 0.0, 50.0, 25.0),
        ("over 60 to 80 %", 0.0, 0.0, 0.0),
        ("over 80 to 100 %", 50.0, 0.0, 25.0),
        ("items", 2, 2, 4),
    )


def test_the_histogram_of_a_language_counts_its_people(found: Any) -> None:
    title = "phase 1: items by the share of people who answered “no”, by language (% of items)"
    histogram = table(summary([found[0]]), title)
    assert histogram.header == ("“no”", "ar", "fr")
    columns = [
        dict(zip("0abcde", column, strict=False)) for column in zip(*histogram.rows, strict=True)
    ]
    assert columns[1] == {"0": 75.0, "a": 0.0, "b": 0.0, "c": 0.0, "d": 0.0, "e": 25.0}
    assert columns[2] == {"0": 25.0, "a": 0.0, "b": 0.0, "c": 0.0, "d": 25.0, "e": 50.0}


def test_reasons_are_shares_of_all_reasons(found: Any) -> None:
    tables = summary([found[0]])
    rows = {row[0]: row[1:] for row in table(tables, "phase 1: reasons by domain (%)").rows}
    assert rows["gender"] == rows["ambiguity"] == (50.0, 50.0, 50.0)
    assert rows["source"] == (0.0, 0.0, 0.0)
    assert rows["reasons given"] == (14, 6, 20)
    kept = table(tables, "phase 1: reasons by domain, items above the cut (%)").rows
    assert kept[-1] == ("reasons given", 10, 6, 16)


def test_agreement_is_told_by_language(found: Any) -> None:
    rows = table(summary([found[0]]), "phase 1: agreement").rows
    assert [(row[0], *row[4:]) for row in rows] == [("ar", 4, 2), ("fr", 4, 3), ("all", 4, 5)]
    assert rows[0][1].value == 1.0


def test_background_is_told(span_study: Study, answered: Any) -> None:
    collected = answered(
        span_study,
        {
            "a": {"about": {"language": "fr", "level": "C2", "domains": ["legal", "other"]}},
            "b": {"about": {"language": "ar", "level": "C1", "mt": "never"}},
        },
    )
    rows = {row[:2]: row[2:] for row in summary([collected])[-1].rows}
    assert rows["answers for", "ar"] == (1, 50.0)
    assert rows["What have you translated?", "legal"] == (1, 100.0)
    assert rows["How well do you know the language of the texts (en)?", "C2"] == (1, 50.0)


def test_phase_3_tells_outcomes_and_windows(
    tmp_path: Path, texts: Any, of_language: Any, answered: Any
) -> None:
    drawn = span.sample(texts(news=40), language="en", per_domain=4, seed=1)
    study = write_study(tmp_path / "first", of_language(drawn))
    later = span.further(
        tuple(study.documents.values()), study.keys.values(), phase=3, language="en", seed=1
    )
    third = write_study(tmp_path / "third", of_language(later))
    answers = [
        {"outcome": "context", "previous": 1, "following": 0},
        {"outcome": "context", "previous": 0, "following": 1},
        {"outcome": "outside"},
        {"outcome": "unavailable"},
    ]
    shown = sorted(third.items, key=lambda item: -third.keys[item.id].segment)
    given = {
        item.id: {"reasons": ["gender"], **answer}
        for item, answer in zip(shown[::-1], answers, strict=True)
    }
    tables = summary([answered(third, {"a": given})])
    outcomes = table(tables, "phase 3: what it takes, by domain (%)")
    assert outcomes.header[2:] == ("context", "far", "outside", "unavailable", "none")
    assert outcomes.rows[-1] == ("all", 4, 50.0, 0.0, 25.0, 25.0, 0.0)
    row = table(tables, "phase 3: share of answers that a window settles, by domain").rows[-1]
    assert row[2:] == (
        *(Share(1, 4), Share(1, 4), Share(1, 4), Share(1, 4)),
        *(Share(2, 4), Share(2, 4), Share(1, 4)),
    )
