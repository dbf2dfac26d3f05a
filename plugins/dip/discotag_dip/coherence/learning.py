"""Learns a coherence ranker from pairs of texts of which the first is the better one.

Pairwise logistic regression: the probability that a text is the better one is σ(w · (f(a) − f(b))).
Pairs come from free text and its shuffled segments, or from references and systems' outputs.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.errors import InputError
from discotag_dip.coherence.features import features, vector
from discotag_dip.coherence.ranker import CoherenceWeights

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.core.tokens import Tokens

RIDGE, STEPS = 100.0, 30
LEAST_SEGMENTS = 4
"""Shorter texts have no order to speak of."""
LEAST_PAIRS = 50


class Pair(NamedTuple):
    """Features of a better and a worse text."""

    better: Mapping[str, float]
    worse: Mapping[str, float]


def shuffled(
    texts: Iterable[Sequence[Tokens]], *, times: int = 5, seed: int = 12345
) -> Iterator[Pair]:
    """Pair each text of at least four segments with its segments in other orders."""
    for number, segments in enumerate(texts):
        if len(segments) < LEAST_SEGMENTS:
            continue  # nor are their features worth computing
        better = features(segments)
        for order in orders(len(segments), number, times=times, seed=seed):
            yield Pair(better, features([segments[place] for place in order]))


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
    """Learn weights by Newton's method; InputError for fewer than fifty pairs."""
    import numpy as np

    if len(pairs) < LEAST_PAIRS:
        raise InputError(f"{len(pairs)} pairs of texts teach nothing; give at least {LEAST_PAIRS}")
    names = sorted({feature for pair in pairs for feature in pair.better})
    data = np.array(
        [np.subtract(vector(pair.better, names), vector(pair.worse, names)) for pair in pairs]
    )
    spread = data.std(axis=0) + np.abs(data.mean(axis=0))
    scale = np.where(spread > 0, 1 / np.where(spread > 0, spread, 1), 0)
    data = data * scale
    weights = np.zeros(len(names))
    for _ in range(STEPS):
        right = 1 / (1 + np.exp(-(data @ weights)))
        slope = data.T @ (right - 1) + ridge * weights
        curve = (data * (right * (1 - right))[:, None]).T @ data + ridge * np.eye(len(names))
        weights -= np.linalg.solve(curve, slope)
    kept = {
        feature: round(float(weight), 4)
        for feature, weight in zip(names, weights * scale, strict=True)
        if abs(weight) >= 1e-3
    }
    return CoherenceWeights(name=name, weights=kept)


def accuracy(weights: CoherenceWeights, pairs: Sequence[Pair]) -> float | None:
    """Give the share of pairs whose better text has the higher ρ; ties count half."""
    if not pairs:
        return None
    table = weights.weights

    def rho(found: Mapping[str, float]) -> float:
        return sum(table.get(name, 0.0) * value for name, value in found.items())

    gaps = [rho(pair.better) - rho(pair.worse) for pair in pairs]
    return sum(1.0 if gap > 0 else 0.5 if gap == 0 else 0.0 for gap in gaps) / len(gaps)
