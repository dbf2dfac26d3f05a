"""Aligns the sentences of a document with those of its translation.

Long texts are read in windows: what a window says is kept up to a run of sure 1-1 beads, and the
next one begins there. So time and memory grow with the length of a text, not with its square.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from discotag.core.units import Bead
from discotag.plugins.sentence_aligner.scores import Scores, Sentences
from discotag.plugins.sentence_aligner.search import SKIP, cheapest
from discotag.plugins.sentence_aligner.words import Vocabularies

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from discotag.core.language import LanguagePack
    from discotag.plugins.lexicon_aligner.table import TranslationTable

    Floats = NDArray[np.float32]

WINDOW = 120
"""Source sentences that are read at a time."""
LARGEST = 960
"""Source sentences of the largest window: a text that is no translation has no sure place."""
LONGEST_REACH = 20
"""Target sentences that a window reads at most, per source sentence."""
MARGIN = 40
"""Target sentences that a window reads beyond what the lengths say."""
RUN = 4
"""So many 1-1 beads in a row whose words fit are a sure place to cut."""
SURE = 0.3
"""Nats per word from which the words of a bead fit."""


class Likeness(NamedTuple):
    """How well each sentence of a text fits each of another, in nats per word.

    All have the shape (source sentences, target sentences).

    Args:
        both: of the words of both sides.
        source: of the source sentence's words alone: what the target sentence says of them.
        target: of the target sentence's words alone.
    """

    both: Floats
    source: Floats
    target: Floats


class SentenceAligner:
    """Aligns texts of one pair of languages.

    Args:
        table: the translation table from source to target language.
        source: the source language's pack.
        target: the target language's.
        skip: what a sentence without a counterpart costs, in nats; less finds more omissions.
    """

    def __init__(
        self,
        table: TranslationTable,
        source: LanguagePack,
        target: LanguagePack,
        *,
        skip: float = SKIP,
    ) -> None:
        self._vocabularies = Vocabularies(table, (source.writing.spaces, target.writing.spaces))
        self._skip = skip

    def align(
        self,
        source: Sequence[str],
        target: Sequence[str],
        *,
        told: Callable[[int], object] | None = None,
    ) -> tuple[Bead, ...]:
        """Return the beads of two texts, in order; every sentence is in one of them.

        `told` hears of each stretch that is done, in source sentences.
        """
        here = _sentences(source, self._vocabularies.source.numbers)
        there = _sentences(target, self._vocabularies.target.numbers)
        if not source or not target:
            return _unlinked(len(source), len(target))
        ratio = max(float(there.lengths.sum()), 1.0) / max(float(here.lengths.sum()), 1.0)
        beads: list[Bead] = []
        i = j = 0
        size = WINDOW
        while i < len(source) or j < len(target):
            last = min(i + size, len(source))
            is_end = last == len(source)
            end = _reach(j, len(target), (last - i) / max(len(source) - i, 1), size)
            is_open = not is_end or end < len(target)
            found = self._window(here.part(i, last), there.part(j, end), ratio, is_open=is_open)
            kept = found if is_end else _until_sure(found)
            if not kept and size < LARGEST:
                size *= 2  # nothing sure in it: look further
                continue
            kept = kept or found[: max(1, len(found) // 2)]
            beads += [_moved(bead, i, j) for bead in kept]
            if told is not None:
                told(beads[-1].source[1] - i)
            i, j, size = beads[-1].source[1], beads[-1].target[1], WINDOW
        return tuple(beads)

    def _window(
        self, source: Sentences, target: Sentences, ratio: float, *, is_open: bool
    ) -> list[Bead]:
        shape = len(source.words), len(target.words)
        if not all(shape):
            return list(_unlinked(*shape))
        scores = Scores.of(self._vocabularies, source, target, ratio=ratio)
        ways = cheapest(scores, shape, skip=self._skip, is_open=is_open)
        return [_bead(scores, source, target, *way) for way in ways]

    def likeness(self, source: Sequence[str], target: Sequence[str]) -> Likeness:
        """Return how well each sentence of a text fits each of the other.

        Words are weighed against all that are given.
        """
        here = _sentences(source, self._vocabularies.source.numbers)
        there = _sentences(target, self._vocabularies.target.numbers)
        forward, backward = Scores.of(self._vocabularies, here, there, ratio=1.0).directions(1, 1)
        sizes = [np.array([len(words) for words in side.words]) for side in (here, there)]
        rows, columns = np.maximum(sizes[0], 1)[:, None], np.maximum(sizes[1], 1)[None, :]
        both = (forward + backward) / np.maximum(sizes[0][:, None] + sizes[1][None, :], 1)
        return Likeness(both, backward / rows, forward / columns)

    def align_blocks(
        self, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]
    ) -> tuple[Bead, ...]:
        """Return the beads of two texts whose blocks (lines) belong together, in order.

        No bead goes over the edge of a block. Words are weighed against a stretch of blocks. Beads
        count sentences from the beginning of the text.
        """
        if len(source) == 1:
            return self.align(source[0], target[0])
        beads: list[Bead] = []
        i = j = 0
        for first, last in _stretches(source, target):
            here, there = source[first:last], target[first:last]
            found = (
                self.align(here[0], there[0]) if last == first + 1 else self._stretch(here, there)
            )
            beads += [_moved(bead, i, j) for bead in found]
            i, j = i + sum(map(len, here)), j + sum(map(len, there))
        return tuple(beads)

    def _stretch(
        self, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]
    ) -> Iterator[Bead]:
        """Yield the beads of some blocks, each aligned by itself."""
        here = _sentences([*chain.from_iterable(source)], self._vocabularies.source.numbers)
        there = _sentences([*chain.from_iterable(target)], self._vocabularies.target.numbers)
        if not here.words or not there.words:
            yield from _unlinked(len(here.words), len(there.words))
            return
        ratio = max(float(there.lengths.sum()), 1.0) / max(float(here.lengths.sum()), 1.0)
        scores = Scores.of(self._vocabularies, here, there, ratio=ratio)
        i = j = 0
        for sentences, translated in zip(source, target, strict=True):
            rows, columns = (i, i + len(sentences)), (j, j + len(translated))
            found = self._block(scores, here, there, rows, columns)
            yield from (_moved(bead, i, j) for bead in found)
            i, j = rows[1], columns[1]

    def _block(
        self,
        scores: Scores,
        source: Sentences,
        target: Sentences,
        rows: tuple[int, int],
        columns: tuple[int, int],
    ) -> Sequence[Bead]:
        shape = rows[1] - rows[0], columns[1] - columns[0]
        if not all(shape):
            return _unlinked(*shape)
        own = scores.block(rows, columns)
        ways = [((0, 1), (0, 1))] if shape == (1, 1) else cheapest(own, shape, skip=self._skip)
        parts = source.part(*rows), target.part(*columns)
        return [_bead(own, *parts, *way) for way in ways]


def _stretches(
    source: Sequence[Sequence[str]], target: Sequence[Sequence[str]]
) -> Iterator[tuple[int, int]]:
    """Yield begin and end of stretches of blocks: as many as a window holds, at least one."""
    first = size = 0
    for place, sides in enumerate(zip(source, target, strict=True)):
        here = max(map(len, sides))
        if place > first and size + here > WINDOW:
            yield first, place
            first, size = place, 0
        size += here
    if first < len(source):
        yield first, len(source)


def _reach(begin: int, end: int, share: float, size: int) -> int:
    """Return how far a window reads in the target, whose rest is `end - begin` sentences.

    A text that goes on much longer than the source is not read at once: nothing is left for it.
    """
    wanted = int((end - begin) * share) + MARGIN + size // 4
    return min(end, begin + wanted, begin + LONGEST_REACH * size)


def _bead(
    scores: Scores,
    source: Sentences,
    target: Sentences,
    rows: tuple[int, int],
    columns: tuple[int, int],
) -> Bead:
    down, across = rows[1] - rows[0], columns[1] - columns[0]
    if not down or not across:
        return Bead(rows, columns, 0.0)
    words = sum(len(words) for words in source.words[slice(*rows)])
    words += sum(len(words) for words in target.words[slice(*columns)])
    total = float(scores.words(down, across)[rows[0], columns[0]])
    score = round(2 * total / max(words, 1), 4)
    return Bead(rows, columns, score, is_sure=score >= SURE)


def _until_sure(beads: list[Bead]) -> list[Bead]:
    """Return the beads up to within the last sure run of the first two thirds; maybe none."""
    length = 0
    end = 0
    for place, bead in enumerate(beads[: max(RUN, 2 * len(beads) // 3)]):
        length = length + 1 if bead.kind == "1-1" and bead.score >= SURE else 0
        if length >= RUN:
            end = place - RUN // 2
    return beads[:end]


def _sentences(texts: Sequence[str], numbers: Callable[[str], list[int]]) -> Sentences:
    words = [np.array(numbers(text), dtype=np.int64) for text in texts]
    lengths = np.array([len("".join(text.split())) for text in texts], float)
    return Sentences(words, lengths)


def _unlinked(rows: int, columns: int) -> tuple[Bead, ...]:
    return (
        *(Bead((i, i + 1), (0, 0), 0.0) for i in range(rows)),
        *(Bead((rows, rows), (j, j + 1), 0.0) for j in range(columns)),
    )


def _moved(bead: Bead, i: int, j: int) -> Bead:
    (first, last), (begin, end) = bead.source, bead.target
    return Bead((first + i, last + i), (begin + j, end + j), bead.score, bead.is_sure)
