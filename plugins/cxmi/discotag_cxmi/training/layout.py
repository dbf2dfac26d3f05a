"""Where the tokens of an example are: context, separators, codes, and the ends of lines."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from discotag.plugin import UsageError
from discotag_cxmi.examples import Example
from discotag_cxmi.scoring.concatenation import Concatenation, no_separator

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from discotag_cxmi.examples import ContextFormat
    from discotag_cxmi.scoring.scorer import ModelOptions
    from discotag_cxmi.training.corpus import Corpus, Lines
    from discotag_cxmi.training.recipe import Recipe

    Ids = NDArray[np.integer[Any]]


IGNORED = -100
SAMPLE = "a"


@dataclass(frozen=True, slots=True)
class Layout:
    """The special tokens around and between lines.

    Args:
        separator: id between two lines.
        mask: id that dropped words are replaced with; None = the vocabulary has none.
        padding: id after the end of a row.
        before_source: ids before the encoder's lines, such as a language code.
        after_source: ids after them, such as the end of the text.
        before_target: ids before the decoder's lines; the first starts the decoder.
        end: id of the end of a target line.
        all_in_encoder: whether target context goes to the encoder, too (multi-encoder).
    """

    separator: int
    mask: int | None
    padding: int
    before_source: tuple[int, ...]
    after_source: tuple[int, ...]
    before_target: tuple[int, ...]
    end: int
    all_in_encoder: bool

    @property
    def source_extra(self) -> int:
        """How many ids an encoder row has besides its lines and separators."""
        return len(self.before_source) + len(self.after_source)

    @property
    def target_extra(self) -> int:
        """How many ids a decoder row has besides its lines and separators."""
        return len(self.before_target)

    def encoder(self, context: Sequence[Ids], current: Ids) -> Ids:
        """Return an encoder row: context lines, each with a separator, and the source."""
        return np.array([*self.before_source, *self._before(context), *current, *self.after_source])

    def decoder(self, context: Sequence[Ids], current: Ids) -> tuple[Ids, Ids]:
        """Return a decoder row and what it should say; its context is given, and so not counted."""
        prefix = [*self.before_target, *self._before(context)]
        said = [IGNORED] * (len(prefix) - 1) + [*current, self.end]
        return np.array([*prefix, *current]), np.array(said)

    def _before(self, context: Sequence[Ids]) -> list[int]:
        return [int(token) for line in context for token in (*line, self.separator)]


def layout_of(tokenizer: Any, config: Any, given: ContextFormat, options: ModelOptions) -> Layout:
    """Read the special tokens from the rows that scoring builds, so that both have the same.

    Raises:
        UsageError: the separator is not a token.
        PluginError: the model lacks a token that it cannot do without.
    """
    rows = Concatenation(tokenizer, config, given, options)
    if rows.separator is None:
        raise UsageError(no_separator(given.separator))
    row = rows.row(Example("", 0, SAMPLE, SAMPLE))
    ids = rows.source_lines.subwords(SAMPLE).ids
    start = next(i for i in range(len(row.encoder)) if row.encoder[i : i + len(ids)] == ids)
    return Layout(
        separator=rows.separator,
        mask=tokenizer.mask_token_id,
        padding=rows.pad,
        before_source=tuple(row.encoder[:start]),
        after_source=tuple(row.encoder[start + len(ids) :]),
        before_target=tuple(row.prefix),
        end=rows.eos,
        all_in_encoder=given.kind == "multi-encoder",
    )


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


NOISE = 1
"""Separates the random numbers of dropping from those of planning."""


class Collator:
    """Makes the arrays that the model takes.

    Args:
        corpus: the lines.
        layout: where special tokens are.
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
