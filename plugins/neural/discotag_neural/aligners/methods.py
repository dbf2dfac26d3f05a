"""From hidden states to links: four ways to read a matrix of similarities between subwords.

`argmax`, `itermax` and `match` are those of SimAlign (Jalili Sabet et al. 2020), on the cosine put
into 0–1; `softmax` is that of awesome-align (Dou and Neubig 2021), on the dot product, or on the
cosine times a scale: the dot products of many encoders are all alike, or all far apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating]
    Bools = NDArray[np.bool_]

Method = Literal["softmax", "argmax", "itermax", "match"]
SOFTMAX_THRESHOLD = 1e-3
SCALED_THRESHOLD = 0.2
SHARPNESS = 3.0
"""What a spread of cosines is worth in a confidence; see `confidence`."""
SHIFT, SLOPE = 0.2, 1.06
EDGE = 0.03
"""Of `calibrated`; scores nearer to 0 and 1 are taken for ones so far from them."""
ROUNDS = 2
DISCOUNT = 0.9
"""Of a similarity whose one word is linked already (SimAlign's alpha)."""


def link(
    source: Floats,
    target: Floats,
    *,
    method: Method,
    threshold: float | None = None,
    distortion: float = 0.0,
    scale: float | None = None,
) -> tuple[Bools, Floats]:
    """Link the subwords of one pair.

    Args:
        source: hidden states (n, width), n > 0.
        target: hidden states (m, width), m > 0.
        method: how.
        threshold: links must have more: of both probabilities for `softmax` (None = 0.001, or 0.2
            with a scale), of the similarity for the others (None = 0).
        distortion: how much a similarity loses with the distance of relative positions, 0–1; not
            for `softmax`.
        scale: for `softmax`: take cosines times this in place of dot products.

    Returns:
        Which are linked, and a confidence in 0–1, both (n, m): see `calibrated`; for `softmax` on
        dot products awesome-align's link probability, the harmonic mean of both directions'
        softmax, each of scores divided by the root of the length; on scaled cosines the geometric
        mean of both.
    """
    if method == "softmax" and scale is not None:
        cosines = scale * (_unit(source) @ _unit(target).T)
        forward, backward = _softmax(cosines, 1), _softmax(cosines, 0)
        least = SCALED_THRESHOLD if threshold is None else threshold
        return (forward > least) & (backward > least), np.sqrt(forward * backward)
    if method == "softmax":
        products = source @ target.T
        least = SOFTMAX_THRESHOLD if threshold is None else threshold
        links = (_softmax(products, 1) > least) & (_softmax(products, 0) > least)
        return links, _probability(products)
    scores = similarity(source, target, distortion=distortion)
    links = METHODS[method](scores)
    return links & (scores > (threshold or 0.0)), calibrated(confidence(scores))


def calibrated(scores: Floats) -> Floats:
    """Return the share of links that are right among those of a score, both 0–1.

    It is a logistic curve of the score's log-odds, fitted to links by argmax of the multilingual
    encoder that was at hand, multilingual-e5-small (layer 7), on halves of gold of 13 languages.
    """
    inside = scores.clip(EDGE, 1 - EDGE)
    odds = (inside / (1 - inside)) ** SLOPE * np.exp(SHIFT)
    found: Floats = odds / (1 + odds)
    return found


def confidence(scores: Floats) -> Floats:
    """Return how sure each link is, 0–1, both (n, m): how far it stands out in its row and column.

    It is the geometric mean of both directions' softmax of the similarities, which are first
    divided by their spread in the pair, so that it does not matter how near to one another an
    encoder puts all words.
    """
    spread = scores.std()
    scaled = SHARPNESS * scores / spread if spread > 0 else np.zeros_like(scores)
    found: Floats = np.sqrt(_softmax(scaled, 1) * _softmax(scaled, 0))
    return found.clip(0.0, 1.0)


def similarity(source: Floats, target: Floats, *, distortion: float = 0.0) -> NDArray[np.float64]:
    """Return (cosine + 1) / 2, less for words far off the diagonal if there is distortion.

    The factor is 1 - distortion · (i / (n - 1) - j / (m - 1))², as in SimAlign; none where a side
    is a single subword.
    """
    cosine = _unit(source) @ _unit(target).T
    found = ((cosine + 1.0) / 2.0).astype(np.float64)
    rows, columns = found.shape
    if distortion and rows > 1 and columns > 1:
        offset = np.linspace(0, 1, rows)[:, None] - np.linspace(0, 1, columns)
        found *= 1.0 - distortion * offset**2
    return found


def argmax(scores: Floats) -> Bools:
    """Link what is each other's best; of equals the first."""
    forward = np.zeros(scores.shape, dtype=np.bool_)
    forward[np.arange(scores.shape[0]), scores.argmax(axis=1)] = True
    backward = np.zeros(scores.shape, dtype=np.bool_)
    backward[scores.argmax(axis=0), np.arange(scores.shape[1])] = True
    return forward & backward


def itermax(scores: Floats) -> Bools:
    """Link by argmax, then once more among pairs of which a word at most is linked.

    In the second round a pair with one linked word counts 0.9 of its similarity. It needs an
    unlinked word on each side, and more than two words on both.
    """
    links = argmax(scores)
    if min(scores.shape) <= ROUNDS:
        return links
    for _ in range(ROUNDS - 1):
        free_rows: Bools = np.logical_not(links.any(axis=1))
        free_columns: Bools = np.logical_not(links.any(axis=0))
        if not free_rows.any() or not free_columns.any():
            break
        is_open = free_rows[:, None] | free_columns
        weight = np.where(free_rows[:, None] & free_columns, 1.0, DISCOUNT) * is_open
        links |= argmax(scores * weight) & is_open
    return links


def match(scores: Floats) -> Bools:
    """Link one to one so that the sum of similarities is the greatest."""
    from scipy.optimize import linear_sum_assignment

    links = np.zeros(scores.shape, dtype=np.bool_)
    links[linear_sum_assignment(scores, maximize=True)] = True
    return links


METHODS = {"argmax": argmax, "itermax": itermax, "match": match}


def _unit(states: Floats) -> Floats:
    lengths: Floats = np.linalg.norm(states, axis=1, keepdims=True)
    lengths[lengths == 0] = 1
    unit: Floats = states / lengths
    return unit


def _softmax(scores: Floats, axis: int) -> Floats:
    powers: Floats = np.exp(scores - scores.max(axis=axis, keepdims=True))
    shares: Floats = powers / powers.sum(axis=axis, keepdims=True)
    return shares


def _probability(products: Floats) -> Floats:
    rows, columns = products.shape
    forward = _softmax(products / np.sqrt(columns, dtype=np.float32), 1)
    backward = _softmax(products / np.sqrt(rows, dtype=np.float32), 0)
    return 2 * forward * backward / (forward + backward + 1e-9)
