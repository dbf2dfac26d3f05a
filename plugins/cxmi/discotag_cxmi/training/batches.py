"""Batches as arrays: picked segments laid out, padded, and with words dropped from the source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from discotag.plugin import UsageError
from discotag_cxmi.training.layout import IGNORED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from discotag_cxmi.training.corpus import Corpus, Lines
    from discotag_cxmi.training.layout import Ids, Layout
    from discotag_cxmi.training.plans import Batch, Pick

NOISE = 1
"""Told to the random numbers of dropping apart from those of planning."""


class Collator:
    """Makes the arrays that the model takes.

    Args:
        corpus: the lines.
        layout: where special tokens stand.
        coword: share of the current source's tokens that become the mask (Fernandes et al. 2021).
        word_dropout: share of all the encoder's words that do, context too.
    """

    def __init__(
        self, corpus: Corpus, layout: Layout, *, coword: float = 0.0, word_dropout: float = 0.0
    ) -> None:
        self._corpus, self._layout = corpus, layout
        self._coword, self._word_dropout = coword, word_dropout
        if (coword or word_dropout) and layout.mask is None:
            raise UsageError("words cannot be dropped: the vocabulary has no mask token")
        self._mask = layout.padding if layout.mask is None else layout.mask

    def __call__(self, batch: Batch) -> dict[str, NDArray[np.int64]]:
        """Return `input_ids`, `attention_mask`, `decoder_input_ids`, `labels`: (rows, length)."""
        random = np.random.default_rng((*batch.seed, NOISE))
        rows = [self._row(pick, random) for pick in batch.picks]
        inputs, prefixes, labels = zip(*rows, strict=True)
        padding = self._layout.padding
        return {
            "input_ids": _padded(inputs, padding),
            "attention_mask": _padded([np.ones_like(row) for row in inputs], 0),
            "decoder_input_ids": _padded(prefixes, padding),
            "labels": _padded(labels, IGNORED),
        }

    def _row(self, pick: Pick, random: np.random.Generator) -> tuple[Ids, Ids, Ids]:
        layout, corpus = self._layout, self._corpus
        before = _before(corpus.source, pick.line, pick.source)
        said = _before(corpus.target, pick.line, pick.target)
        current: Ids = corpus.source.line(pick.line)
        context = [*before, *said] if layout.all_in_encoder else before
        if self._word_dropout:
            context = [self._dropped(line, self._word_dropout, random) for line in context]
            current = self._dropped(current, self._word_dropout, random)
        elif self._coword:
            current = self._dropped(current, self._coword, random)
        prefix, labels = layout.decoder(
            () if layout.all_in_encoder else said, corpus.target.line(pick.line)
        )
        return layout.encoder(context, current), prefix, labels

    def _dropped(self, line: Ids, share: float, random: np.random.Generator) -> Ids:
        return np.where(random.random(len(line)) < share, self._mask, line)


def _before(lines: Lines, index: int, count: int) -> list[Ids]:
    return [lines.line(place) for place in range(index - count, index)]


def _padded(rows: Sequence[Ids], value: int) -> NDArray[np.int64]:
    made = np.full((len(rows), max(map(len, rows))), value, np.int64)
    for row, given in zip(made, rows, strict=True):
        row[: len(given)] = given
    return made
