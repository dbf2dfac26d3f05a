"""The embedded coherence ranker: ρ of a text is a weighted sum of its features."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pydantic import BaseModel, ConfigDict

from discotag.plugin import InputError
from discotag_dip import weights
from discotag_dip.coherence.features import MARK, OF_ORDER, features, vector, wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Tokens


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
alike, and tell less than as many texts."""
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
