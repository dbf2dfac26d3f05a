"""Logistic regression with weights of its rows: L2, by Newton's method."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PENALTY, STEPS = 1.0, 30


def fitted(rows: Floats, right: Floats, weights: Floats) -> tuple[Floats, float]:
    """Return what each feature adds to the log-odds, and the bias.

    Args:
        rows: (word pairs, features).
        right: whether each is a link.
        weights: how much each counts; their mean is 1.
    """
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    inside = np.concatenate([(rows - mean) / spread, np.ones((len(rows), 1))], axis=1)
    penalty = np.diag([PENALTY] * rows.shape[1] + [0.0])
    found = np.zeros(inside.shape[1])
    for _ in range(STEPS):
        shares = 1 / (1 + np.exp(-inside @ found))
        slope = inside.T @ (weights * (shares - right)) + penalty @ found
        curve = (inside * (weights * shares * (1 - shares))[:, None]).T @ inside + penalty
        found -= np.linalg.solve(curve, slope)
    factors = found[:-1] / spread
    return factors, float(found[-1] - factors @ mean)
