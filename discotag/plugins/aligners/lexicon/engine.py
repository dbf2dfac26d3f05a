"""The engine: both directions' posteriors of many pairs, a batch of like lengths at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from discotag.plugins.aligners.lexicon.emission import Emissions, Words
from discotag.plugins.aligners.lexicon.hmm import Jumps, padded_count, padded_width, posteriors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from discotag.plugins.aligners.lexicon.table import TranslationTable

    Floats = NDArray[np.float32]

BATCH_CELLS = 300_000
"""Padded cells of one batch: enough to keep numpy busy, few enough for a small memory."""


class Engine:
    """Aligns with one table; holds nothing but the table and words it has looked up.

    Args:
        table: the translation table, its source side being the pairs' source side.
    """

    def __init__(self, table: TranslationTable) -> None:
        spellings: dict[str, int] = {}
        self.source = Words(table.source, spellings)
        self.target = Words(table.target, spellings)
        self._emissions = Emissions(table)
        self._jumps = (Jumps(table.source.jumps), Jumps(table.target.jumps))

    def posteriors(
        self, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]
    ) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield (index of the pair, p(source word | target word), p(target word | source word)).

        Both matrices have shape (source, target) and hold 0–1. Pairs come in order of length and
        must not be empty.
        """
        order = sorted(range(len(pairs)), key=lambda index: (_width(pairs[index]), index))
        start = 0
        while start < len(order):
            end = start + 1
            width = _width(pairs[order[start]])
            while (
                end < len(order)
                and _width(pairs[order[end]]) == width
                and width * width * (end + 1 - start) <= BATCH_CELLS
            ):
                end += 1
            yield from self._batch(pairs, order[start:end])
            start = end

    def _batch(
        self, pairs: Sequence[tuple[Sequence[str], Sequence[str]]], chosen: Sequence[int]
    ) -> Iterator[tuple[int, Floats, Floats]]:
        count, width = padded_count(len(chosen)), _width(pairs[chosen[-1]])
        emissions = np.zeros((width, width, 2 * count), dtype=np.float32)
        nulls = np.zeros((width, 2 * count), dtype=np.float32)
        sizes: list[tuple[int, int]] = [(0, 0)] * (2 * count)
        for place, index in enumerate(chosen):
            source = self.source.look_up(pairs[index][0])
            target = self.target.look_up(pairs[index][1])
            rows, columns = len(source), len(target)
            forward, backward = self._emissions.both(source, target)
            emissions[:columns, :rows, place] = forward.T
            emissions[:rows, :columns, count + place] = backward
            nulls[:columns, place] = [word.null for word in target]
            nulls[:rows, count + place] = [word.null for word in source]
            sizes[place], sizes[count + place] = (rows, columns), (columns, rows)
        found = posteriors(emissions, nulls, self._jumps, sizes)
        for place, index in enumerate(chosen):
            rows, columns = sizes[place]
            yield index, found[:columns, :rows, place].T, found[:rows, :columns, count + place]


def _width(pair: tuple[Sequence[str], Sequence[str]]) -> int:
    return padded_width(max(len(pair[0]), len(pair[1])))
