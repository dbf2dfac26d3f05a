"""How well one segment follows another, told from their vectors alone.

After Xu et al. 2019 (A cross-domain transferable neural coherence model, ACL): a network learns to
tell the next segment from others of the same text. Learned by `python -m training.rankers_e5
coherence`; see `CARD_E5.md`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from discotag_dip.weights import read_arrays

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

PATH = Path(__file__).with_name("weights_e5.npz")
LAYER = 9
"""The layer of multilingual-e5-small whose mean states it reads."""
REACH = 3
"""Segments back at which likeness is looked at."""
TINY = 1e-9


class Following:
    """The learned weights.

    Args:
        arrays: `mean`, `spread` (width,) of the segments' vectors; `left`, `right` (units, width +
            1) of a segment before and behind; `join` (hidden, 4 · units + 1), `out` (1, hidden +
            1); `first`, `last` (width + 1,) of how a text begins and ends; `names`, `weights` of
            features. Matrices have a column for 1 at the end.
        digest: of the file.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], digest: str = "") -> None:
        self._arrays = {
            name: values.astype(np.float32) for name, values in arrays.items() if name != "names"
        }
        self._weights = dict(
            zip(map(str, arrays["names"]), map(float, arrays["weights"]), strict=True)
        )
        self.width = len(self._arrays["mean"])
        self.digest = digest
        if self._arrays["join"].shape[1] != 4 * len(self._arrays["left"]) + 1:
            raise ValueError("the parts of the network do not fit")

    def scaled(self, vectors: Floats) -> Floats:
        """Put vectors of segments, (segments, width), at the mean and spread of free text."""
        found: Floats = (vectors - self._arrays["mean"]) / self._arrays["spread"]
        return found

    def rho(self, scaled: Floats) -> float:
        """Return ρ of a text's scaled vectors, in order; 0 for fewer than two segments."""
        if len(scaled) < 2:
            return 0.0
        return sum(
            self._weights.get(name, 0.0) * value for name, value in self.features(scaled).items()
        )

    def features(
        self, scaled: Floats, *, has_begin: bool = True, has_end: bool = True
    ) -> dict[str, float]:
        """Return what is weighed of a text's scaled vectors, in order; at least two.

        Args:
            scaled: (segments, width).
            has_begin: whether the first is the document's first.
            has_end: whether the last is the document's last.
        """
        return dict(self._features(scaled, has_begin=has_begin, has_end=has_end))

    def _features(
        self, scaled: Floats, *, has_begin: bool, has_end: bool
    ) -> Iterator[tuple[str, float]]:
        left = np.tanh(self._linear("left", scaled))
        right = np.tanh(self._linear("right", scaled))
        after = self._follows(left[:-1], right[1:])
        yield "next", float(after.mean())
        yield "worst next", float(after.min())
        if len(scaled) > 2:
            yield "second next", float(self._follows(left[:-2], right[2:]).mean())
        unit = scaled / (np.linalg.norm(scaled, axis=1, keepdims=True) + TINY)
        for distance in range(1, min(REACH, len(scaled) - 1) + 1):
            yield (
                f"like {distance} back",
                float((unit[:-distance] * unit[distance:]).sum(axis=1).mean()),
            )
        places = np.arange(len(scaled)) / (len(scaled) - 1) - 0.5
        for name, is_there, end in (("first", has_begin, 0), ("last", has_end, -1)):
            told = self._linear(name, scaled)
            yield f"place of {name}", float((told * places).mean())
            if is_there:
                yield name, float(told[end])

    def _follows(self, left: Floats, right: Floats) -> Floats:
        """Return how well segments follow those at the same places, (pairs,)."""
        both = np.concatenate([left, right, left * right, np.abs(left - right)], axis=1)
        found: Floats = self._linear("out", np.maximum(self._linear("join", both), 0))[:, 0]
        return found

    def _linear(self, name: str, given: Floats) -> Floats:
        weights = self._arrays[name]
        found: Floats = given @ weights[..., :-1].T + weights[..., -1]
        return found


@lru_cache(maxsize=2)
def read_following(path: Path = PATH) -> Following:
    """Read the weights; TableError if the file is missing or damaged."""
    return read_arrays(path, Following)
