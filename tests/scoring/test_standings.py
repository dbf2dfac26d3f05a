"""Standings: clusters and ranks of systems, against plain loops and cases that are known."""

from __future__ import annotations

import doctest
import math
from itertools import combinations

import numpy as np
import pytest

from discotag.core.components import ScorerInfo
from discotag.core.errors import InputError
from discotag.core.results import Row, Statistics
from discotag.plugins.scorers.word_f import CompareMtScorer
from discotag.scoring import standings as module
from discotag.scoring.inference import holm
from discotag.scoring.resampling import ResamplingOptions, resample
from discotag.scoring.standings import standings
from discotag.scoring.table import BoundScorer, CountTable
from discotag.testing import context

F = Row("formality")
SHARES = {"best": 0.95, "like it": 0.94, "middle": 0.6, "worst": 0.3}


def bound(**more):
    columns = ("matched", "hypothesis", "support")
    info = ScorerInfo(name="compare_mt", summary="F.", factory="m:C", columns=columns, **more)
    return BoundScorer(info, CompareMtScorer.create(context()), "core")


def table(system, counts, **more):
    found = [Statistics(f"d{i}", {F: tuple(map(float, of))}) for i, of in enumerate(counts)]
    return CountTable.of(bound(**more), system, found, phenomena=("formality",))


def tables(documents=60, shares=SHARES, **more):
    random = np.random.default_rng(1)
    tags = random.integers(2, 9, documents)
    return [
        table(
            name, [(m, n, n) for n, m in zip(tags, random.binomial(tags, p), strict=True)], **more
        )
        for name, p in shares.items()
    ]


def only(found):
    (item,) = found
    return item


def test_the_docstring_holds():
    assert not doctest.testmod(module).failed


def test_systems_that_differ_clearly_are_in_clusters_of_their_own():
    found = only(standings(tables()))
    assert [(item.cluster, item.ranks) for item in found.systems] == [
        (1, (1, 2)),
        (1, (1, 2)),
        (2, (3, 3)),
        (3, (4, 4)),
    ]
    assert {item.system for item in found.systems[:2]} == {"best", "like it"}
    assert found.clusters == 3


def test_where_lower_is_better_the_order_is_turned():
    up, down = only(standings(tables())), only(standings(tables(higher_is_better=False)))
    assert [item.system for item in down.systems] == [item.system for item in up.systems][::-1]
    assert [item.cluster for item in down.systems] == [1, 2, 3, 3]


def test_intervals_are_those_of_resample():
    given = tables()
    outcome = resample(given, ResamplingOptions(trials=100))
    expected = {score.system: score.interval for score in outcome.scores}
    found = {item.system: item.interval for item in only(standings(given)).systems}
    for name, interval in found.items():
        assert interval == pytest.approx(expected[name], abs=1e-12)


def test_p_is_that_of_a_plain_loop():
    given = tables()
    found = only(standings(given, samples=2000))
    random = np.random.default_rng(7)
    counts = {item.system: item.array([F])[:, 0] for item in given}
    draws = [random.integers(60, size=60) for _ in range(2000)]

    def value(name, chosen):
        matched, hypothesis, support = counts[name][chosen].sum(axis=0)
        return 2 * matched / (hypothesis + support)

    raw = []
    names = [item.system for item in found.systems]
    whole = np.arange(60)
    for one, other in combinations(names, 2):
        drawn = [value(one, chosen) - value(other, chosen) for chosen in draws]
        real = value(one, whole) - value(other, whole)
        raw.append(math.erfc(abs(real) / np.std(drawn) / math.sqrt(2)))
    above = np.triu_indices(4, 1)
    for ours, plain in zip(found.p_values[above], holm(raw), strict=True):
        assert (ours < 0.05) == (plain < 0.05)
        if plain > 0.01:
            assert ours == pytest.approx(plain, rel=0.15)


def test_few_documents_are_not_tested():
    found = only(standings(tables(documents=9)))
    assert np.isnan(found.p_values).all()
    assert {(item.ranks, item.cluster, item.interval) for item in found.systems} == {
        ((1, 4), 1, None)
    }


def test_a_system_without_a_value_has_no_rank_and_stands_last():
    given = [*tables(), table("empty", [(0, 0, 0)] * 60)]
    last = only(standings(given)).systems[-1]
    assert (last.system, last.value, last.ranks, last.cluster) == ("empty", None, None, None)


def test_where_nobody_has_a_value_nobody_has_a_rank():
    given = [table(name, [(0, 0, 0)] * 20) for name in "ab"]
    assert [item.ranks for item in only(standings(given)).systems] == [None, None]


def test_the_same_system_twice_is_no_difference():
    first = tables(shares={"a": 0.7})
    twin = CountTable(first[0].bound, "b", first[0].documents, first[0].counts, first[0].rows)
    found = only(standings([*first, twin]))
    assert found.p_values[0, 1] == 1.0
    assert found.clusters == 1


def test_where_all_documents_say_the_same_it_is_as_with_coins():
    given = [table("a", [(4, 4, 4)] * 12), table("b", [(3, 4, 4)] * 12)]
    assert only(standings(given)).p_values[0, 1] == pytest.approx(2.0**-11)


def test_systems_of_other_documents_are_refused():
    with pytest.raises(InputError, match="same documents"):
        list(standings([*tables(), table("new", [(1, 1, 1)] * 5)]))


def test_equals_are_told_apart_in_one_corpus_of_twenty():
    random = np.random.default_rng(5)
    alarms = 0
    for _ in range(300):
        tags = random.integers(2, 9, 30)
        pair = [
            table(name, [(m, n, n) for n, m in zip(tags, random.binomial(tags, 0.7), strict=True)])
            for name in "ab"
        ]
        alarms += only(standings(pair, samples=300)).p_values[0, 1] < 0.05
    assert 5 <= alarms <= 27  # 15 expected, four standard errors of 3.8 on each side
