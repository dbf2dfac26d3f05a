"""Hidden states of many texts: batches, texts that come again, long texts in windows."""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from discotag_e5.forward import Network
from discotag_e5.tokenizer import tokenizer_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from discotag_e5.weights import Weights

    Floats = NDArray[np.float32]
    Ids = tuple[int, ...]

MASK = "<mask>"
BATCH = 512
"""Pieces of a batch: more make nothing faster."""
KEPT = 32_768
"""Pieces whose states are kept for the next text of the same source: 50 MB."""


class Window(NamedTuple):
    """Half-open ranges of a text's pieces: those that the model sees, those that are taken."""

    start: int
    end: int
    kept_start: int
    kept_end: int


class Encoder:
    """Texts, cut into pieces → hidden states of one layer.

    Args:
        weights: vocabulary and parameters.
        layer: whose states are given, from 1.
        batch: pieces computed at once.
        below: lower layers whose states stand before them, lowest first.

    Attributes:
        tokenizer: what cuts texts into pieces.
        width: numbers of a hidden state, of all layers together.
    """

    def __init__(
        self, weights: Weights, layer: int, *, batch: int = BATCH, below: Sequence[int] = ()
    ) -> None:
        self.tokenizer = tokenizer_of(weights.vocabulary)
        self._network = Network(weights, layer, below=below)
        self.width = weights.shape.width * (1 + len(below))
        self._pieces = weights.vocabulary.pieces
        self._ends = (weights.vocabulary.first, weights.vocabulary.last)
        self._room = weights.shape.positions - len(self._ends)
        self._batch = batch
        self._kept: OrderedDict[Ids, Floats] = OrderedDict()

    @cached_property
    def mask(self) -> int:
        """The id of the piece that stands for a hidden one; ValueError if there is none."""
        return self._pieces.index(MASK)

    def states(self, texts: Sequence[Ids], *, keep: bool = False) -> list[Floats]:
        """Return the hidden states of texts, in order, each (pieces, width).

        Args:
            texts: ids of pieces, without special ones; one that comes twice is computed once.
            keep: whether the states are kept, as far as there is room, for the next call.
        """
        found = {text: self._kept[text] for text in texts if text in self._kept}
        rows = [
            (text, window)
            for text in dict.fromkeys(texts)
            if text not in found
            for window in windows(len(text), self._room)
        ]
        parts: dict[Ids, list[Floats]] = {text: [] for text, _ in rows}
        for batch in self._batches(rows):
            for (text, window), states in zip(batch, self._made(batch), strict=True):
                before = 1 - window.start
                kept = states[before + window.kept_start : before + window.kept_end]
                parts[text].append(kept.copy())
        found |= {text: np.concatenate(of_text) for text, of_text in parts.items()}
        if keep:
            self._keep(found)
        empty = np.zeros((0, self.width), dtype=np.float32)
        return [found[text] if text else empty for text in texts]

    def means(self, texts: Sequence[Ids]) -> Floats:
        """Return the mean hidden state of each text's row, special pieces included.

        A text that does not fit into one row has the mean of its windows' states. Shape (texts,
        width); zeros for a text without pieces.
        """
        different = list(dict.fromkeys(texts))
        rows = [(text, window) for text in different for window in windows(len(text), self._room)]
        sums = {text: np.zeros(self.width, dtype=np.float32) for text in different}
        sizes = dict.fromkeys(different, 0)
        for batch in self._batches(rows):
            for (text, _), states in zip(batch, self._made(batch), strict=True):
                sums[text] += states.sum(axis=0)
                sizes[text] += len(states)
        found = np.zeros((len(texts), self.width), dtype=np.float32)
        for place, text in enumerate(texts):
            found[place] = sums[text] / max(sizes[text], 1)
        return found

    def _made(self, batch: Sequence[tuple[Ids, Window]]) -> list[Floats]:
        first, last = self._ends
        return self._network.states(
            [(first, *text[window.start : window.end], last) for text, window in batch]
        )

    def _batches(self, rows: Sequence[tuple[Ids, Window]]) -> Iterator[list[tuple[Ids, Window]]]:
        batch: list[tuple[Ids, Window]] = []
        size = 0
        for text, window in rows:
            length = window.end - window.start + len(self._ends)
            if batch and size + length > self._batch:
                yield batch
                batch, size = [], 0
            batch.append((text, window))
            size += length
        if batch:
            yield batch

    def _keep(self, found: dict[Ids, Floats]) -> None:
        for text, states in found.items():
            self._kept[text] = states
            self._kept.move_to_end(text)
        size = sum(map(len, self._kept))
        while size > KEPT:
            text, _ = self._kept.popitem(last=False)
            size -= len(text)


def windows(length: int, size: int) -> list[Window]:
    """Cut a text of so many pieces into windows of at most `size`, a quarter or more shared.

    Neighbours meet in the middle of what they share, so every piece has been seen with what stands
    on both sides of it. Returns one window if the text fits, none if it is empty.
    """
    if not length:
        return []
    if length <= size:
        return [Window(0, length, 0, length)]
    step = max(size - size // 4, 1)
    count = 1 + -(-(length - size) // step)
    starts = [place * (length - size) // (count - 1) for place in range(count)]
    middles = [(one + size + other) // 2 for one, other in pairwise(starts)]
    return [
        Window(start, start + size, *kept)
        for start, kept in zip(starts, pairwise([0, *middles, length]), strict=True)
    ]
