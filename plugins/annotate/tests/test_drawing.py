"""Samples follow from the seed, and hold every stratum in its share."""

from __future__ import annotations

from collections import Counter

import pytest

from discotag_annotate.instruments.common import drawn, shares, shuffled

UNITS = [("news", number) for number in range(80)] + [("talk", number) for number in range(20)]


def sample(size: int, *, seed: int = 1, each: bool = False) -> list[tuple[str, int]]:
    return drawn(UNITS, size, seed=seed, name=str, stratum=lambda unit: unit[0], each=each)


def test_the_same_seed_draws_the_same_and_another_seed_others() -> None:
    assert sample(10) == sample(10)
    assert set(sample(10)) != set(sample(10, seed=2))


def test_a_larger_sample_holds_the_smaller_one() -> None:
    assert set(sample(10, each=True)) < set(sample(15, each=True))


def test_every_stratum_has_its_share() -> None:
    assert Counter(unit[0] for unit in sample(10)) == {"news": 8, "talk": 2}
    assert Counter(unit[0] for unit in sample(10, each=True)) == {"news": 10, "talk": 10}


def test_no_more_is_drawn_than_there_is() -> None:
    assert Counter(unit[0] for unit in sample(30, each=True)) == {"news": 30, "talk": 20}
    assert len(sample(500)) == len(UNITS)


def test_the_order_of_the_units_does_not_matter() -> None:
    assert shuffled(UNITS, 1, str) == shuffled(UNITS[::-1], 1, str)


@pytest.mark.parametrize(
    ("sizes", "total", "found"),
    [
        ({"a": 90, "b": 9, "c": 1}, 10, {"a": 8, "b": 1, "c": 1}),
        ({"a": 5, "b": 0}, 3, {"a": 3}),
        ({"a": 5, "b": 5, "c": 5}, 2, {"a": 1, "b": 1, "c": 0}),
        ({"a": 2, "b": 1}, 9, {"a": 2, "b": 1}),
        ({}, 5, {}),
    ],
)
def test_shares_add_up(sizes: dict[str, int], total: int, found: dict[str, int]) -> None:
    assert shares(sizes, total) == found
