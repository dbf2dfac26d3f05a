"""Which segments go into which batch, each with how much context: drawn again for every epoch.

All of it follows from the seed and the number of the epoch, so a training that was killed goes on
with the very batches it would have had.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from discotag.plugin import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from discotag_cxmi.training.corpus import Corpus
    from discotag_cxmi.training.layout import Layout
    from discotag_cxmi.training.recipe import Recipe

POOL = 100
"""About how many batches' segments are sorted by length together."""
HELD_STILL = 2**31
"""In the place of an epoch's number: the draw for the development set, always the same."""


class Pick(NamedTuple):
    """A segment of the corpus, and how many lines of context it gets on each side."""

    line: int
    source: int
    target: int


class Batch(NamedTuple):
    """Segments that go together, and the seed of what else is random about them."""

    picks: tuple[Pick, ...]
    seed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shortened:
    """What did not fit.

    Args:
        left_out: segments that are too long by themselves, or empty on a side.
        cut: segments that can have less context than the recipe's most.
    """

    left_out: int
    cut: int


class Plan:
    """Draws a corpus's batches."""

    def __init__(self, corpus: Corpus, recipe: Recipe, layout: Layout) -> None:
        """Find what fits; UsageError where nothing does."""
        self._corpus, self._recipe, self._layout = corpus, recipe, layout
        every = np.arange(len(corpus), dtype=np.int64)
        none = np.zeros_like(every)
        empty = (corpus.source.lengths(every, none) == 0) | (
            corpus.target.lengths(every, none) == 0
        )
        alone = np.maximum(*self._lengths(every, none, none))
        self._usable = every[(alone <= recipe.max_length) & ~empty]
        if not self._usable.size:
            raise UsageError(
                f"none of {len(corpus)} segments can be trained on: they are empty, or longer than"
                f" {recipe.max_length} tokens (--max-length)"
            )
        most = [np.full(self._usable.size, s[1]) for s in self._ranges]
        places = corpus.places[self._usable]
        wished = [np.minimum(size, places) for size in most]
        fitting = self._fitted(self._usable, *wished)
        cut = (fitting[0] < wished[0]) | (fitting[1] < wished[1])
        self.shortened = Shortened(len(corpus) - self._usable.size, int(cut.sum()))

    def batches(self, epoch: int) -> list[Batch]:
        """Draw an epoch's batches."""
        seed = (self._recipe.seed, epoch)
        random = np.random.default_rng(seed)
        sizes = [
            random.integers(low, high + 1, size=self._usable.size) for low, high in self._ranges
        ]
        source, target = self._fitted(self._usable, *sizes)
        lengths = np.stack(self._lengths(self._usable, source, target))
        order = random.permutation(self._usable.size)
        cost = int(np.median(lengths.sum(axis=0)))
        pool = max(1, POOL * self._recipe.batch_tokens // max(1, cost))
        order = np.concatenate(
            [
                chunk[np.argsort(lengths[:, chunk].sum(axis=0), kind="stable")]
                for chunk in np.array_split(order, -(-order.size // pool))
            ]
        )
        groups = list(self._groups(order, lengths))
        shuffled = [groups[place] for place in random.permutation(len(groups))]
        return [
            Batch(
                tuple(Pick(int(self._usable[i]), int(source[i]), int(target[i])) for i in group),
                (*seed, number),
            )
            for number, group in enumerate(shuffled)
        ]

    def stream(self, start: int) -> Iterator[Batch]:
        """Yield batches for ever, from the one with this number on (0 = the very first)."""
        for epoch in count():
            drawn = self.batches(epoch)
            yield from drawn[start:]
            start = max(0, start - len(drawn))

    def steps(self, epochs: int) -> int:
        """Count the steps of so many epochs."""
        batches = sum(len(self.batches(epoch)) for epoch in range(epochs))
        return -(-batches // self._recipe.accumulate)

    def development(self) -> list[Batch]:
        """Draw the batches of a development set: always the same."""
        return self.batches(HELD_STILL)

    @property
    def _ranges(self) -> tuple[tuple[int, int], tuple[int, int]]:
        return self._recipe.source_context, self._recipe.target_context

    def _fitted(
        self, index: NDArray[np.int64], source: NDArray[np.int64], target: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Lessen context to what the document has, then until the rows are short enough."""
        source, target = (np.minimum(size, self._corpus.places[index]) for size in (source, target))
        while True:
            encoder, decoder = self._lengths(index, source, target)
            over, under = (length > self._recipe.max_length for length in (encoder, decoder))
            if self._layout.all_in_encoder:
                under = over & (target >= source)
                over &= ~under
            if not (over.any() or under.any()):
                return source, target
            source, target = source - over, target - under

    def _lengths(
        self, index: NDArray[np.int64], source: NDArray[np.int64], target: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Count the ids of the encoder's and the decoder's rows, separators and all."""
        corpus, layout = self._corpus, self._layout
        encoder = corpus.source.lengths(index, source) + source + layout.source_extra
        ahead = corpus.target.starts[index] - corpus.target.starts[index - target] + target
        decoder = corpus.target.lengths(index, np.zeros_like(index)) + layout.target_extra
        return (encoder + ahead, decoder) if layout.all_in_encoder else (encoder, decoder + ahead)

    def _groups(self, order: NDArray[np.int64], lengths: NDArray[np.int64]) -> Iterator[list[int]]:
        """Split segments into batches whose padded tokens, both sides, are within the limit."""
        group: list[int] = []
        longest = np.zeros(2, np.int64)
        for place in order:
            grown = np.maximum(longest, lengths[:, place])
            if group and int(grown.sum()) * (len(group) + 1) > self._recipe.batch_tokens:
                yield group
                group, grown = [], lengths[:, place]
            group.append(int(place))
            longest = grown
        if group:
            yield group
