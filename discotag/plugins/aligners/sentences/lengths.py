"""What unlike lengths cost, as Gale and Church (1993) have it, with the text's own ratio."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

VARIANCE = 6.8
"""Variance of a character's translation in characters (Gale and Church 1993, section 3)."""


class LengthCosts:
    """−log of how likely beads with sides of such lengths are.

    Args:
        source: characters of each source sentence, shape (sentences,).
        target: likewise of the target.
        ratio: characters of the target per character of the source.
    """

    def __init__(
        self, source: NDArray[np.float64], target: NDArray[np.float64], *, ratio: float
    ) -> None:
        self.ratio = ratio
        self._sides = source, target
        self._until = tuple(np.concatenate(([0.0], np.cumsum(side))) for side in self._sides)

    @property
    def shape(self) -> tuple[int, int]:
        """How many places before and between sentences source and target have."""
        return len(self._until[0]), len(self._until[1])

    def sides(self, rows: slice, columns: slice) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the characters of some sentences of both sides."""
        return self._sides[0][rows], self._sides[1][columns]

    def of(self, kinds: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
        """Return the costs of beads, in nats, shape (kinds, source + 1, target + 1).

        A kind is how many sentences a bead has on both sides; place (i, j) is the bead that ends
        before sentences i and j. Where a text has too few sentences before, it has no meaning.
        """
        source, target = self._until
        here = np.zeros((len(kinds), len(source), 1))
        there = np.zeros((len(kinds), 1, len(target)))
        for number, (down, across) in enumerate(kinds):
            here[number, down:, 0] = (source[down:] - source[:-down]) * self.ratio
            there[number, 0, across:] = target[across:] - target[:-across]
        mean = np.maximum((here + there) / 2, 1.0)
        distance = np.abs(there - here) / np.sqrt(VARIANCE * mean)
        return -np.log(np.maximum(_two_tailed(distance), 1e-12))


def _two_tailed(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how likely a standard normal value is at least so far from 0 (error ≤ 1.5e-7).

    Abramowitz and Stegun 1964, formula 7.1.26.
    """
    x = distance / np.sqrt(2.0)
    t = 1.0 / (1.0 + 0.3275911 * x)
    series = t * (
        0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))
    )
    return np.asarray(series * np.exp(-x * x))
