"""Means, their intervals and differences come from documents drawn again."""

from __future__ import annotations

import numpy as np
import pytest

from discotag.plugin import Interval
from discotag_cxmi.resampling import Sums


def filled(documents=20, seed=3):
    random = np.random.default_rng(seed)
    sums: Sums[str] = Sums()
    for document in range(documents):
        for value in random.normal(document % 3, 1, size=1 + document % 4):
            sums.add(str(document), "a", float(value))
            sums.add(str(document), "b", float(value) + 2)
    return sums


def test_a_mean_is_the_sum_of_values_by_their_count():
    sums: Sums[str] = Sums()
    for document, value in (("x", 1.0), ("x", 2.0), ("y", 6.0)):
        sums.add(document, "a", value)
    assert (sums.mean("a"), sums.count("a"), sums.spread("a")) == (3.0, 3, 2)
    assert (sums.mean("z"), sums.count("z"), sums.spread("z")) == (None, 0, 0)


def test_draws_are_those_of_a_plain_loop():
    sums = filled()
    drawn = sums.drawn(["a", "b"], samples=100, seed=7)
    chosen = np.random.default_rng(7).integers(20, size=(100, 20))
    for draw in (0, 41, 99):
        values = [sums._rows["a"][document] for document in chosen[draw]]
        expected = sum(top for top, _ in values) / sum(count for _, count in values)
        assert drawn[draw, 0] == pytest.approx(expected)


def test_many_rows_and_documents_are_drawn_in_pieces_with_the_same_result(monkeypatch):
    sums = filled()
    whole = sums.drawn(["a", "b"], samples=100, seed=7)
    rows = sums.intervals(["a", "b"], samples=100, seed=7)
    monkeypatch.setattr("discotag_cxmi.resampling.VALUES", 100)
    assert np.allclose(sums.drawn(["a", "b"], samples=100, seed=7), whole)
    assert np.allclose(sums.intervals(["a", "b"], samples=100, seed=7), rows)


def test_a_difference_of_the_same_words_is_sure(monkeypatch):
    pairs = [("b", "a"), ("a", "b"), ("a", "a")]
    found = filled().differences(pairs, samples=100, seed=7)
    assert np.allclose(found, [(2, 2), (-2, -2), (0, 0)])
    monkeypatch.setattr("discotag_cxmi.resampling.VALUES", 100)
    assert np.allclose(filled().differences(pairs, samples=100, seed=7), found)


def test_a_row_in_few_documents_has_no_interval():
    sums = filled()
    for document in range(9):
        sums.add(str(document), "rare", 1.0)
    assert sums.intervals(["rare", "a"], samples=100, seed=7)[0] is None
    assert isinstance(sums.intervals(["rare", "a"], samples=100, seed=7)[1], Interval)
    assert sums.differences([("a", "rare")], samples=100, seed=7) == [None]


def test_draws_without_a_value_are_left_out():
    sums = filled(30)
    for document in range(10):
        sums.add(str(document), "part", 1.0)
    assert np.isnan(sums.drawn(["part"], samples=1000, seed=7)).sum() < 1000
    assert sums.intervals(["part"], samples=1000, seed=7)[0] == Interval(1.0, 1.0)


def test_what_a_part_leaves_of_a_whole():
    sums: Sums[str] = Sums()
    for document, row, value in (
        ("x", "all", 1.0), ("x", "all", 2.0), ("x", "part", 2.0), ("y", "all", 5.0),
        ("z", "all", 3.0), ("z", "part", 3.0),
    ):  # fmt: skip
        sums.add(document, row, value)
    sums.subtract("rest", "all", "part")
    assert (sums.mean("rest"), sums.count("rest"), sums.spread("rest")) == (3.0, 2, 2)
