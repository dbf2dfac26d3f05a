"""From states to links, on vectors small enough to follow by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from discotag_e5 import methods

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
