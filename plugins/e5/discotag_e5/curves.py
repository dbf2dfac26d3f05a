"""Confidences that say what they mean: the share of links of that confidence that are right."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

EDGE = 0.03
"""Scores nearer to 0 and 1 are taken for ones so far from them: even sure links can be wrong."""


class Curve(NamedTuple):
    """A logistic curve of a score's log-odds, fitted to links that are right or wrong.

    Args:
        shift: log-odds that a score of a half gets.
        slope: what the log-odds are multiplied by; above 0, so that no order is turned.

    Example:
        >>> Curve(0.0, 1.0)(np.array([0.25, 0.5], dtype=np.float32)).tolist()
        [0.25, 0.5]
    """

    shift: float
    slope: float

    def __call__(self, scores: Floats) -> Floats:
        """Return the shares, 0-1, of scores of 0-1."""
        inside = scores.clip(EDGE, 1 - EDGE)
        odds = (inside / (1 - inside)) ** np.float32(self.slope) * np.float32(np.exp(self.shift))
        shares: Floats = odds / (1 + odds)
        return shares

    def of(self, score: float) -> float:
        """Return the share of one score."""
        return float(self(np.array([score], dtype=np.float32))[0])
