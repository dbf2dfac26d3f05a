"""Coherence rankers: ρ of a text as a weighted sum of its features, and how weights are learned.

The one over an encoder (package discotag-e5) sees the vectors of the segments alone.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict

from discotag.plugin import InputError
from discotag_dip import weights
from discotag_dip.coherence.features import MARK, OF_ORDER, features, vector, wording
from discotag_dip.weights import Joining, linear, read_arrays

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from discotag.plugin import Tokens
    from discotag_e5.encoder import Encoder

    Floats = NDArray[np.float32]


WEIGHTS = Path(__file__).with_name("weights.json")


class CoherenceWeights(BaseModel):
    """The weights, and what they were learned from.

    Args:
        weights: feature → weight.
        name: part of the setup of every score.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    weights: dict[str, float]

    @property
    def digest(self) -> str:
        """Its name and eight digits of its weights, for the setup of scores."""
        return f"{self.name}@{hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:8]}"

    @cached_property
    def _reads_wording(self) -> bool:
        return any(name.startswith(MARK) for name in self.weights)

    def rho(self, segments: Sequence[Tokens]) -> float:
        """Return ρ of a text: higher is more coherent; 0 for one of fewer than two segments."""
        found = features(segments)
        if found and self._reads_wording:
            found |= wording(segments)
        return sum(self.weights.get(name, 0.0) * value for name, value in found.items())


@cache
def shipped() -> CoherenceWeights:
    """Read the weights that are part of the package, once."""
    return read_weights(WEIGHTS)


def read_weights(path: Path) -> CoherenceWeights:
    """Read weights; InputError if the file holds none."""
    return weights.read(path, CoherenceWeights)


RIDGE, STEPS = 1000.0, 30
ORDER_RIDGE = 3 * RIDGE
"""Of features of order, and of all where texts differ in order alone: orders of one text are much
alike, and show less than as many texts."""
CLOSE = 1e-4
"""Steps end when no weight moves further."""
LEAST = 30
"""Texts that must have a feature."""
LEAST_SEGMENTS = 4
"""Shorter texts have no order to speak of."""
LEAST_PAIRS = 50
RARE = 1e-4
"""Added to the mean square of a feature's difference: rare ones stay small."""


class Piece(NamedTuple):
    """Segments in a row, and whether they begin or end their document."""

    segments: Sequence[Tokens]
    has_begin: bool = True
    has_end: bool = True


class Pair(NamedTuple):
    """Features of a better and a worse text, and how probable it is that the first is better."""

    better: Mapping[str, float]
    worse: Mapping[str, float]
    chance: float = 1.0


def shuffled(pieces: Iterable[Piece], *, times: int = 5, seed: int = 12345) -> Iterator[Pair]:
    """Pair each piece of at least four segments with its segments in other orders."""
    for number, (segments, has_begin, has_end) in enumerate(pieces):
        if len(segments) < LEAST_SEGMENTS:
            continue  # nor are their features worth computing
        better = features(segments, has_begin=has_begin, has_end=has_end)
        for order in orders(len(segments), number, times=times, seed=seed):
            other = [segments[place] for place in order]
            yield Pair(better, features(other, has_begin=has_begin, has_end=has_end))


def orders(size: int, number: int, *, times: int = 5, seed: int = 12345) -> Iterator[list[int]]:
    """Yield other orders of a text's segments; none for one of fewer than four.

    Args:
        size: its segments.
        number: the text's index, part of the seed.
        times: how many.
        seed: as everywhere.
    """
    draw = random.Random(f"{seed}/{number}")
    for _ in range(times if size >= LEAST_SEGMENTS else 0):
        order = list(range(size))
        while order == sorted(order):
            draw.shuffle(order)
        yield order


def learned(pairs: Sequence[Pair], *, name: str, ridge: float = RIDGE) -> CoherenceWeights:
    """Learn weights by Newton's method; InputError for fewer than fifty pairs.

    Args:
        pairs: what is learned from.
        name: of the weights.
        ridge: how strongly weights are held near 0; features are scaled to a mean square of 1.
            Those of order are held by `ORDER_RIDGE` at least.
    """
    import numpy as np

    if len(pairs) < LEAST_PAIRS:
        raise InputError(f"{len(pairs)} pairs of texts teach nothing; give at least {LEAST_PAIRS}")
    counts = Counter(name for pair in pairs for name in {**pair.better, **pair.worse})
    least = min(LEAST, len(pairs))
    names = sorted(feature for feature, count in counts.items() if count >= least)
    data = np.array(
        [np.subtract(vector(pair.better, names), vector(pair.worse, names)) for pair in pairs]
    )
    scale = 1 / np.sqrt((data**2).mean(axis=0) + RARE)
    data = data * scale
    aims = np.array([pair.chance for pair in pairs])
    held = np.array([max(ridge, ORDER_RIDGE * feature.startswith(OF_ORDER)) for feature in names])
    weights = np.zeros(len(names))
    for _ in range(STEPS):
        right = 1 / (1 + np.exp(-(data @ weights)))
        slope = data.T @ (right - aims) + held * weights
        curve = (data * (right * (1 - right))[:, None]).T @ data + np.diag(held)
        move = np.linalg.solve(curve, slope)
        weights -= move
        if np.abs(move).max() < CLOSE:
            break
    kept = {
        feature: round(float(weight), 4)
        for feature, weight in zip(names, weights * scale, strict=True)
        if abs(weight) >= 1e-3
    }
    return CoherenceWeights(name=name, weights=kept)


def accuracy(weights: CoherenceWeights, pairs: Sequence[Pair]) -> float | None:
    """Return the share of pairs whose better text has the higher ρ; ties count half."""
    if not pairs:
        return None
    table = weights.weights

    def rho(found: Mapping[str, float]) -> float:
        return sum(table.get(name, 0.0) * value for name, value in found.items())

    gaps = [rho(pair.better) - rho(pair.worse) for pair in pairs]
    return sum(1.0 if gap > 0 else 0.5 if gap == 0 else 0.0 for gap in gaps) / len(gaps)


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
"""Segments back at which likeness is measured."""
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
