"""Links of a translation table and of the encoder, weighed together by what was learned from gold.

For every two words that one of them holds possible, a logistic regression over what both say, over
rivals in the same row and column, and over links next to it.
"""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict

from discotag.plugin import Alignment
from discotag_e5.methods import POSSIBLE_SCALE, argmax, probabilities, unit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from discotag_e5.encoder import Reading
    from discotag_e5.methods import Bools, Floats

    Numbers = NDArray[np.intp]


BARE = 0.5
"""Confidence of a link whose aligner has none."""
SURE = 0.4
"""From this confidence on a link of the table counts as one that is next to others."""
POSSIBLE = 0.05
"""What both directions of the encoder must exceed where neither links."""
EDGE = 0.005
"""Probabilities nearer to 0 and 1 are taken for ones so far from them."""


class Weights(BaseModel):
    """Weights of the regression (`joined.toml`).

    Args:
        bias: log-odds where every feature is 0.
        least: the probability from which on two words are linked.
        features: log-odds that one of each feature adds.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    bias: float
    least: float
    features: dict[str, float]


@cache
def shipped() -> Weights:
    """Return the weights of this package."""
    text = files("discotag_e5").joinpath("joined.toml").read_text(encoding="utf-8")
    return Weights.model_validate(tomllib.loads(text))


def weigh(first: Alignment, second: Evidence, weights: Weights) -> Alignment:
    """Return the links whose probability is `weights.least` or more; it is their confidence.

    Args:
        first: the table's links, with their confidences.
        second: what the encoder says.
        weights: of the features.
    """
    rows, columns, shown = features(first, second)
    total = np.full(len(rows), weights.bias)
    for name, weight in weights.features.items():
        total += weight * shown[name]
    shares = 1 / (1 + np.exp(-total))
    kept = shares >= weights.least
    links = zip(rows[kept].tolist(), columns[kept].tolist(), strict=True)
    return Alignment.of(links, shares[kept].tolist())


def features(
    first: Alignment, second: Evidence
) -> tuple[NDArray[np.intp], NDArray[np.intp], Mapping[str, Floats]]:
    """Return the word pairs that may be links, as rows and columns, and what each shows."""
    table = np.zeros(second.linked.shape, dtype=np.float32)
    for (i, j), score in zip(first.links, first.scores or (BARE,) * len(first.links), strict=True):
        table[i, j] = score
    linked = second.linked.astype(np.float32)
    likely = (second.forward > POSSIBLE) & (second.backward > POSSIBLE)
    rows, columns = np.nonzero(second.linked | (table > 0) | likely)
    beside = np.pad(np.maximum(linked, table > SURE), 1)
    forward, backward = _odds(second.forward), _odds(second.backward)
    rivals = {axis: _others(linked, axis) for axis in (0, 1)}
    sizes = second.linked.shape
    shares = [(np.arange(size) + 0.5) / max(size, 1) for size in sizes]
    shown = {
        "table": table,
        "table odds": np.where(table > 0, _odds(table), 0),
        "in table": table > 0,
        "linked": linked,
        "forward": forward,
        "backward": backward,
        "both": np.minimum(forward, backward),
        "table rival source": _others(table, 0),
        "table rival target": _others(table, 1),
        "forward rival source": _others(second.forward, 0),
        "forward rival target": _others(second.forward, 1),
        "backward rival source": _others(second.backward, 0),
        "backward rival target": _others(second.backward, 1),
        "linked rival source": rivals[0],
        "linked rival target": rivals[1],
        "table and linked": table * linked,
        "table alone, target free": (table > 0) & (rivals[0] <= 0),
        "table alone, source free": (table > 0) & (rivals[1] <= 0),
        "before and after": beside[:-2, :-2] + beside[2:, 2:],
        "same target": beside[:-2, 1:-1] + beside[2:, 1:-1],
        "same source": beside[1:-1, :-2] + beside[1:-1, 2:],
        "crossing": beside[:-2, 2:] + beside[2:, :-2],
        "off the diagonal": np.abs(shares[0][:, None] - shares[1]),
    }
    return rows, columns, {name: all_of[rows, columns] for name, all_of in shown.items()}


def _odds(shares: Floats) -> Floats:
    inside = shares.clip(EDGE, 1 - EDGE)
    odds: Floats = np.log(inside / (1 - inside))
    return odds


def _others(values: Floats, axis: int) -> Floats:
    """Return for each cell the highest of the others along an axis, 0 where there is none."""
    if values.shape[axis] < 2:
        return np.zeros_like(values)
    second, first = np.moveaxis(np.sort(values, axis=axis), axis, 0)[-2:]
    highest = np.expand_dims(first, axis)
    others: Floats = np.where(values == highest, np.expand_dims(second, axis), highest)
    return others


class Evidence(NamedTuple):
    """A pair's words against each other; all arrays are (source words, target words).

    Args:
        linked: whether pieces of the two are each other's best.
        forward: the highest probability of a target word's piece given a piece of the source word,
            softmaxes of cosines times 20; 0 for words without pieces.
        backward: likewise of the source word given the target word.
    """

    linked: Bools
    forward: Floats
    backward: Floats


def evidence_of(
    source: Reading,
    target: Reading,
    source_states: Floats,
    target_states: Floats,
    words: tuple[int, int],
) -> Evidence:
    """Compare all pieces of a pair.

    Args:
        source: which pieces it has, and whose they are.
        target: likewise.
        source_states: of its pieces, (pieces, width).
        target_states: likewise.
        words: how many words each side has.
    """
    rows, row_words = _owned(source.owners)
    columns, column_words = _owned(target.owners)
    if not len(rows) or not len(columns):
        nothing = np.zeros(words, dtype=np.float32)
        return Evidence(nothing > 0, nothing, nothing)
    cosines = np.matmul(unit(source_states).take(np.unique(rows), axis=0),
                        unit(target_states).take(np.unique(columns), axis=0).T)  # fmt: skip
    rows, columns = (np.unique(one, return_inverse=True)[1] for one in (rows, columns))
    forward, backward = probabilities(cosines, POSSIBLE_SCALE)

    def of_words(pieces: Floats) -> Floats:
        found = np.zeros(words, dtype=np.float32)
        spread = pieces[np.ix_(rows, columns)]
        starts = np.flatnonzero(np.diff(row_words, prepend=-1))
        column_starts = np.flatnonzero(np.diff(column_words, prepend=-1))
        most = np.maximum.reduceat(np.maximum.reduceat(spread, starts), column_starts, axis=1)
        found[np.ix_(row_words[starts], column_words[column_starts])] = most
        return found

    linked = of_words(argmax(cosines).astype(np.float32)) > 0
    return Evidence(linked, of_words(forward), of_words(backward))


def _owned(owners: Sequence[tuple[int, ...]]) -> tuple[Numbers, Numbers]:
    """Return pieces and the words that own them, sorted by word."""
    both = sorted((word, piece) for piece, words in enumerate(owners) for word in words)
    return (
        np.array([piece for _, piece in both], dtype=np.intp),
        np.array([word for word, _ in both], dtype=np.intp),
    )


CHANGES = (".up", ".down")
"""How the names of the encoder's changes end."""


class Learned(NamedTuple):
    """A file of what was learned.

    Args:
        arrays: by name, in float16.
        changes: those that are added to the encoder's matrices, as `Weights.changed` takes them.
        sha256: of the file.
    """

    arrays: Mapping[str, NDArray[np.floating]]
    changes: Mapping[str, NDArray[np.floating]]
    sha256: str


@cache
def learned(name: str) -> Learned:
    """Read a file of this package, given from the package's folder; once."""
    data = (Path(__file__).parent / name).read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as stored:
        arrays = dict(stored)
    changes = {one: arrays.pop(one) for one in tuple(arrays) if one.endswith(CHANGES)}
    return Learned(arrays, changes, hashlib.sha256(data).hexdigest())
