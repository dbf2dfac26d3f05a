"""The least windows in which a tag still fires."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from discotag.core.tags import ContextOptions, Mark, Occurrences, TokenRef, Window, windows


def mark(*segments, needed=None):
    evidence = tuple(TokenRef("target", segment, place) for place, segment in enumerate(segments))
    return Mark("formality", "v", 10, 0, evidence=evidence, needed=needed)


@pytest.mark.parametrize(
    ("segments", "needed", "expected"),
    [
        ([], None, []),
        ([7], None, [(3, 0)]),
        ([12], None, [(0, 2)]),
        ([10], None, [(0, 0)]),
        ([7, 12], 1, [(0, 2), (3, 0)]),
        ([9, 7, 2], None, [(8, 0)]),
        ([9, 7, 12], None, [(3, 2)]),
        ([9, 7, 2, 11, 14, 15], 3, [(0, 5), (1, 4), (3, 1), (8, 0)]),
        ([9, 9, 2, 11, 11], 3, [(1, 1), (8, 0)]),
    ],
    ids=[
        "no evidence", "earlier", "later", "own segment", "earlier or later", "three earlier",
        "two earlier and one later", "any three of six", "several in one segment",
    ],
)  # fmt: skip
def test_least_windows(segments, needed, expected):
    found = windows(mark(*segments, needed=needed))
    assert sorted(found) == [Window(*pair) for pair in expected]


def test_a_mark_that_needs_all_its_evidence_is_the_same_as_one_that_does_not_say():
    assert mark(9, 8, needed=2) == mark(9, 8)
    assert mark(9, 8, needed=1) != mark(9, 8)


def test_a_mark_needs_at_least_one_place():
    with pytest.raises(ValueError, match="at least 1"):
        mark(9, 8, needed=0)


@pytest.mark.parametrize(
    ("segments", "needed", "distance", "span"),
    [([7, 12], 1, -2, -2), ([9, 7, 2, 11, 14, 15], 3, 1, 3), ([9, 7, 2], None, 1, 8)],
    ids=["the nearer of two", "third nearest on both sides", "all"],
)
def test_the_span_is_to_the_furthest_place_that_is_needed(segments, needed, distance, span):
    found = mark(*segments, needed=needed)
    assert (found.distance, found.span) == (distance, span)


def test_a_window_holds_another_on_both_sides():
    assert Window(3, 1).holds(Window(3, 0))
    assert not Window(3, 1).holds(Window(2, 2))
    assert Window(None, None).holds(Window(99, 99))
    assert not Window(99, 99).holds(Window(None, 0))


@pytest.mark.parametrize("count", [1, 3])
def test_following_segments_add_windows_and_take_none_away(count):
    random = Random(7)
    places = sorted({(random.randrange(30), random.randrange(3)) for _ in range(25)})
    occurrences = Occurrences(("v", TokenRef("target", *place)) for place in places)
    checked = 0
    for segment, token in places:
        place = TokenRef("target", segment, token)
        earlier, both = (
            windows(
                Mark(
                    "formality", "v", segment, token, needed=count,
                    evidence=occurrences.nearest("v", place, options, count=count),
                )
            )
            for options in (ContextOptions(), ContextOptions(following=True))
        )  # fmt: skip
        assert tuple(window for window in both if not window.following) == earlier
        checked += bool(earlier)
    assert checked > 10


def test_a_window_holds_the_evidence_if_the_tagger_finds_enough_in_it():
    random = Random(11)
    places = sorted({(random.randrange(20), random.randrange(2)) for _ in range(14)})
    occurrences = Occurrences(("v", TokenRef("target", *place)) for place in places)
    answers = set()
    for segment, token in places:
        place = TokenRef("target", segment, token)
        both = ContextOptions(following=True)
        evidence = occurrences.nearest("v", place, both, count=3)
        least = windows(Mark("formality", "v", segment, token, evidence=evidence, needed=3))
        for back, ahead in product(range(12), range(12)):
            seen = ContextOptions(window=back, following=ahead)
            fires = bool(occurrences.nearest("v", place, seen, count=3))
            assert fires == any(Window(back, ahead).holds(window) for window in least)
            answers.add(fires)
    assert answers == {True, False}


def places(*pairs):
    return [TokenRef("target", segment, token) for segment, token in pairs]


OCCURRENCES = Occurrences(
    [("v", place) for place in places((0, 1), (2, 0), (2, 3), (4, 0), (6, 2))]
)
HERE = TokenRef("target", 4, 0)


def test_the_nearest_earlier_segment_comes_first():
    assert OCCURRENCES.nearest("v", HERE, ContextOptions(), count=2) == tuple(
        places((2, 3), (2, 0))
    )


def test_the_same_segment_is_no_context_unless_asked_for():
    here = TokenRef("target", 2, 3)
    assert OCCURRENCES.nearest("v", here, ContextOptions()) == tuple(places((0, 1)))
    current = ContextOptions(current=True)
    assert OCCURRENCES.nearest("v", here, current) == tuple(places((2, 0)))


def test_too_few_places_are_no_evidence():
    assert OCCURRENCES.nearest("v", HERE, ContextOptions(), count=4) == ()


def test_a_window_limits_the_distance():
    assert OCCURRENCES.nearest("v", HERE, ContextOptions(window=1)) == ()


def test_following_segments_count_only_when_asked_for():
    first = TokenRef("target", 0, 1)
    assert OCCURRENCES.nearest("v", first, ContextOptions()) == ()
    assert OCCURRENCES.nearest("v", first, ContextOptions(following=True)) == tuple(places((2, 0)))


def test_earlier_and_later_places_stand_side_by_side_where_following_segments_count():
    both = ContextOptions(following=True)
    found = OCCURRENCES.nearest("v", TokenRef("target", 2, 0), both, count=2)
    assert found == tuple(places((0, 1), (4, 0), (6, 2)))


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"following": 2}, [(2, 3), (6, 2)]),
        ({"following": 1}, [(2, 3)]),
        ({"following": 0}, [(2, 3)]),
        ({"following": True, "window": 1}, []),
        ({"following": True, "window": 2}, [(2, 3), (6, 2)]),
        ({"following": 2, "window": 1}, [(6, 2)]),
    ],
    ids=["so many", "too few", "none", "as far as the window", "window", "beside the window"],
)
def test_following_says_how_many_later_segments_count(options, found):
    assert OCCURRENCES.nearest("v", HERE, ContextOptions(**options)) == tuple(places(*found))


def test_a_reach_limits_both_directions():
    within = ContextOptions(following=True).within(3)
    assert (within.window, within.ahead) == (3, 3)
    within = ContextOptions(window=2, following=9).within(None)
    assert (within.window, within.ahead) == (2, 9)
    assert ContextOptions().within(3).ahead == 0


@pytest.mark.parametrize(
    ("evidence", "distance", "span"),
    [([], None, None), ([(2, 0), (0, 1)], 2, 4), ([(6, 2)], -2, -2), ([(4, 0)], 0, 0)],
    ids=["none", "nearest and furthest", "following", "same segment"],
)
def test_distance_is_to_the_nearest_and_span_to_the_furthest(evidence, distance, span):
    mark = Mark("formality", "v", 4, 2, evidence=tuple(places(*evidence)))
    assert (mark.distance, mark.span) == (distance, span)
    assert mark.is_tag == bool(evidence)
