"""Count tables: sums over documents, order of rows, and rows that nothing was counted for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discotag.core.components import ScorerInfo
from discotag.core.results import Row, Statistics
from discotag.plugins.scorers.word_f import CompareMtScorer
from discotag.scoring.table import BoundScorer, CountTable
from discotag.testing import context

COLUMNS = ("matched", "hypothesis", "support")


def bound(phenomena="*"):
    info = ScorerInfo(
        name="f", summary="F.", factory="module:Class", columns=COLUMNS, phenomena=phenomena
    )
    return BoundScorer(info, CompareMtScorer.create(context()), "core")


def table(*counts, phenomena=None, applies="*"):
    statistics = [Statistics(f"d{index}", count) for index, count in enumerate(counts)]
    return CountTable.of(bound(applies), "A", statistics, phenomena=phenomena)


counts = st.tuples(*[st.integers(0, 50).map(float)] * 3)
rows = st.sampled_from([Row(), Row("f"), Row("f", "t"), Row("f", "v"), Row("g")])
documents = st.lists(st.dictionaries(rows, counts, max_size=5), max_size=6)


@given(documents.flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))))
def test_the_order_of_documents_does_not_change_a_score(both):
    found, shuffled = both
    assert table(*found).scores() == table(*shuffled).scores()


@given(documents)
def test_the_array_sums_to_the_totals(found):
    built = table(*found)
    assert built.array().shape == (len(found), len(built.rows), 3)
    assert np.array_equal(built.array().sum(axis=0), built.totals())


def test_rows_stand_in_the_order_of_the_run():
    one = (1.0, 1.0, 1.0)
    built = table(
        {Row("b", "y"): one, Row("b"): one, Row("a"): one, Row("c"): one},
        {Row(): one, Row("b", "x"): one},
        phenomena=["b", "a"],
    )
    assert built.rows == (Row(), Row("b"), Row("b", "x"), Row("b", "y"), Row("a"))


def test_a_phenomenon_without_any_count_has_an_empty_row():
    (found,) = table({}, phenomena=["f"]).scores()
    assert found.row == Row("f")
    assert found.measures == {"f1": None, "precision": None, "recall": None}
    assert found.support == 0


def test_a_phenomenon_the_scorer_does_not_apply_to_has_no_row():
    assert table({}, phenomena=["f", "g"], applies=frozenset({"f"})).rows == (Row("f"),)


def test_a_whole_text_scorer_always_has_its_row():
    assert table({}, phenomena=["f"], applies=None).rows == (Row(),)


def test_no_documents_give_no_numbers():
    built = table(phenomena=["f"])
    assert built.array().shape == (0, 1, 3)
    assert built.scores()[0].value is None


def test_rows_can_be_chosen_and_those_not_counted_are_zero():
    built = table({Row("f"): (1.0, 2.0, 3.0)}, {})
    chosen = built.array([Row("f"), Row("g")])
    assert chosen.tolist() == [[[1, 2, 3], [0, 0, 0]], [[0, 0, 0], [0, 0, 0]]]


def test_support_is_the_sum_of_the_last_column():
    built = table({Row("f"): (1.0, 2.0, 3.0)}, {Row("f"): (0.0, 0.0, 4.0)})
    assert built.scores()[0].support == 7
    assert built.scores()[0].value == pytest.approx(2 / 9)
