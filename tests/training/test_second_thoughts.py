"""When an *it* is empty after all: what is learned from."""

from __future__ import annotations

from benchmarks.tasks.coref_probes import read_probes
from training.coreference.second_thoughts import LEANING, LINES, fitted


def test_a_pattern_of_empty_ones_gets_weight_and_one_of_others_loses_it():
    rows = [(0.0, ("it:subject", "words:rain"), True, 1.0)] * 20
    rows += [(0.0, ("it:subject", "words:gap"), False, 1.0)] * 20
    weights = fitted(rows).features
    assert weights["words:rain"] > 1 > -1 > weights["words:gap"]


def test_where_nothing_is_learned_the_network_is_believed():
    weights = fitted([(2.0, (), True, 0.0), (-2.0, (), False, 0.0)])
    assert (round(weights.opinion, 6), round(weights.bias - LEANING, 6)) == (1.0, 0.0)


def test_a_pattern_met_once_or_twice_is_left_out():
    rows = [(1.0, ("words:rare",), True, 1.0)] * 2 + [(-1.0, ("words:gap",), False, 1.0)] * 3
    assert set(fitted(rows).features) == {"words:gap"}


def test_the_lines_have_one_it_or_more_each():
    assert all(item.pronouns for item in read_probes(LINES))
