"""The cheapest way through two texts, bead by bead: a dynamic programme within a band."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

PRIORS: Mapping[tuple[int, int], float] = {
    (1, 1): 0.0,
    (1, 2): 2.3,
    (2, 1): 2.3,
    (1, 3): 4.0,
    (3, 1): 4.0,
    (2, 2): 4.4,
    (1, 4): 5.5,
    (4, 1): 5.5,
    (2, 3): 6.0,
    (3, 2): 6.0,
}
"""Beads by their sentences on both sides → what such a bead costs by itself, in nats."""
SKIP = 4.5
"""What a sentence without a counterpart costs."""
NOTHING = 255
EDGE = max(map(max, PRIORS))
"""Sentences of the longest side of a bead."""


class Fits(Protocol):
    """How well each few sentences of a source fit each few of a translation."""

    def costs(self, kinds: Sequence[tuple[int, int]]) -> NDArray[np.float32]:
        """Return what beads cost but for their kind, less the better they fit, in nats.

        Shape (kinds, source sentences + 1, target sentences + 1): place (i, j) is the bead of that
        kind (sentences of both sides) that ends before sentences i and j; infinite where a text has
        too few sentences before. The array is the caller's to change.
        """
        ...

    def score(self, rows: tuple[int, int], columns: tuple[int, int]) -> float:
        """Return the score of one bead, which has sentences on both sides."""
        ...

    def block(self, rows: tuple[int, int], columns: tuple[int, int]) -> Fits:
        """Return the same for some sentences of both sides, weighed against all."""
        ...


def cheapest(
    scores: Fits, shape: tuple[int, int], *, skip: float = SKIP, is_open: bool = False
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the beads of the cheapest way, as ranges of source and target sentences.

    Args:
        scores: how well sentences fit.
        shape: how many sentences source and target have.
        skip: what a sentence without a counterpart costs.
        is_open: whether the way may end anywhere in the target: the texts go on.
    """
    rows, columns = shape
    kinds = [kind for kind in PRIORS if kind[0] <= rows and kind[1] <= columns]
    costs = scores.costs(kinds)
    costs += np.array([PRIORS[kind] for kind in kinds], dtype=np.float32)[:, None, None]
    width = columns + 1 + EDGE
    best = np.full((rows + 1 + EDGE) * width, np.inf)  # a frame of no way lies before both texts
    begin = EDGE * width + EDGE
    places = np.arange(begin, begin + columns + 1)
    before = np.array([[(down * width + across)] for down, across in [(1, 0), *kinds]])
    taken = np.full((rows + 1, columns + 1), NOTHING, dtype=np.uint8)
    skipped = len(kinds)
    names = np.array([skipped, *range(len(kinds))], dtype=np.uint8)
    steps = skip * np.arange(columns + 1)
    for i in range(rows + 1):
        row = best[i * width + begin :][: columns + 1]
        if i == 0:
            row[0] = 0.0
        else:
            reached = best[places + i * width - before]
            reached[0] += skip
            reached[1:] += costs[:, i]
            lowest = reached.argmin(axis=0)
            row[:] = reached[lowest, np.arange(columns + 1)]
            taken[i] = names[lowest]
        added = np.minimum.accumulate(row - steps) + steps
        is_added = added < row - 1e-9
        row[is_added] = added[is_added]
        taken[i, is_added] = skipped + 1
    end = int(np.argmin(row)) if is_open else columns
    return _way(taken, kinds, (rows, end))


def _way(
    taken: NDArray[np.uint8], kinds: list[tuple[int, int]], end: tuple[int, int]
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    i, j = end
    moves = [*kinds, (1, 0), (0, 1)]
    found = []
    while i or j:
        down, across = moves[taken[i, j]] if i else (0, 1)
        found.append(((i - down, i), (j - across, j)))
        i, j = i - down, j - across
    return found[::-1]
