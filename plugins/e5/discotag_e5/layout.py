"""Where the pieces of rows stand in one large matrix, so that each row always gets the same bits.

OpenBLAS multiplies twelve rows of a matrix at a time (its kernels for Haswell and Zen), and the
last bits of what a row gets hang on which of the twelve it is. So a piece always stands at the same
of twelve places: the first piece of a text at the first, or, for half of all texts, everything
turned around. What is left over of one text of each kind then fits into the same twelve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    Places = NDArray[np.int64]

BLOCK = 12
ALL = 48
"""A matrix is filled up to a multiple of it, since other kernels do what is left over."""


def laid_out(rows: Sequence[Sequence[int]]) -> tuple[list[Places], int]:
    """Lay rows of pieces out in one matrix.

    Args:
        rows: ids; a row's places within blocks hang on its ids alone.

    Returns:
        For each row the places of its pieces, in their order, and how many places there are.
    """
    found: list[Places] = []
    end = 0
    for row in rows:
        found.append(np.arange(end, end + len(row)))
        end += len(row) - _rest(row)
    for together in _sharing(rows):
        for at in together:
            rest = _rest(rows[at])
            found[at][len(rows[at]) - rest :] = np.arange(end, end + rest)
        end += BLOCK
    for at, row in enumerate(rows):
        if _is_turned(row):
            found[at] += BLOCK - 1 - 2 * (found[at] % BLOCK)
    return found, -(-end // ALL) * ALL


def _sharing(rows: Sequence[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the rows whose rests share a block: one or, where they fit, one of each kind."""
    kinds: tuple[list[int], list[int]] = ([], [])
    for at, row in enumerate(rows):
        if _rest(row):
            kinds[_is_turned(row)].append(at)
    plain, turned = (sorted(kind, key=lambda at: -_rest(rows[at])) for kind in kinds)
    for at in plain:
        room = BLOCK - _rest(rows[at])
        fitting = next((other for other in turned if _rest(rows[other]) <= room), None)
        if fitting is None:
            yield (at,)
        else:
            turned.remove(fitting)
            yield at, fitting
    for at in turned:
        yield (at,)


def _rest(row: Sequence[int]) -> int:
    return len(row) % BLOCK


def _is_turned(row: Sequence[int]) -> bool:
    return bool(sum(row) % 2)
