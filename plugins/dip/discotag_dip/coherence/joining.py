"""The network that tells from two segments' vectors how well one follows the other.

Each goes through a layer of its own; both results, their product and their difference through two
more (after Xu et al. 2019, A cross-domain transferable neural coherence model, ACL).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


class Joining:
    """The learned weights.

    Args:
        arrays: `left`, `right` (units, width + 1) of a segment before and behind; `join` (hidden,
            4 · units + 1), `out` (1, hidden + 1). All have a column for 1 at the end.

    Raises:
        ValueError: they do not fit together.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._left, self._right, self._join, self._out = (
            arrays[name].astype(np.float32) for name in ("left", "right", "join", "out")
        )
        if self._join.shape[1] != 4 * len(self._left) + 1:
            raise ValueError("the parts of the network do not fit")

    def sides(self, vectors: Floats) -> tuple[Floats, Floats]:
        """Return what segments, (segments, width), are before others and behind others."""
        return np.tanh(linear(self._left, vectors)), np.tanh(linear(self._right, vectors))

    def follows(self, left: Floats, right: Floats) -> Floats:
        """Return how well segments follow those at the same places, (pairs,)."""
        both = np.concatenate([left, right, left * right, np.abs(left - right)], axis=1)
        found: Floats = linear(self._out, np.maximum(linear(self._join, both), 0))[:, 0]
        return found


def linear(weights: Floats, given: Floats) -> Floats:
    """Return rows times weights, whose last column is added."""
    found: Floats = given @ weights[..., :-1].T + weights[..., -1]
    return found
