"""How likely two words are links, by both directions' posteriors and by what is around them.

A posterior is too sure of itself, and knows the other direction and rival words only through the
chain. A logistic regression weighs them together, as `joined` of discotag-e5 does; the cells of all
pairs at once, for speed. Weights and their source: `weighing.toml`, `training/links_lexicon.py`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from discotag.plugins.aligners.lexicon.hmm import ABSENT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.plugins.aligners.lexicon.hmm import Word

    Floats = NDArray[np.float32]
    Numbers = NDArray[np.int64]

POSSIBLE = 0.03
"""What the geometric mean of both posteriors must exceed: of word pairs with less (above 0.001) 7 %
are links on the gold of docs/accuracy.md, of those with 0.03 to 0.1 19 %."""
EDGE = 0.005
"""Probabilities nearer to 0 and 1 are taken for ones so far from them."""


class Cells(NamedTuple):
    """The word pairs of one pair of segments that may be links, row by row.

    Args:
        rows: of the source words, ascending.
        columns: of the target words, ascending within a row.
        forward: p(source word | target word) of each, 0–1.
        backward: p(target word | source word) of each, 0–1.
        source: all source words, looked up.
        target: all target words.
    """

    rows: Numbers
    columns: Numbers
    forward: Floats
    backward: Floats
    source: Sequence[Word]
    target: Sequence[Word]


def possible(
    forward: Floats, backward: Floats, source: Sequence[Word], target: Sequence[Word]
) -> Cells:
    """Return what may be a link; both posteriors have the shape (source, target)."""
    rows, columns = np.nonzero(forward * backward > POSSIBLE**2)
    return Cells(rows, columns, forward[rows, columns], backward[rows, columns], source, target)


@cache
def shipped() -> tuple[float, Mapping[str, float]]:
    """Return the bias, and what one of each feature adds to the log-odds."""
    text = files("discotag.plugins.aligners.lexicon").joinpath("weighing.toml").read_text("utf-8")
    told = tomllib.loads(text)
    return told["bias"], told["features"]


def likely(pairs: Sequence[Cells]) -> list[Floats]:
    """Return for each pair how likely each of its cells is a link, 0–1."""
    if not pairs:
        return []
    bias, weights = shipped()
    shown = features(pairs)
    total = np.full(sum(len(cells.rows) for cells in pairs), bias, dtype=np.float32)
    for name, weight in weights.items():
        total += np.float32(weight) * shown[name]
    ends = np.cumsum([len(cells.rows) for cells in pairs])
    return np.split(1 / (1 + np.exp(-total)), ends[:-1])


def features(pairs: Sequence[Cells]) -> Mapping[str, Floats]:
    """Return what the cells of all pairs show, one after another.

    A pair that is turned round shows the same.
    """
    sides = _flat(pairs, "source"), _flat(pairs, "target")
    rows, columns = (side.places for side in sides)
    forward = np.concatenate([cells.forward for cells in pairs])
    backward = np.concatenate([cells.backward for cells in pairs])
    both = np.sqrt(forward * backward)
    by_row = _Groups(rows)
    by_column = _Groups(columns)
    beside = _Beside(rows, columns, both)
    return {
        "posteriors": _odds(forward) + _odds(backward),
        "rivals": _odds(by_column.others(both)) + _odds(by_row.others(both)),
        "rivals for the word": by_column.others(forward) + by_row.others(backward),
        "rivals of the word": by_row.others(forward) + by_column.others(backward),
        "before and after": beside(-1, -1) + beside(1, 1),
        "crossing": beside(-1, 1) + beside(1, -1),
        "neighbour of the same word": beside(-1, 0) + beside(1, 0) + beside(0, -1) + beside(0, 1),
        "off the diagonal": np.abs(sides[0].progress[rows] - sides[1].progress[columns]),
        "known": sides[0].known[rows] + sides[1].known[columns],
        "empty": sides[0].empty[rows] + sides[1].empty[columns],
    }


class _Side(NamedTuple):
    """The words of one side of all pairs in a row, a gap after each pair.

    Args:
        places: of each cell's word in that row.
        progress: how far in its segment each word is, 0–1.
        known: 1 where the table has the word.
        empty: its probability under the empty word.
    """

    places: Numbers
    progress: Floats
    known: Floats
    empty: Floats


def _flat(pairs: Sequence[Cells], side: str) -> _Side:
    words = [getattr(cells, side) for cells in pairs]
    axis = "rows" if side == "source" else "columns"
    sizes = np.array([len(some) for some in words])
    starts = np.concatenate([[0], np.cumsum(sizes + 1)[:-1]])
    counts = [len(cells.rows) for cells in pairs]
    places = np.concatenate([getattr(cells, axis) for cells in pairs]) + np.repeat(starts, counts)
    size = int(sizes.sum()) + len(pairs)
    inside = np.arange(size) - np.repeat(starts, sizes + 1)
    facts = [
        fact
        for some in words
        for fact in (*((word.key != ABSENT, word.null) for word in some), (False, 0.0))
    ]
    known, empty = np.array(facts, dtype=np.float32).T
    progress = ((inside + 0.5) / np.repeat(np.maximum(sizes, 1), sizes + 1)).astype(np.float32)
    return _Side(places, progress, known, empty)


class _Groups:
    """Cells that share a word."""

    def __init__(self, places: Numbers) -> None:
        self._order = np.argsort(places, kind="stable")
        ordered = places[self._order]
        is_first = np.diff(ordered, prepend=-1) > 0
        self._starts = np.flatnonzero(is_first)
        self._group = np.cumsum(is_first) - 1

    def others(self, values: Floats) -> Floats:
        """Return for each cell the highest of the others in its group, 0 where there is none."""
        if not len(values):
            return values
        ordered = values[self._order]
        first = np.maximum.reduceat(ordered, self._starts)[self._group]
        is_first = ordered == first
        second = np.maximum.reduceat(np.where(is_first, 0, ordered), self._starts)[self._group]
        ties = np.add.reduceat(is_first.astype(np.int64), self._starts)[self._group]
        found = np.empty_like(values)
        found[self._order] = np.where(is_first & (ties == 1), second, first)
        return found


class _Beside:
    """Looks up the cells around each cell."""

    def __init__(self, rows: Numbers, columns: Numbers, values: Floats) -> None:
        self._width = int(columns.max(initial=0)) + 2
        self._keys = rows * self._width + columns
        self._values = np.append(values, np.float32(0))

    def __call__(self, down: int, right: int) -> Floats:
        """Return the value so many rows down and columns to the right, 0 where there is no cell."""
        wanted = self._keys + down * self._width + right
        places = np.searchsorted(self._keys, wanted)
        is_there = self._keys.take(places, mode="clip") == wanted if len(wanted) else wanted > 0
        found: Floats = self._values[np.where(is_there, places, len(self._keys))]
        return found


def _odds(shares: Floats) -> Floats:
    inside = shares.clip(EDGE, 1 - EDGE)
    odds: Floats = np.log(inside / (1 - inside))
    return odds
