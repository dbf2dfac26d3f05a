"""Windows over long documents, and the clusters that they share."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

pytest.importorskip("discotag_neural")

from discotag_neural.coref.documents import stitched, windows


@pytest.mark.parametrize(
    ("lengths", "size", "overlap", "expected"),
    [
        ([], 10, 5, [(0, 0)]),
        ([4], 10, 5, [(0, 1)]),
        ([4, 4], 10, 5, [(0, 2)]),
        ([4, 4, 4], 8, 4, [(0, 2), (1, 3)]),
        ([4, 4, 4], 8, 3, [(0, 2), (2, 3)]),
        ([3, 3, 3, 3, 3], 9, 6, [(0, 3), (1, 4), (2, 5)]),
        ([30, 2, 2], 10, 5, [(0, 1), (1, 3)]),
        ([2, 30, 2], 10, 5, [(0, 1), (1, 2), (2, 3)]),
        ([0, 0, 5], 5, 5, [(0, 3)]),
    ],
    ids=["empty", "one", "fits", "overlaps", "apart", "slides", "long first", "long", "blank"],
)
def test_windows_cover_a_document(
    lengths: list[int], size: int, overlap: int, expected: list[tuple[int, int]]
) -> None:
    found = [(window.start, window.stop) for window in windows(lengths, size, overlap)]
    assert found == expected


def test_every_segment_is_seen_and_every_window_fits() -> None:
    dice = random.Random(1)
    for _ in range(300):
        lengths = [dice.randint(0, 12) for _ in range(dice.randint(1, 30))]
        size, overlap = dice.randint(2, 30), dice.randint(0, 40)
        found = windows(lengths, size, overlap)
        assert {segment for window in found for segment in window} == set(range(len(lengths)))
        assert all(len(w) == 1 or sum(lengths[i] for i in w) <= size for w in found)
        assert all(b.stop > a.stop for a, b in pairwise(found))


def test_clusters_that_share_a_mention_are_one() -> None:
    first = [[(0, 0, 1), (1, 0, 1)], [(0, 3, 4), (1, 4, 5)]]
    second = [[(1, 0, 1), (2, 0, 1)], [(2, 3, 4), (2, 5, 6)]]
    assert stitched([first, second]) == [
        ((0, 0, 1), (1, 0, 1), (2, 0, 1)),
        ((0, 3, 4), (1, 4, 5)),
        ((2, 3, 4), (2, 5, 6)),
    ]


def test_a_window_may_join_two_clusters_of_another() -> None:
    first = [[(0, 0, 1), (1, 0, 1)], [(0, 3, 4), (1, 4, 5)]]
    assert stitched([first, [[(1, 0, 1), (1, 4, 5)]]]) == [
        ((0, 0, 1), (0, 3, 4), (1, 0, 1), (1, 4, 5))
    ]


def test_a_lone_mention_is_no_cluster() -> None:
    assert stitched([[[(0, 0, 1)], [(1, 0, 1), (1, 0, 1)]]]) == []


def test_a_mention_of_two_clusters_of_a_window_belongs_to_the_first() -> None:
    first = [[(0, 0, 1), (1, 0, 1)], [(1, 0, 1), (1, 4, 5), (2, 0, 1)]]
    assert stitched([first]) == [((0, 0, 1), (1, 0, 1)), ((1, 4, 5), (2, 0, 1))]
