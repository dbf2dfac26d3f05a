"""Verbs without a link are paired by their places between those that have one."""

from __future__ import annotations

import pytest

from discotag._analysis.verb_pairs import paired_by_order


@pytest.mark.parametrize(
    ("places", "found", "left", "anchors", "paired"),
    [
        # one is left over on each side
        ([2, 8], [1, None], [5], [(0, 0)], [1, 5]),
        # two gaps, each with its own left-over verb
        ([2, 8, 14], [None, 6, None], [1, 11], [(0, 0)], [1, 6, 11]),
        # between the linked verbs there are two on one side: nobody knows which
        ([2, 8, 14], [1, None, 12], [4, 7], [(0, 0)], [1, None, 12]),
        # as many on both sides come in the same order
        ([2, 5, 8, 14], [1, None, None, 12], [4, 7], [(0, 0)], [1, 4, 7, 12]),
        # the ends of sentences keep apart what links do not
        ([2, 8], [None, None], [9], [(0, 0), (6, 5)], [None, 9]),
        # verbs that cross tell nothing of their neighbors, and keep their own links
        ([2, 5, 8], [9, 1, None], [12], [(0, 0)], [9, 1, 12]),
    ],
)
def test_leftovers_are_paired(
    places: list[int],
    found: list[int | None],
    left: list[int],
    anchors: list[tuple[int, int]],
    paired: list[int | None],
) -> None:
    assert paired_by_order(places, found, left, anchors) == paired
