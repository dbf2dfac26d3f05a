"""Accuracy by what the set tells, honest intervals, and flips that go with CXMI or do not."""

from __future__ import annotations

import json

import pytest

from discotag.plugin.statistics import wilson
from discotag_cxmi.contrast.figures import data, figures, markdown, notes, point_biserial, tables

from .builders import item, runs

RIGHT, WRONG = (-1.0, -2.0), (-2.0, -1.0)


def rows(found):
    return {
        (row.group, row.value): [(one.correct, one.total) for one in row.accuracies.values()]
        for row in found.rows
    }


def test_accuracy_is_counted_in_all_and_by_everything_the_set_tells():
    items = [
        item("a", distance=0, is_intra=True, labels={"pronoun": "it:il"}),
        item("b", distance=2, is_intra=False, labels={"pronoun": "it:elle"}),
        item("c", distance=7, is_intra=False, labels={"pronoun": "it:elle"}),
        item("d", distance=4),
    ]
    found = figures(runs(items, one=[RIGHT, WRONG, RIGHT, RIGHT]))
    assert rows(found) == {
        ("all", ""): [(3, 4)],
        ("distance", "0"): [(1, 1)],
        ("distance", "2"): [(0, 1)],
        ("distance", "> 3"): [(2, 2)],
        ("intra", "intersegmental"): [(1, 2)],
        ("intra", "intrasegmental"): [(1, 1)],
        ("intra", "not told"): [(1, 1)],
        ("pronoun", "it:elle"): [(1, 2)],
        ("pronoun", "it:il"): [(1, 1)],
        ("pronoun", "not told"): [(1, 1)],
    }


def test_what_the_set_does_not_tell_has_no_rows():
    assert set(rows(figures(runs([item("a")], one=[RIGHT])))) == {("all", "")}


def test_independent_items_have_wilsons_interval():
    items = [item(str(number)) for number in range(10)]
    found = figures(runs(items, one=[RIGHT] * 8 + [WRONG] * 2))
    assert found.method == "wilson"
    assert found.rows[0].accuracies["one"].interval == wilson(8, 10)


def test_items_of_the_same_document_are_drawn_together():
    """Ten documents of ten equal items say no more than ten items."""
    items = [item(f"{place}", document=str(place // 10)) for place in range(100)]
    verdicts = [RIGHT if place // 10 < 6 else WRONG for place in range(100)]
    found = figures(runs(items, one=verdicts))
    low, high = found.rows[0].accuracies["one"].interval
    narrow = wilson(60, 100)
    assert found.method == "bootstrap"
    assert found.documents == 10
    assert high - low > 2 * (narrow.high - narrow.low)


def test_all_right_is_not_certainty():
    """Draws would all be the same; so few documents could be right by luck."""
    items = [item(f"{place}", document=str(place // 4)) for place in range(48)]
    found = figures(runs(items, one=[RIGHT] * 48, two=[WRONG] * 48))
    assert found.rows[0].accuracies["one"].interval == wilson(12, 12)
    assert found.rows[0].accuracies["two"].interval == wilson(0, 12)


def test_blocks_that_are_right_as_a_whole_are_counted():
    items = [item(f"{place}", document=str(place // 2)) for place in range(6)]
    found = figures(runs(items, one=[RIGHT, RIGHT, RIGHT, WRONG, WRONG, WRONG]))
    assert found.whole == {"one": 1}
    assert any("all of whose items are right, of 3: size one: 1" in note for note in notes(found))
    assert figures(runs([item("a"), item("b")], one=[RIGHT, RIGHT])).whole == {}


def test_few_documents_have_no_interval():
    items = [item(f"{place}", document=str(place // 2)) for place in range(8)]
    found = figures(runs(items, one=[RIGHT] * 8))
    assert found.rows[0].accuracies["one"].interval is None
    assert tables(found)[0].rows[0][-1] == "100.0"


def test_flips_are_wrong_before_and_right_after():
    pytest.importorskip("scipy")
    items = [item(name) for name in "abcd"]
    found = figures(
        runs(
            items,
            **{
                "0": [WRONG, WRONG, RIGHT, RIGHT],
                "1": [(-0.5, -2.0), (-2.0, -1.0), (-1.0, -0.5), (-1.0, -2.0)],
            },
        )
    )
    (flip,) = found.flips
    assert (flip.gained, flip.lost, flip.difference) == (1, 1, 0.0)
    assert flip.cxmi == pytest.approx(1.5 / 4)


def test_the_correlation_is_pearsons_with_a_flag():
    pytest.importorskip("scipy")
    flags = [True, False, False, True, False]
    values = [2.0, 0.5, -0.25, 1.0, 0.25]
    mean = sum(values) / 5
    top = sum((flag - 0.4) * (value - mean) for flag, value in zip(flags, values, strict=True))
    below = sum((flag - 0.4) ** 2 for flag in flags) * sum((v - mean) ** 2 for v in values)
    correlation, p = point_biserial(flags, values)
    assert correlation == pytest.approx(top / below**0.5)
    assert 0 < p < 0.1


@pytest.mark.parametrize(
    ("flags", "values"),
    [([False] * 4, [1, 2, 3, 4]), ([True, False, True], [1, 1, 1]), ([True, False], [1, 2])],
    ids=["no flip", "no gain", "too few"],
)
def test_an_undefined_correlation_is_absent(flags, values):
    assert point_biserial(flags, values) == (None, None)


def test_undefined_prints_as_a_dash_and_is_null_in_json():
    found = figures(runs([item("a"), item("b")], **{"0": [RIGHT, RIGHT], "1": [RIGHT, RIGHT]}))
    assert tables(found)[1].rows[0][-2:] == ("–", "–")
    record = json.loads(json.dumps(data(found), allow_nan=False))
    assert record["flips"][0]["correlation"] is None
    assert record["flips"][0]["interval"] is None
    assert record["documents"] is None


def test_chance_is_one_by_the_number_of_translations():
    found = figures(runs([item("a"), item("b", "x", "y", "z")], one=[RIGHT, (3.0, 2.0, 1.0)]))
    assert found.chance == pytest.approx((1 / 2 + 1 / 3) / 2)
    assert "41.7 %" in notes(found)[0]


def test_ties_are_told():
    assert any("Ties" in note for note in notes(figures(runs([item("a")], one=[(1.0, 1.0)]))))


def test_labels_cannot_break_the_markdown_table():
    found = figures(runs([item("a", labels={"k|d": "*x*\n| y"})], one=[RIGHT]))
    lines = [line for line in markdown(found).splitlines() if line.startswith("|")]
    assert len({line.replace("\\|", "").count("|") for line in lines}) == 1
    assert r"\*x\* \| y" in markdown(found)


def test_the_same_seed_gives_the_same_interval():
    items = [item(f"{place}", document=str(place % 12)) for place in range(48)]
    given = runs(items, one=[RIGHT if place % 5 else WRONG for place in range(48)])
    first, second, other = (figures(given, seed=seed).rows[0] for seed in (1, 1, 2))
    assert first == second != other
