"""Logistic regression: over arrays, and over named features; the same weights every time."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

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


LEAST = 3
"""Occurrences below which a feature is not learned."""
OWN = 1 / 25
"""How much of the penalty falls on the weight of the word itself (a name that ends in `|`)."""
SMALLEST = 0.05
"""Weights below this are left out: they change next to nothing."""


class Matrix:
    """Examples as a sparse matrix, with the names of its columns; column 0 is the bias.

    Args:
        examples: the names of each example's features.
        least: occurrences below which a feature is left out.
    """

    def __init__(self, examples: Sequence[Sequence[str]], *, least: int = LEAST) -> None:
        counts = Counter(name for names in examples for name in set(names))
        self.names = ["", *sorted(name for name, times in counts.items() if times >= least)]
        column = {name: number for number, name in enumerate(self.names)}
        rows = [
            [0, *sorted({column[name] for name in names if name in column})] for names in examples
        ]
        sizes = np.cumsum([0, *map(len, rows)])
        indices = np.array([number for row in rows for number in row])
        shape = (len(rows), len(self.names))
        self.data = csr_matrix((np.ones(len(indices)), indices, sizes), shape=shape)

    def fit(self, truth: Sequence[float], penalty: float) -> dict[str, float]:
        """Minimise the sum of log-losses plus `penalty`/2 · |w|².

        Args:
            truth: how likely each example is one, 0-1; 0 or 1 where it is known.
            penalty: see above.
        """
        wanted = np.array(truth, dtype=np.float64)
        data = self.data
        own = np.array([name.endswith("|") for name in self.names])
        scale = np.where(own, penalty * OWN, penalty)
        scale[0] = 1e-6

        def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
            odds = data @ weights
            value = (np.logaddexp(0, odds) - wanted * odds).sum()
            value += 0.5 * (scale * weights * weights).sum()
            slopes = 1 / (1 + np.exp(-np.clip(odds, -60, 60))) - wanted
            return float(value), data.T @ slopes + scale * weights

        start = np.zeros(data.shape[1])
        best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
        return {
            name: round(float(weight), 3)
            for name, weight in zip(self.names, best, strict=True)
            if abs(weight) >= SMALLEST or name == ""
        }
