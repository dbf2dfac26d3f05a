"""From similarities to links, on matrices small enough to follow by hand."""

from __future__ import annotations

import numpy as np
import pytest

methods = pytest.importorskip("discotag_neural.aligners.methods")

SCORES = np.array([[0.9, 0.8, 0.1], [0.7, 0.2, 0.3], [0.1, 0.6, 0.2]])


def places(links: np.ndarray) -> list[tuple[int, int]]:
    return [(int(i), int(j)) for i, j in zip(*links.nonzero(), strict=True)]


def test_argmax_links_what_is_each_others_best():
    assert places(methods.argmax(SCORES)) == [(0, 0)]


def test_of_equals_the_first_is_the_best():
    assert places(methods.argmax(np.ones((2, 3)))) == [(0, 0)]


def test_itermax_links_what_is_best_among_the_rest():
    # second round: 0 is linked already, so 0-1 counts 0.72 and 1-0 0.63; 2-1 loses to 0-1
    assert places(methods.itermax(SCORES)) == [(0, 0), (0, 1), (1, 0)]


def test_itermax_stops_where_a_side_has_no_free_word():
    scores = np.array([[0.9, 0.1, 0.1, 0.8], [0.1, 0.9, 0.1, 0.1], [0.1, 0.1, 0.9, 0.1]])
    assert (
        places(methods.itermax(scores))
        == places(methods.argmax(scores))
        == [(0, 0), (1, 1), (2, 2)]
    )


def test_itermax_of_two_words_is_argmax():
    scores = SCORES[:2]
    assert places(methods.itermax(scores)) == places(methods.argmax(scores))


def test_match_makes_the_sum_greatest():
    pytest.importorskip("scipy")
    assert places(methods.match(SCORES)) == [(0, 0), (1, 2), (2, 1)]  # 0.9 + 0.3 + 0.6


def test_match_links_every_word_of_the_shorter_side():
    pytest.importorskip("scipy")
    assert len(places(methods.match(SCORES[:, :2]))) == 2


def test_similarity_is_the_cosine_put_into_0_to_1():
    one = np.array([[1, 0], [0, 2]], dtype=np.float32)
    other = np.array([[3, 0], [-1, 0]], dtype=np.float32)
    assert methods.similarity(one, other).tolist() == [[1.0, 0.0], [0.5, 0.5]]


def test_distortion_costs_what_lies_off_the_diagonal():
    ones = np.ones((3, 2), dtype=np.float32)
    found = methods.similarity(ones, ones[:2], distortion=0.5)
    assert found == pytest.approx(np.array([[1, 0.5], [0.875, 0.875], [0.5, 1]]), abs=1e-6)


def test_distortion_spares_a_side_of_one_subword():
    ones = np.ones((3, 2), dtype=np.float32)
    assert methods.similarity(ones, ones[:1], distortion=1.0) == pytest.approx(np.ones((3, 1)))


def test_a_state_of_zeros_is_no_number_trouble():
    zeros = np.zeros((1, 2), dtype=np.float32)
    assert methods.similarity(zeros, zeros).tolist() == [[0.5]]


def test_softmax_links_what_is_likely_in_both_directions():
    source = np.array([[5, 0], [0, 5]], dtype=np.float32)
    linked, scores = methods.link(source, source, method="softmax")
    assert places(linked) == [(0, 0), (1, 1)]
    assert scores[0, 0] == pytest.approx(1.0, abs=1e-3)


def test_scaled_cosines_link_what_dot_products_do_not_part():
    # all vectors point nearly the same way, as those of multilingual-e5-small do
    source = np.array([[10, 1], [10, -1]], dtype=np.float32)
    dots, _ = methods.link(source, source / 100, method="softmax")
    assert places(dots) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    scaled, scores = methods.link(source, source / 100, method="softmax", scale=100)
    assert places(scaled) == [(0, 0), (1, 1)]
    far = np.exp(100 * (99 / 101 - 1))
    assert scores[0, 0] == pytest.approx(1 / (1 + far), abs=1e-4)


def test_of_scaled_cosines_a_fifth_is_the_least_share():
    source, target = np.ones((1, 2), dtype=np.float32), np.ones((6, 2), dtype=np.float32)
    assert not methods.link(source, target, method="softmax", scale=40)[0].any()
    assert methods.link(source, target[:4], method="softmax", scale=40)[0].all()


def test_confidence_does_not_depend_on_how_alike_all_words_are():
    near = methods.confidence(0.95 + SCORES / 100)
    assert near == pytest.approx(methods.confidence(SCORES), abs=1e-6)
    assert near[0, 0] == near.max()


def test_confidence_is_lower_where_another_word_is_nearly_as_good():
    plain = np.array([[0.9, 0.1], [0.1, 0.9]])
    doubtful = np.array([[0.9, 0.85], [0.1, 0.9]])
    assert methods.confidence(plain)[0, 0] > 0.9
    assert 0.3 < methods.confidence(doubtful)[0, 0] < 0.8


def test_confidence_of_one_word_each_is_sure_and_of_many_alike_is_not():
    assert methods.confidence(np.ones((1, 1))).tolist() == [[1.0]]
    assert methods.confidence(np.ones((4, 4)))[0, 0] == pytest.approx(0.25)


@pytest.mark.parametrize(("threshold", "count"), [(0.5, 1), (0.0, 1), (0.95, 0)])
def test_a_threshold_drops_links(threshold: float, count: int):
    states = np.array([[1.0, 0.0]], dtype=np.float32)
    near = np.array([[1.0, 0.6]], dtype=np.float32)  # similarity 0.93
    linked, _ = methods.link(states, near, method="argmax", threshold=threshold)
    assert linked.sum() == count


def test_scores_of_argmax_are_shares_that_turn_no_order_and_are_never_quite_sure():
    shares = methods.calibrated(np.linspace(0, 1, 101))
    assert (np.diff(shares) >= 0).all()
    assert (np.diff(shares)[5:95] > 0).all()
    assert shares[50] == pytest.approx(1 / (1 + np.exp(-methods.SHIFT)))
    assert 0.95 < shares[-1] < 0.99
    linked, found = methods.link(np.eye(3), np.eye(3), method="argmax")
    similar = methods.similarity(np.eye(3), np.eye(3))
    assert found == pytest.approx(methods.calibrated(methods.confidence(similar)))
    assert places(linked) == [(0, 0), (1, 1), (2, 2)]
