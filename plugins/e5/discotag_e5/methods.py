"""From hidden states to links between pieces: three ways to read a matrix of cosines.

`argmax` and `itermax` are SimAlign's (Jalili Sabet et al. 2020); `softmax` is awesome-align's (Dou
and Neubig 2021), but on cosines times a scale, since the cosines of this model are all alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Bools = NDArray[np.bool_]

Method = Literal["argmax", "itermax", "softmax"]
LIKELY_SCALE, LIKELY = 40.0, 0.2
"""`softmax` links what is likelier than this in both directions."""
POSSIBLE_SCALE, POSSIBLE = 20.0, 0.02
"""What may be a link, for those who have another reason to believe it."""


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


CONFIDENCE_SCALE = 25.0
"""Of the scales 15 to 40 the one whose confidences show best how often links are right."""
RIGHT = Curve(0.1, 0.91)
"""From that to the share of links that are right, on halves of gold of 13 languages (README)."""
DISCOUNT = 0.9
"""Of a cosine whose one piece is linked already (SimAlign's alpha)."""


@dataclass(frozen=True, slots=True)
class Links:
    """Links between the pieces of one pair; all arrays are (source pieces, target pieces).

    Args:
        linked: which are linked.
        possible: which may be; includes those that are linked.
        confidence: of each, 0–1.
    """

    linked: Bools
    possible: Bools
    confidence: Floats


def link(source: Floats, target: Floats, method: Method) -> Links:
    """Link the pieces of one pair.

    Args:
        source: hidden states (n, width), n > 0.
        target: hidden states (m, width), m > 0.
        method: `argmax` = each other's best; `itermax` = then once more among those still free;
            `softmax` = likelier than 0.2 in both directions.

    Returns:
        The confidence is the share of links that are right among those of the same geometric mean
        of both directions' probabilities, which are softmaxes of cosines times 25.
    """
    cosines: Floats = np.matmul(unit(source), unit(target).T)
    forward, backward = probabilities(cosines, CONFIDENCE_SCALE)
    confidence: Floats = np.sqrt(forward * backward)
    if method == "softmax":
        linked = _both_above(LIKELY, cosines, LIKELY_SCALE)
    else:
        linked = argmax(cosines) if method == "argmax" else itermax(cosines)
    possible = linked | _both_above(POSSIBLE, cosines, POSSIBLE_SCALE)
    return Links(linked, possible, RIGHT(confidence.clip(0, 1)))


def _both_above(least: float, cosines: Floats, scale: float) -> Bools:
    forward, backward = probabilities(cosines, scale)
    both: Bools = (forward > least) & (backward > least)
    return both


def argmax(scores: Floats) -> Bools:
    """Link what is each other's best; of equals the first."""
    rows, columns = np.arange(scores.shape[0]), np.arange(scores.shape[1])
    forward, backward = np.zeros((2, *scores.shape), dtype=np.bool_)
    forward[rows, scores.argmax(axis=1)] = True
    backward[scores.argmax(axis=0), columns] = True
    linked: Bools = forward & backward
    return linked


def itermax(cosines: Floats) -> Bools:
    """Link by argmax, then once more among pairs of which one piece at most is linked.

    Similarities are cosines put into 0–1; one whose one piece is linked counts 0.9 of it.
    """
    scores: Floats = (cosines + np.float32(1)) / np.float32(2)
    linked = argmax(scores)
    free = np.logical_not(linked.any(axis=1))[:, None], np.logical_not(linked.any(axis=0))
    if min(scores.shape) <= 2 or not free[0].any() or not free[1].any():
        return linked
    is_open = free[0] | free[1]
    weight = np.where(free[0] & free[1], 1, DISCOUNT) * is_open
    again: Bools = linked | (argmax(scores * weight.astype(np.float32)) & is_open)
    return again


def probabilities(cosines: Floats, scale: float) -> tuple[Floats, Floats]:
    """Return p(target piece | source piece) and p(source piece | target piece)."""
    powers = np.exp((cosines - 1) * np.float32(scale))
    forward: Floats = powers / powers.sum(axis=1, keepdims=True)
    backward: Floats = powers / powers.sum(axis=0, keepdims=True)
    return forward, backward


def unit(states: Floats) -> Floats:
    """Return states of length 1; those of length 0 stay."""
    lengths = np.linalg.norm(states, axis=1, keepdims=True)
    found: Floats = np.divide(states, np.where(lengths > 0, lengths, np.float32(1)))
    return found


EDGE = 0.03
"""Scores nearer to 0 and 1 are taken for ones so far from them: even sure links can be wrong."""
