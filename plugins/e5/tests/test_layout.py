"""Places of rows: each its own, always the same within a block of twelve."""

from __future__ import annotations

import random

import pytest

from discotag_e5.forward import laid_out


def rows(count: int, seed: int) -> list[tuple[int, ...]]:
    rng = random.Random(seed)
    return [tuple(rng.randrange(1000) for _ in range(rng.randint(1, 50))) for _ in range(count)]


@pytest.mark.parametrize("count", [1, 2, 15, 60])
def test_every_piece_has_a_place_of_its_own(count):
    for seed in range(20):
        given = rows(count, seed)
        places, size = laid_out(given)
        taken = [int(place) for one in places for place in one]
        assert [len(one) for one in places] == [len(row) for row in given]
        assert len(set(taken)) == len(taken)
        assert 0 <= min(taken) <= max(taken) < size
        assert size % 48 == 0


def test_a_row_stands_at_the_same_of_twelve_whatever_stands_beside_it():
    given = rows(40, 3)
    together, _ = laid_out(given)
    for row, places in zip(given, together, strict=True):
        (alone,), _ = laid_out([row])
        assert (places % 12).tolist() == (alone % 12).tolist()


def test_rests_share_their_blocks():
    given = rows(60, 4)
    _, size = laid_out(given)
    pieces = sum(map(len, given))
    padded = sum(-(-len(row) // 12) * 12 for row in given)
    assert pieces <= size < pieces + (padded - pieces) / 2
