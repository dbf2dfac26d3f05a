"""Strata are weighted back by their size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import Interval
from discotag.plugin.statistics import wilson
from discotag_annotate.agreement import Agreement
from discotag_annotate.results.tables import (
    Estimate,
    Share,
    Stratum,
    Table,
    answer_table,
    data,
    markdown,
    recall,
    weighted,
    written,
)

if TYPE_CHECKING:
    from discotag_annotate.study import Study


def test_strata_count_by_their_size() -> None:
    found = weighted([Stratum(900, 10, 9), Stratum(100, 10, 1)])
    assert found is not None
    assert found.value == pytest.approx(0.9 * 0.9 + 0.1 * 0.1)
    assert 0.5 < found.interval.low < found.value < found.interval.high < 1


def test_one_large_stratum_has_about_wilsons_interval() -> None:
    found = weighted([Stratum(10**9, 20, 15)])
    assert found is not None
    assert found.interval == pytest.approx(wilson(15, 20), abs=1e-6)


def test_strata_without_an_error_are_not_taken_for_certain() -> None:
    found = weighted([Stratum(500, 5, 5), Stratum(500, 5, 5)])
    assert found is not None
    assert found.value == 1
    assert found.interval.low < 0.8
    assert found.interval.high == 1


def test_what_was_judged_wholly_is_certain() -> None:
    assert weighted([Stratum(4, 4, 3)]) == Estimate(0.75, Interval(0.75, 0.75))


def test_strata_that_nobody_judged_are_left_out() -> None:
    assert weighted([Stratum(4, 4, 3), Stratum(99, 0, 0)]) == weighted([Stratum(4, 4, 3)])
    assert weighted([Stratum(99, 0, 0)]) is None
    assert weighted([]) is None


def test_recall_is_of_right_tags_and_missed_words() -> None:
    right, missed = (Estimate(x, Interval(x - 0.1, x + 0.1)) for x in (0.8, 0.1))
    found = recall(100, right, 200, missed)
    assert found is not None
    assert found.value == pytest.approx(80 / 100)
    assert found.interval == pytest.approx((70 / 110, 1.0))
    assert recall(100, None, 200, missed) is None
    assert recall(0, right, 0, missed) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (Share(0, 0), "–"),
        (Share(0, 10), "0.0 % [0.0, 27.8] 0/10"),
        (Agreement(None, None, 0, 1), "–"),
        (Agreement(-0.001, None, 3, 2), "0.00"),
        (Agreement(0.5, 0.1, 20, 2), "0.50 [0.29, 0.71]"),
        (0.0, "0.0"),
        (0, "0"),
        ("a", "a"),
    ],
)
def test_a_cell_is_written(value: Any, text: str) -> None:
    assert written(value) == text


def test_markdown_keeps_bars_in_cells() -> None:
    table = Table("T", ("a|b",), (("x\ny",),), "Note.")
    assert markdown([table]) == "## T\n\n| a\\|b |\n|---|\n| x y |\n\nNote.\n"


def test_json_tells_shares_and_agreement_with_their_parts() -> None:
    rows = ((Share(1, 2), Share(0, 0), Agreement(0.5, None, 3, 2), None),)
    (table,) = data([], [Table("T", ("a", "b", "c", "d"), rows)])["tables"]
    share, nothing, agreement, absent = table["rows"][0]
    assert (share["part"], share["total"], share["share"]) == (1, 2, 0.5)
    assert nothing == {"part": 0, "total": 0, "share": None, "interval": None}
    assert agreement == {"value": 0.5, "interval": None, "items": 3, "raters": 2}
    assert absent is None


def test_what_people_write_is_no_formula(span_study: Study, answered: Any) -> None:
    item = span_study.items[0].id
    said = {"translatable": "no", "reasons": ["other"], "other": "=HYPERLINK(1)"}
    found = answered(span_study, {"@anna": {"about": {"language": "fr"}, item: said}})
    rows = [line.split("\t") for line in answer_table([found]).splitlines()]
    cells = {row[-2]: (row[5], row[-1]) for row in rows[1:]}
    assert cells["other"] == ("'@anna", "'=HYPERLINK(1)")
    assert cells["reasons"] == ("'@anna", "other")
