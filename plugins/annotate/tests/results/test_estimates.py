"""Strata are weighted back by their size."""

from __future__ import annotations

import pytest

from discotag.plugin import Interval
from discotag.plugin.statistics import wilson
from discotag_annotate.results.tables import Estimate, Stratum, recall, weighted


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
