"""Two aligners' links made one."""

from __future__ import annotations

import pytest

from discotag.plugin import Alignment
from discotag_e5 import joined

FIRST = Alignment(((0, 0), (0, 1), (1, 1), (2, 2), (3, 4)), (0.5, 0.4, 0.8, 0.6, 0.3))
SECOND = Alignment(((0, 0), (1, 2)), (0.5, 0.9))
POSSIBLE = Alignment(((0, 0), (0, 1), (1, 2)), (0.5, 0.1, 0.9))


def test_union_has_all():
    found = joined.union(FIRST, SECOND)
    assert found.links == ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (3, 4))


def test_fill_adds_what_touches_a_free_word():
    assert joined.fill(FIRST, SECOND).links == ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (3, 4))
    blocked = Alignment(((0, 2),), (0.9,))
    assert joined.fill(blocked, SECOND).links == SECOND.links


def test_best_adds_what_is_possible_and_then_what_is_free_on_both_sides():
    found = joined.best(FIRST, SECOND, POSSIBLE)
    # 0-1 is possible; 1-1 and 2-2 touch a linked word; 3-4 touches none
    assert found.links == ((0, 0), (0, 1), (1, 2), (3, 4))


def test_what_both_found_is_wrong_only_if_both_are():
    found = joined.union(FIRST, SECOND)
    either = {(0, 0): 0.75, (0, 1): 0.4, (1, 1): 0.8, (1, 2): 0.9, (2, 2): 0.6, (3, 4): 0.3}
    assert found.scores == tuple(joined.RIGHT.of(either[link]) for link in found.links)


def test_a_link_without_a_confidence_counts_a_half():
    assert joined.union(Alignment(((1, 1),)), Alignment()).scores == (joined.RIGHT.of(0.5),)


@pytest.mark.parametrize("join", [joined.union, joined.fill])
def test_nothing_joined_with_nothing_is_nothing(join):
    assert join(Alignment(), Alignment()).links == ()
    assert joined.best(Alignment(), Alignment(), Alignment()).links == ()
