"""The coherence ranker over an encoder: ρ of a text from the vectors of its segments alone.

Needs the package discotag-e5.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from discotag_dip.weights import read_arrays

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from discotag.plugin import Tokens
    from discotag_e5.encoder import Encoder

    Floats = NDArray[np.float32]

SHOWN = 8
"""Hexadecimal digits of a digest."""


class EncodedCoherence:
    """Gives ρ of texts.

    Args:
        encoder: gives the states of layer 9.
        digest: of its weights.
        following: what weighs them; None = what is shipped.
    """

    def __init__(self, encoder: Encoder, digest: str, following: Following | None = None) -> None:
        self._encoder = encoder
        self._following = following or read_following()
        parts = f"{self._following.digest} {digest}"
        self.digest = f"e5@{hashlib.sha256(parts.encode()).hexdigest()[:SHOWN]}"

    def rho(self, segments: Sequence[Tokens]) -> float:
        """Return ρ of a text: higher is more coherent; 0 for one of fewer than two segments."""
        if len(segments) < 2:
            return 0.0
        return self._following.rho(self._following.scaled(segment_vectors(segments, self._encoder)))


def segment_vectors(segments: Sequence[Tokens], encoder: Encoder) -> Floats:
    """Return the mean state of each segment's pieces, (segments, width); zeros if it has none."""
    from discotag_e5.encoder import read

    texts = [read(tokens, encoder.tokenizer).ids for tokens in segments]
    found = np.zeros((len(texts), encoder.width), dtype=np.float32)
    for place, states in enumerate(encoder.states(texts, keep=True)):
        if len(states):
            found[place] = states.mean(axis=0)
    return found


def open_encoded() -> EncodedCoherence:
    """Open the ranker; PluginError if the encoder's weights are missing, with the cure."""
    from discotag_e5.encoder import Encoder
    from discotag_e5.weights import open_weights

    weights = open_weights()
    return EncodedCoherence(Encoder(weights, LAYER), weights.sha256)


PATH = Path(__file__).with_name("weights_e5.npz")
LAYER = 9
"""The layer of multilingual-e5-small whose mean states it reads."""
REACH = 3
"""Segments back at which likeness is looked at."""
TINY = 1e-9


class Following:
    """The learned weights.

    Args:
        arrays: those of `Joining`; `mean`, `spread` (width,) of the segments' vectors; `first`,
            `last` (width + 1,) of how a text begins and ends, with a column for 1 at the end;
            `names`, `weights` of features.
        digest: of the file.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], digest: str = "") -> None:
        self._joining = Joining(arrays)
        self._arrays = {
            name: arrays[name].astype(np.float32) for name in ("mean", "spread", "first", "last")
        }
        self._weights = dict(
            zip(map(str, arrays["names"]), map(float, arrays["weights"]), strict=True)
        )
        self.width = len(self._arrays["mean"])
        self.digest = digest

    def scaled(self, vectors: Floats) -> Floats:
        """Put vectors of segments, (segments, width), at the mean and spread of free text."""
        found: Floats = (vectors - self._arrays["mean"]) / self._arrays["spread"]
        return found

    def rho(self, scaled: Floats, *, has_begin: bool = True, has_end: bool = True) -> float:
        """Return ρ of a text's scaled vectors, in order; 0 for fewer than two segments.

        Args:
            scaled: (segments, width).
            has_begin: whether the first is the document's first.
            has_end: whether the last is the document's last.
        """
        if len(scaled) < 2:
            return 0.0
        found = self.features(scaled, has_begin=has_begin, has_end=has_end)
        return sum(self._weights.get(name, 0.0) * value for name, value in found.items())

    def table(self, scaled: Floats) -> Floats:
        """Return how well each segment (row) is followed by each (column)."""
        size = len(scaled)
        left, right = self._joining.sides(scaled)
        found = self._joining.follows(np.repeat(left, size, axis=0), np.tile(right, (size, 1)))
        return found.reshape(size, size)

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
        left, right = self._joining.sides(scaled)
        after = self._joining.follows(left[:-1], right[1:])
        yield "next", float(after.mean())
        yield "worst next", float(after.min())
        if len(scaled) > 2:
            yield "second next", float(self._joining.follows(left[:-2], right[2:]).mean())
        unit = scaled / (np.linalg.norm(scaled, axis=1, keepdims=True) + TINY)
        for distance in range(1, min(REACH, len(scaled) - 1) + 1):
            yield (
                f"like {distance} back",
                float((unit[:-distance] * unit[distance:]).sum(axis=1).mean()),
            )
        places = np.arange(len(scaled)) / (len(scaled) - 1) - 0.5
        for name, is_there, end in (("first", has_begin, 0), ("last", has_end, -1)):
            told = linear(self._arrays[name], scaled)
            yield f"place of {name}", float((told * places).mean())
            if is_there:
                yield name, float(told[end])


@lru_cache(maxsize=2)
def read_following(path: Path = PATH) -> Following:
    """Read the weights; TableError if the file is missing or damaged."""
    return read_arrays(path, Following)


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
