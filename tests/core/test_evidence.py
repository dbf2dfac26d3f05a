"""Evidence is the nearest earlier occurrences that suffice."""

from __future__ import annotations

import pytest

from discotag.core.tags import ContextOptions, Mark, Occurrences, TokenRef


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
