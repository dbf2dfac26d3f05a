"""How well groups of sentences fit each other: shared words, and lengths (Gale and Church 1993)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from discotag.language.line_fit import VARIANCE, two_tailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from discotag.plugins.aligners.sentences.words import Vocabularies

    Floats = NDArray[np.float32]
    Integers = NDArray[np.int64]


class LengthCosts:
    """−log of how likely beads with sides of such lengths are.

    Args:
        source: characters of each source sentence, shape (sentences,).
        target: likewise of the target.
        ratio: characters of the target per character of the source.
    """

    def __init__(
        self, source: NDArray[np.float64], target: NDArray[np.float64], *, ratio: float
    ) -> None:
        self.ratio = ratio
        self._sides = source, target
        self._until = tuple(np.concatenate(([0.0], np.cumsum(side))) for side in self._sides)

    @property
    def shape(self) -> tuple[int, int]:
        """How many places before and between sentences source and target have."""
        return len(self._until[0]), len(self._until[1])

    def sides(self, rows: slice, columns: slice) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the characters of some sentences of both sides."""
        return self._sides[0][rows], self._sides[1][columns]

    def of(self, kinds: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
        """Return the costs of beads, in nats, shape (kinds, source + 1, target + 1).

        A kind is how many sentences a bead has on both sides; place (i, j) is the bead that ends
        before sentences i and j. Where a text has too few sentences before, it has no meaning.
        """
        source, target = self._until
        here = np.zeros((len(kinds), len(source), 1))
        there = np.zeros((len(kinds), 1, len(target)))
        for number, (down, across) in enumerate(kinds):
            here[number, down:, 0] = (source[down:] - source[:-down]) * self.ratio
            there[number, 0, across:] = target[across:] - target[:-across]
        mean = np.maximum((here + there) / 2, 1.0)
        distance = np.abs(there - here) / np.sqrt(VARIANCE * mean)
        return -np.log(np.maximum(two_tailed(distance), 1e-12))


LAMBDA, KAPPA = 0.8, 1e-4
FLOOR = -4.0
"""The least a bead's words can count: a free translation is still a translation."""
WORDS_SHARE, LENGTH_SHARE = 0.7, 0.7
AT_ONCE = 8_192
"""Costs that are computed at once: more are not faster, and take more memory."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """The sentences of one side.

    Args:
        words: numbers of each sentence's words, shape (words of the sentence,).
        lengths: characters of each sentence, white space left out, shape (sentences,).
    """

    words: Sequence[Integers]
    lengths: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.words)

    def part(self, begin: int, end: int) -> Sentences:
        """Return some of the sentences."""
        return Sentences(self.words[begin:end], self.lengths[begin:end])


class Scores:
    """Scores of the beads of two texts.

    Args:
        forward: what the source's sentences say of the target's words.
        backward: the other way round.
        lengths: characters of the sentences of both sides, source first.
        ratio: characters of the target per character of the source.
    """

    def __init__(
        self,
        forward: _Direction,
        backward: _Direction,
        lengths: tuple[NDArray[np.float64], NDArray[np.float64]],
        *,
        ratio: float,
    ) -> None:
        self._forward, self._backward = forward, backward
        self._lengths = LengthCosts(*lengths, ratio=ratio)
        self._words: dict[tuple[int, int], Floats] = {}

    @classmethod
    def of(
        cls, vocabularies: Vocabularies, source: Sentences, target: Sentences, *, ratio: float
    ) -> Self:
        """Look the words of two texts up."""
        rows, source_words = _Words.numbered(source.words)
        columns, target_words = _Words.numbered(target.words)
        forward, backward = vocabularies.probabilities(rows, columns)
        return cls(
            _Direction.of(forward, source_words, target_words),
            _Direction.of(np.ascontiguousarray(backward.T), target_words, source_words),
            (source.lengths, target.lengths),
            ratio=ratio,
        )

    def block(self, rows: tuple[int, int], columns: tuple[int, int]) -> Scores:
        """Return the scores of some sentences of both sides, before what all of them say."""
        here, there = slice(*rows), slice(*columns)
        return Scores(
            self._forward.block(here, there),
            self._backward.block(there, here),
            self._lengths.sides(here, there),
            ratio=self._lengths.ratio,
        )

    def words(self, rows: int, columns: int) -> Floats:
        """Return the mean of both directions, of `rows` and `columns` sentences from i and j on.

        Shape (source − rows + 1, target − columns + 1), in nats.
        """
        known = self._words.get((rows, columns))
        if known is None:
            forward, backward = self.directions(rows, columns)
            known = self._words[rows, columns] = np.asarray(
                (forward + backward) / 2, dtype=np.float32
            )
        return known

    def directions(self, rows: int, columns: int) -> tuple[Floats, Floats]:
        """Return what the source says of the target's words, and the other way round.

        Both have the shape of `words`, in nats.
        """
        return self._forward.sums(rows, columns), self._backward.sums(columns, rows).T

    def score(self, rows: tuple[int, int], columns: tuple[int, int]) -> float:
        """Return the score of one bead, in nats per word of both sides."""
        down, across = rows[1] - rows[0], columns[1] - columns[0]
        total = float(self.words(down, across)[rows[0], columns[0]])
        words = self._backward.told_words(slice(*rows)) + self._forward.told_words(slice(*columns))
        return 2 * total / max(words, 1)

    def costs(self, kinds: Sequence[tuple[int, int]]) -> Floats:
        """Return what beads cost but for their kind, which end before sentences i and j.

        Less the better they fit. Shape (kinds, source sentences + 1, target sentences + 1);
        infinite where a text has too few sentences before.
        """
        shape = self._lengths.shape
        found = np.full((len(kinds), *shape), np.inf, dtype=np.float32)
        at_once = max(1, AT_ONCE // (shape[0] * shape[1]))
        for first in range(0, len(kinds), at_once):
            some = kinds[first : first + at_once]
            lengths = LENGTH_SHARE * self._lengths.of(some)
            for number, (down, across) in enumerate(some):
                fit = WORDS_SHARE * np.maximum(self.words(down, across), FLOOR)
                found[first + number, down:, across:] = lengths[number, down:, across:] - fit
        return found


class _Words:
    """The words of some sentences, one sentence after the other.

    Args:
        numbers: of all words, shape (words,).
        sizes: how many each sentence has, shape (sentences,).
    """

    def __init__(self, numbers: Integers, sizes: Integers) -> None:
        self.numbers, self.sizes = numbers, sizes
        self._filled = sizes > 0
        self._starts = (np.cumsum(sizes) - sizes)[self._filled]

    @classmethod
    def numbered(cls, sentences: Sequence[Integers]) -> tuple[Integers, Self]:
        """Return the different words of sentences, and the sentences' words as places in them."""
        sizes = np.array([len(words) for words in sentences], dtype=np.int64)
        words = np.concatenate(sentences) if sentences else np.array([], dtype=np.int64)
        different, places = np.unique(words, return_inverse=True)
        return different, cls(places, sizes)

    def part(self, sentences: slice) -> tuple[Integers, Self]:
        """Return the different words of some sentences, and these as places in them."""
        begin = int(self.sizes[: sentences.start].sum())
        sizes = self.sizes[sentences]
        kept = self.numbers[begin : begin + int(sizes.sum())]
        different, places = np.unique(kept, return_inverse=True)
        return different, type(self)(places, sizes)

    def summed(self, rows: Floats) -> Floats:
        """Add up the rows of each sentence's words, shape (sentences, columns of `rows`)."""
        found = np.zeros((len(self.sizes), rows.shape[1]), dtype=np.float32)
        if len(self._starts):
            found[self._filled] = np.add.reduceat(rows[self.numbers], self._starts, axis=0)
        return found


class _Direction:
    """What the sentences of one side say of the words of the other.

    Args:
        sums: P of each word of `told` with the words of each given sentence, added up, shape (given
            sentences, words of `told`).
        sizes: how many words each given sentence has.
        background: P of each word of `told` with the words of the whole text.
        told: the words of the sentences that are scored.
    """

    def __init__(self, sums: Floats, sizes: Floats, background: Floats, told: _Words) -> None:
        self._sums, self._sizes, self._background, self._told = sums, sizes, background, told
        self._known: dict[int, Floats] = {}

    @classmethod
    def of(cls, likely: Floats, given: _Words, told: _Words) -> Self:
        """Add up P of words, shape (given words, `told` words), by the sentences given."""
        sizes = given.sizes.astype(np.float32)
        sums = given.summed(likely)
        return cls(sums, sizes, sums.sum(axis=0) / max(float(sizes.sum()), 1.0), told)

    def block(self, given: slice, told: slice) -> _Direction:
        """Return what some sentences say of some; the background stays that of all."""
        words, kept = self._told.part(told)
        return _Direction(
            self._sums[given][:, words], self._sizes[given], self._background[words], kept
        )

    def told_words(self, told: slice) -> int:
        """Return how many words some of the scored sentences have."""
        return int(self._told.sizes[told].sum())

    def sums(self, given: int, told: int) -> Floats:
        """Return the scores of `told` sentences' words with `given` sentences.

        Shape (all given sentences − `given` + 1, all scored ones − `told` + 1).
        """
        return _windowed(self._scores(given).T, told).T

    def _scores(self, given: int) -> Floats:
        """Return the scores of each scored sentence's words with `given` sentences."""
        known = self._known.get(given)
        if known is None:
            known = self._known[given] = self._told_by(given)
        return known

    def _told_by(self, given: int) -> Floats:
        sums, sizes = _windowed(self._sums, given), _windowed(self._sizes, given)
        background = self._background
        logs = LAMBDA * sums / np.maximum(sizes, 1.0)[:, None]
        logs += (1 - LAMBDA) * background + KAPPA
        logs /= background + KAPPA
        np.log(logs, out=logs)
        return self._told.summed(np.ascontiguousarray(logs.T)).T


def _windowed(values: Floats, size: int) -> Floats:
    """Return the sums of `size` rows from each on."""
    found = values[: len(values) - size + 1].copy()
    for shift in range(1, size):
        found += values[shift : len(values) - size + 1 + shift]
    return found
