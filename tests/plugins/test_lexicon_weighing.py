"""Word pairs are weighed by posteriors, rivals and neighbours, alike in both directions."""

from __future__ import annotations

import numpy as np
import pytest

from discotag.plugins.aligners.lexicon.hmm import ABSENT, Word
from discotag.plugins.aligners.lexicon.weighing import POSSIBLE, features, likely, possible


def word(*, known: bool = True, null: float = 0.01) -> Word:
    return Word(0 if known else ABSENT, (), 0, "", null, 1.0, known)


def cells(forward, backward=None, **facts):
    matrix = np.array(forward, dtype=np.float32)
    other = matrix if backward is None else np.array(backward, dtype=np.float32)
    rows, columns = matrix.shape
    return possible(matrix, other, [word(**facts)] * rows, [word(**facts)] * columns)


def made_up(count: int):
    draw = np.random.default_rng(3)
    shapes = draw.integers(1, 12, (count, 2))
    return [cells(draw.random(shape), draw.random(shape)) for shape in shapes]


def test_what_both_directions_hold_unlikely_is_no_cell():
    found = cells([[0.9, POSSIBLE / 2], [0.0, 0.5]])
    assert list(zip(found.rows, found.columns, strict=True)) == [(0, 0), (1, 1)]


def test_a_pair_is_weighed_the_same_alone_and_among_others():
    pairs = made_up(30)
    for one, among in zip(pairs, likely(pairs), strict=True):
        assert np.allclose(likely([one])[0], among, atol=1e-6)


def test_a_turned_pair_shows_the_same():
    draw = np.random.default_rng(5)
    forward, backward = draw.random((2, 6, 9)).astype(np.float32)
    there, back = cells(forward, backward), cells(backward.T, forward.T)
    order = np.lexsort((back.rows, back.columns))
    for name, values in features([there]).items():
        assert np.allclose(values, features([back])[name][order], atol=1e-6), name


def test_a_rival_takes_from_a_link():
    (alone,) = likely([cells([[0.5, 0.0], [0.0, 0.9]])])
    (rivalled,) = likely([cells([[0.5, 0.4], [0.0, 0.9]])])
    assert rivalled[0] < alone[0]


def test_a_neighbour_that_shares_the_word_adds_to_a_link():
    rival = features([cells([[0.5, 0.0, 0.4]])])["neighbour of the same word"]
    beside = features([cells([[0.5, 0.4, 0.0]])])["neighbour of the same word"]
    assert rival.tolist() == [0, 0]
    assert beside == pytest.approx([0.4, 0.5])


def test_cells_of_another_pair_are_no_neighbours():
    one = cells([[0.5]])
    shown = features([one, one])
    for name in ("before and after", "crossing", "neighbour of the same word"):
        assert shown[name].tolist() == [0, 0]


def test_a_word_that_often_translates_nothing_is_linked_less():
    (usual,) = likely([cells([[0.5]], null=0.01)])
    (empty,) = likely([cells([[0.5]], null=0.4)])
    assert empty[0] < usual[0]


def test_two_unknown_words_need_less_than_known_ones():
    (known,) = likely([cells([[0.3]])])
    (unknown,) = likely([cells([[0.3]], known=False)])
    assert unknown[0] > known[0]


def test_pairs_without_cells_have_no_scores():
    assert likely([]) == []
    assert [len(scores) for scores in likely([cells([[0.0]]), cells([[0.9]])])] == [0, 1]
    assert [len(scores) for scores in likely([cells([[0.0]])])] == [0]
