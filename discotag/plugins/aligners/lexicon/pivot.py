"""Pivot tables: two tables that share a language, joined into one between the other two.

Packs hold English–xx tables. German–French goes through English keys e:
    p(f | d) = Σ p(e | d) p(f | e),   p(d | f) = Σ p(e | f) p(d | e)
(Wu and Wang 2007, phrase tables by triangulation, here for single words).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from discotag.plugins.aligners.lexicon.table import TranslationTable, is_strong

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

BATCH = 4_000_000
"""Products held at a time: about 100 MB."""


@dataclass(frozen=True, slots=True)
class _Links:
    """Entries of one table sorted by their pivot key; `starts` are the places of each key's."""

    starts: Integers
    outer: Integers
    to_outer: Floats
    from_outer: Floats


def joined(first: TranslationTable, second: TranslationTable) -> TranslationTable:
    """Join two tables into one.

    Args:
        first: its target language is the pivot.
        second: its source language is the pivot, with the same description of keys.
    """
    pivots = {key: index for index, key in enumerate(first.target.keys)}
    shared = np.array([pivots.get(key, -1) for key in second.source.keys], dtype=np.int64)
    size = len(first.target.keys)
    rows, middle = np.divmod(first.entries, size)
    left = _sorted(size, middle, rows, first.backward, first.forward)
    middle, columns = np.divmod(second.entries, len(second.target.keys))
    middle = shared[middle]
    kept = middle >= 0
    right = _sorted(size, middle[kept], columns[kept], second.forward[kept], second.backward[kept])
    entries, forward, backward = _summed(left, right, len(second.target.keys))
    sources, targets = np.divmod(entries, len(second.target.keys))
    strong = is_strong(forward, sources) & is_strong(backward, targets)
    return TranslationTable(
        source=first.source,
        target=second.target,
        entries=entries[strong],
        forward=forward[strong],
        backward=backward[strong],
        training=f"{first.training}; {second.training}; joined through their shared language",
    )


def _sorted(
    size: int, pivot: Integers, outer: Integers, to_outer: Floats, from_outer: Floats
) -> _Links:
    order = np.argsort(pivot, kind="stable")
    starts = np.searchsorted(pivot[order], np.arange(size + 1))
    return _Links(starts, outer[order], to_outer[order], from_outer[order])


def _summed(left: _Links, right: _Links, width: int) -> tuple[Integers, Floats, Floats]:
    """Return the pairs, ascending, with both sums of products over the pivot keys."""
    entries: Integers = np.empty(0, dtype=np.int64)
    sums: Floats = np.empty((2, 0))
    for places, others in _products(left, right):
        pairs = left.outer[places] * width + right.outer[others]
        terms = np.stack(
            (
                left.from_outer[places] * right.to_outer[others],
                right.from_outer[others] * left.to_outer[places],
            )
        )
        entries, sums = _collapsed(
            np.concatenate((entries, pairs)), np.concatenate((sums, terms), axis=1)
        )
    return entries, sums[0], sums[1]


def _collapsed(entries: Integers, terms: Floats) -> tuple[Integers, Floats]:
    """Add up the terms of equal entries, in the order in which they came."""
    order = np.argsort(entries, kind="stable")
    ordered = entries[order]
    firsts = np.flatnonzero(np.diff(ordered, prepend=-1))
    return ordered[firsts], np.add.reduceat(terms[:, order], firsts, axis=1)


def _products(left: _Links, right: _Links) -> Iterator[tuple[Integers, Integers]]:
    """Yield all pairs of a left and a right entry that share a pivot key, in batches."""
    fan = np.diff(right.starts)
    pivot = np.repeat(np.arange(len(left.starts) - 1), np.diff(left.starts))
    many = fan[pivot]
    ends = np.cumsum(many)
    start = 0
    while start < len(pivot):
        done = ends[start - 1] if start else 0
        end = max(int(np.searchsorted(ends, done + BATCH)), start + 1)
        counts = many[start:end]
        places = np.repeat(np.arange(start, end), counts)
        first = np.repeat(np.cumsum(counts) - counts, counts)
        others = right.starts[pivot[places]] + np.arange(len(places)) - first
        if len(places):
            yield places, others
        start = end
