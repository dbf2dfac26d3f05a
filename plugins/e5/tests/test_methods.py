"""From states to links: methods, curves of confidence, learned weighing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from discotag.plugin import Alignment
from discotag_e5 import joined, methods
from discotag_e5.encoder import Reading
from discotag_e5.methods import Curve
from discotag_e5.weighing import Evidence, Weights, evidence_of, features, shipped, weigh

SCORES = np.array([[0.8, 0.6, -0.8], [0.4, -0.6, -0.4], [-0.8, 0.2, -0.6]], dtype=np.float32)


def places(links) -> list[tuple[int, int]]:
    return [(int(i), int(j)) for i, j in zip(*links.nonzero(), strict=True)]


def turned(*degrees: float) -> np.ndarray:
    """Make vectors of any lengths, by their directions."""
    return np.array(
        [
            [(n + 1) * math.cos(math.radians(one)), (n + 1) * math.sin(math.radians(one))]
            for n, one in enumerate(degrees)
        ],
        dtype=np.float32,
    )


def test_argmax_links_what_is_each_others_best():
    assert places(methods.argmax(SCORES)) == [(0, 0)]


def test_of_equals_the_first_is_the_best():
    assert places(methods.argmax(np.ones((2, 3), dtype=np.float32))) == [(0, 0)]


def test_itermax_links_what_is_best_among_the_rest():
    # as 0–1: 0.9 0.8 0.1, 0.7 0.2 0.3, 0.1 0.6 0.2; 0 being linked, 0-1 counts 0.72 and 1-0 0.63
    assert places(methods.itermax(SCORES)) == [(0, 0), (0, 1), (1, 0)]


def test_itermax_of_two_words_is_argmax():
    assert places(methods.itermax(SCORES[:2])) == places(methods.argmax(SCORES[:2]))


@pytest.mark.parametrize("method", ["argmax", "itermax", "softmax"])
def test_lengths_do_not_matter(method):
    one, other = turned(0, 40, 80), turned(80, 0, 40)
    assert places(methods.link(one, other, method).linked) == [(0, 1), (1, 2), (2, 0)]


def test_softmax_links_two_that_are_nearly_as_likely():
    source, target = turned(0, 90), turned(0, 5, 90)
    assert places(methods.link(source, target, "softmax").linked) == [(0, 0), (0, 1), (1, 2)]
    assert places(methods.link(source, target, "argmax").linked) == [(0, 0), (1, 2)]


def test_softmax_needs_both_directions():
    # of five alike none has more than 0.2 of the one that they share
    source, target = turned(0), turned(0, 0, 0, 0, 0, 0)
    assert places(methods.link(source, target, "softmax").linked) == []


def test_confidence_is_the_geometric_mean_of_both_directions():
    found = methods.link(turned(0, 30), turned(0, 30), "argmax").confidence
    near, far = 1.0, math.exp(25 * (math.cos(math.radians(30)) - 1))
    assert found[0, 0] == pytest.approx(methods.RIGHT.of(near / (near + far)), abs=1e-5)
    assert found[0, 1] == pytest.approx(methods.RIGHT.of(far / (near + far)), abs=1e-5)


def test_a_doubtful_link_has_less_confidence_than_a_plain_one():
    plain = methods.link(turned(0, 90), turned(0, 90), "argmax").confidence[0, 0]
    doubtful = methods.link(turned(0, 90), turned(0, 10), "argmax").confidence[0, 0]
    assert 0 < doubtful < 0.8 < plain <= 1


def test_what_is_linked_is_possible_and_so_is_what_comes_near():
    found = methods.link(turned(0, 90), turned(0, 25, 90), "argmax")
    assert places(found.linked) == [(0, 0), (1, 2)]
    assert places(found.possible) == [(0, 0), (0, 1), (1, 2)]


def test_a_state_of_zeros_is_no_number_trouble():
    zeros = np.zeros((1, 2), dtype=np.float32)
    found = methods.link(zeros, zeros, "argmax")
    assert found.confidence == pytest.approx(methods.RIGHT.of(1.0))


CURVES = {"e5": methods.RIGHT, "joined": joined.RIGHT}


def test_a_curve_is_logistic_in_the_log_odds():
    curve = Curve(np.log(3), 2.0)
    assert curve.of(0.5) == pytest.approx(0.75)
    assert curve.of(0.75) == pytest.approx(27 / 28)


@pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES)
def test_the_fitted_curves_turn_no_order_and_are_never_quite_sure(curve):
    found = curve(np.linspace(0, 1, 101, dtype=np.float32))
    assert (np.diff(found) >= 0).all()
    assert (np.diff(found)[5:95] > 0).all()
    assert 0 < found[0] < 0.05
    assert 0.9 < found[-1] < 0.99


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
