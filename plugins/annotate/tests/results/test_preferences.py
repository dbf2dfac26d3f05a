"""Figures of the rank and choice studies are those that were put in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import UsageError
from discotag_annotate.instruments import choice, rank
from discotag_annotate.results.summary import summary
from discotag_annotate.results.tables import Share
from discotag_annotate.study import write_study

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_annotate.study import Study

ITEMS = 4


@pytest.fixture
def ranked(tmp_path: Path, testset: Any, test_item: Any, of_language: Any) -> Study:
    """Four items with the systems S and T."""
    items = [
        test_item("anaphora", f"She left {n}.", first=n, S=(f"He {n}.", "he"), T=(f"It {n}.", "it"))
        for n in range(ITEMS)
    ]
    made = testset("anaphora", *items)
    drawn = rank.sample(made, size=ITEMS, with_source=False, any_error=False, seed=1)
    return write_study(tmp_path / "rank", of_language(drawn, "fr", ("en",)))


def ranks(study: Study, *orders: str) -> dict[str, dict[str, Any]]:
    """Rank candidates named r, s, t: `r<s=t` is the reference first, then the systems alike."""
    found = {}
    for item, order in zip(study.items, orders, strict=False):
        places = {
            name: str(place)
            for place, group in enumerate(order.split("<"), 1)
            for name in group.split("=")
        }
        letters = study.keys[item.id].facts["candidates"]
        found[item.id] = {
            f"rank_{letter}": places[name.rpartition(" ")[2][0].lower()]
            for letter, name in letters.items()
        }
    return found


def test_the_control_is_preferred_so_often(ranked: Study, answered: Any) -> None:
    found = answered(
        ranked,
        {"a": ranks(ranked, "r<s<t", "r<t<s", "s<r<t"), "b": ranks(ranked, "r<s=t", "r=s<t")},
    )
    control, *_ = summary([found])
    assert [row[:4] for row in control.rows] == [
        ("a", 6, 0, Share(5, 6)),
        ("b", 4, 1, Share(3, 3)),
        ("all", 10, 1, Share(8, 9)),
    ]
    chosen = 17 / 18  # of all ratings of both raters, those for the reference
    chance = 2 * chosen * (1 - chosen)
    assert control.rows[-1][4].value == pytest.approx((8 / 9 - chance) / (1 - chance))
    assert control.rows[1][4].value == 1.0


def test_people_agree_so_often_with_each_other(ranked: Study, answered: Any) -> None:
    found = answered(
        ranked,
        {
            "a": ranks(ranked, "r<s<t", "r<t<s", "r<s=t"),
            "b": ranks(ranked, "r<s<t", "r<s<t", "r<s<t"),
        },
    )
    _, each_other, *_ = summary([found])
    (_, control, *_), (_, systems, *rest) = each_other.rows
    assert control.value == 1.0
    assert systems.value == 0.5
    assert rest[-2:] == [2, 2]


def test_ranks_are_told_best_first(ranked: Study, answered: Any) -> None:
    found = answered(ranked, {"a": ranks(ranked, "r<s<t", "r<s<t")})
    _, _, places, _ = summary([found])
    assert places.rows == (
        ("reference", 2, 1.0, 2, 0, 0),
        ("system S", 2, 2.0, 0, 2, 0),
        ("system T", 2, 3.0, 0, 0, 2),
    )


def test_people_agree_so_often_with_the_measure(ranked: Study, answered: Any) -> None:
    found = answered(ranked, {"a": ranks(ranked, "r<s<t", "r<t<s", "s<r<t")})
    measure = {
        (ranked.keys[item.id].facts["test"], f"system {name}"): value
        for item in ranked.items
        for name, value in (("S", 1.0), ("T", 2.0))
    }
    *_, measured, _ = summary([found], measure=measure)
    assert [row[:2] for row in measured.rows] == [
        ("reference and system", Share(5, 6)),
        ("two systems", Share(2, 3)),
    ]


def test_a_measure_belongs_to_ranks(tags_study: Study, answered: Any) -> None:
    with pytest.raises(UsageError, match="rank studies alone"):
        summary([answered(tags_study, {})], measure={})


def test_studies_of_two_kinds_are_refused(
    tags_study: Study, span_study: Study, answered: Any
) -> None:
    with pytest.raises(UsageError, match="different kinds"):
        summary([answered(tags_study, {}), answered(span_study, {})])


def test_choices_are_told_by_connective(
    tmp_path: Path, testset: Any, test_item: Any, of_language: Any, answered: Any
) -> None:
    items = [test_item("connectives", f"So she left {n}.", focus="so", first=n) for n in range(3)]
    items.append(test_item("connectives", "He slept because.", focus="because"))
    drawn = choice.sample(testset("connectives", *items), size=9, against="deleted", seed=1)
    study = write_study(tmp_path / "choice", of_language(drawn, "fr", ("en",)))

    def said(*wanted: str) -> dict[str, dict[str, str]]:
        ordered = sorted(
            study.keys.values(), key=lambda key: (key.facts["connective"], key.segment)
        )
        return {
            key.id: {
                "better": next(
                    (letter for letter, name in key.facts["candidates"].items() if name == answer),
                    answer,
                )
            }
            for key, answer in zip(ordered, wanted, strict=True)
        }

    found = answered(
        study,
        {
            "a": said("reference", "reference", "reference", "without"),
            "b": said("reference", "reference", "neither", "invalid"),
        },
    )
    by_connective, each_other, _ = summary([found])
    assert [row[:7] for row in by_connective.rows] == [
        ("so", 3, 3, 1, 1, 1, Share(3, 4)),
        ("because", 1, 2, 0, 0, 0, Share(2, 2)),
        ("all", 4, 5, 1, 1, 1, Share(5, 6)),
    ]
    assert [(row[0], row[1].value, row[4]) for row in each_other.rows] == [
        ("so", 1.0, 1),
        ("because", 1.0, 1),
        ("all", 1.0, 2),
    ]
