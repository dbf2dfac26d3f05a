"""What a table and the encoder show of two words, and the links that come of it."""

from __future__ import annotations

import numpy as np
import pytest

from discotag.plugin import Alignment
from discotag_e5.encoder import Reading
from discotag_e5.weighing import Evidence, Weights, evidence_of, features, shipped, weigh


def evidence(forward, linked=()) -> Evidence:
    shares = np.array(forward, dtype=np.float32)
    best = np.zeros(shares.shape, dtype=bool)
    for place in linked:
        best[place] = True
    return Evidence(best, shares, shares)


def shown_at(place, first, second) -> dict[str, float]:
    rows, columns, shown = features(first, second)
    at = list(zip(rows.tolist(), columns.tolist(), strict=True)).index(place)
    return {name: float(values[at]) for name, values in shown.items()}


def test_word_pairs_that_the_table_or_the_encoder_holds_possible_are_weighed():
    second = evidence([[0.9, 0.0], [0.0, 0.06], [0.04, 0.0]], linked=[(0, 0)])
    rows, columns, _ = features(Alignment.of([(2, 1)], [0.3]), second)
    assert list(zip(rows, columns, strict=True)) == [(0, 0), (1, 1), (2, 1)]


def test_rivals_are_the_best_of_the_others_in_row_and_column():
    table = Alignment.of([(0, 0), (0, 1), (1, 0)], [0.6, 0.3, 0.2])
    second = evidence([[0.5, 0.1], [0.4, 0.2]], linked=[(0, 0)])
    found = shown_at((0, 0), table, second)
    assert found["table rival source"] == pytest.approx(0.2)
    assert found["table rival target"] == pytest.approx(0.3)
    assert found["forward rival source"] == pytest.approx(0.4)
    assert found["backward rival target"] == pytest.approx(0.1)
    assert shown_at((0, 1), table, second)["linked rival target"] == 1
    assert shown_at((1, 0), table, second)["linked rival source"] == 1


def test_links_beside_a_pair_count_by_where_they_stand():
    second = evidence(np.zeros((3, 3)), linked=[(0, 0), (2, 2), (1, 0), (0, 2)])
    found = shown_at((1, 1), Alignment.of([(1, 1)], [0.3]), second)
    assert found["before and after"] == 2
    assert found["same source"] == 1
    assert found["same target"] == 0
    assert found["crossing"] == 1


def test_the_probability_of_a_link_is_its_confidence_and_decides():
    second = evidence([[0.9, 0.0], [0.0, 0.9]], linked=[(0, 0), (1, 1)])
    weights = Weights(bias=-1.0, least=0.5, features={"in table": 2.0})
    found = weigh(Alignment.of([(0, 0)], [0.8]), second, weights)
    assert found.links == ((0, 0),)
    assert found.scores == pytest.approx((1 / (1 + np.exp(-1)),))


def test_every_shipped_weight_is_that_of_a_feature():
    _, _, shown = features(Alignment.of([(0, 0)]), evidence([[0.5]]))
    assert shown.keys() == shipped().features.keys()


def test_a_word_has_the_best_of_its_pieces_and_words_without_pieces_have_nothing():
    source = Reading((1, 2, 3), ((0,), (0,), (2,)))
    target = Reading((1, 2), ((), (1,)))
    states = np.eye(3, dtype=np.float32)
    found = evidence_of(source, target, states, states[:2], (3, 2))
    assert found.linked.tolist() == [[False, True], [False, False], [False, False]]
    assert found.forward[:, 0].tolist() == [0, 0, 0]
    assert found.backward[0, 1] > 0.9 > found.backward[2, 1] > 0
    assert found.forward[1].tolist() == [0, 0]


def test_a_side_without_pieces_has_no_evidence():
    empty = Reading((), ())
    found = evidence_of(empty, Reading((1,), ((0,),)), np.zeros((0, 4)), np.ones((1, 4)), (2, 1))
    assert found.forward.shape == (2, 1)
    assert not found.linked.any()
