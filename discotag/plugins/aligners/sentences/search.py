"""The cheapest way through two texts, bead by bead, within a band; long texts window by window."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

import numpy as np

from discotag.core.document import Bead

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.core.document import SideName


PRIORS: Mapping[tuple[int, int], float] = {
    (1, 1): 0.0,
    (1, 2): 2.3,
    (2, 1): 2.3,
    (1, 3): 4.0,
    (3, 1): 4.0,
    (2, 2): 4.4,
    (1, 4): 5.5,
    (4, 1): 5.5,
    (2, 3): 6.0,
    (3, 2): 6.0,
}
"""Beads by their sentences on both sides → what such a bead costs by itself, in nats."""
SKIP = 4.5
"""What a sentence without a counterpart costs."""
NOTHING = 255
EDGE = max(map(max, PRIORS))
"""Sentences of the longest side of a bead."""


class Fits(Protocol):
    """How well each few sentences of a source fit each few of a translation."""

    def costs(self, kinds: Sequence[tuple[int, int]]) -> NDArray[np.float32]:
        """Return what beads cost but for their kind, less the better they fit, in nats.

        Shape (kinds, source sentences + 1, target sentences + 1): place (i, j) is the bead of that
        kind (sentences of both sides) that ends before sentences i and j; infinite where a text has
        too few sentences before. The array is the caller's to change.
        """
        ...

    def score(self, rows: tuple[int, int], columns: tuple[int, int]) -> float:
        """Return the score of one bead, which has sentences on both sides."""
        ...

    def block(self, rows: tuple[int, int], columns: tuple[int, int]) -> Fits:
        """Return the same for some sentences of both sides, weighed against all."""
        ...


def cheapest(
    scores: Fits, shape: tuple[int, int], *, skip: float = SKIP, is_open: bool = False
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the beads of the cheapest way, as ranges of source and target sentences.

    Args:
        scores: how well sentences fit.
        shape: how many sentences source and target have.
        skip: what a sentence without a counterpart costs.
        is_open: whether the way may end anywhere in the target: the texts continue.
    """
    rows, columns = shape
    kinds = [kind for kind in PRIORS if kind[0] <= rows and kind[1] <= columns]
    costs = scores.costs(kinds)
    costs += np.array([PRIORS[kind] for kind in kinds], dtype=np.float32)[:, None, None]
    width = columns + 1 + EDGE
    best = np.full((rows + 1 + EDGE) * width, np.inf)  # a frame without a path precedes both texts
    begin = EDGE * width + EDGE
    places = np.arange(begin, begin + columns + 1)
    before = np.array([[(down * width + across)] for down, across in [(1, 0), *kinds]])
    taken = np.full((rows + 1, columns + 1), NOTHING, dtype=np.uint8)
    skipped = len(kinds)
    names = np.array([skipped, *range(len(kinds))], dtype=np.uint8)
    steps = skip * np.arange(columns + 1)
    for i in range(rows + 1):
        row = best[i * width + begin :][: columns + 1]
        if i == 0:
            row[0] = 0.0
        else:
            reached = best[places + i * width - before]
            reached[0] += skip
            reached[1:] += costs[:, i]
            lowest = reached.argmin(axis=0)
            row[:] = reached[lowest, np.arange(columns + 1)]
            taken[i] = names[lowest]
        added = np.minimum.accumulate(row - steps) + steps
        is_added = added < row - 1e-9
        row[is_added] = added[is_added]
        taken[i, is_added] = skipped + 1
    end = int(np.argmin(row)) if is_open else columns
    return _way(taken, kinds, (rows, end))


def _way(
    taken: NDArray[np.uint8], kinds: list[tuple[int, int]], end: tuple[int, int]
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    i, j = end
    moves = [*kinds, (1, 0), (0, 1)]
    found = []
    while i or j:
        down, across = moves[taken[i, j]] if i else (0, 1)
        found.append(((i - down, i), (j - across, j)))
        i, j = i - down, j - across
    return found[::-1]


WINDOW = 120
"""Source sentences that are read at a time."""
LARGEST = 960
"""Source sentences of the largest window: a text that is not a translation has no sure place."""
LONGEST_REACH = 20
"""Target sentences that a window reads at most, per source sentence."""
MARGIN = 40
"""Target sentences that a window reads beyond what the lengths say."""
RUN = 4
"""So many 1-1 beads in a row whose words fit are a sure place to cut."""


class ReadText(Protocol):
    """The sentences of one side, as whatever compares them wants them."""

    @property
    def lengths(self) -> NDArray[np.float64]:
        """Characters of each sentence, white space left out, shape (sentences,)."""
        ...

    def __len__(self) -> int:
        """Return how many sentences it has."""
        ...

    def part(self, begin: int, end: int) -> Self:
        """Return some of the sentences."""
        ...


TextT = TypeVar("TextT", bound=ReadText)


class BeadSearch(Generic[TextT]):
    """Finds the beads of texts: the cheapest way through both.

    Args:
        read: reads the sentences of one side.
        fits: says how well the sentences of two sides fit; besides both it is given how many
            characters of the target correspond to one of the source.
        skip: what a sentence without a counterpart costs, in nats; less finds more omissions.
        sure: the score from which a bead is sure.
    """

    def __init__(
        self,
        read: Callable[[Sequence[str], SideName], TextT],
        fits: Callable[[TextT, TextT, float], Fits],
        *,
        sure: float,
        skip: float = SKIP,
    ) -> None:
        self._read, self._fits = read, fits
        self._skip, self._sure = skip, sure

    def align(
        self,
        source: Sequence[str],
        target: Sequence[str],
        *,
        told: Callable[[int], object] | None = None,
    ) -> tuple[Bead, ...]:
        """Return the beads of two texts, in order; every sentence is in one of them.

        `told` is called for each finished stretch, in source sentences.
        """
        if not source or not target:
            return _unlinked(len(source), len(target))
        here, there = self._read(source, "source"), self._read(target, "target")
        ratio = _ratio(here, there)
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

    def _window(self, source: TextT, target: TextT, ratio: float, *, is_open: bool) -> list[Bead]:
        shape = len(source), len(target)
        if not all(shape):
            return list(_unlinked(*shape))
        fits = self._fits(source, target, ratio)
        ways = cheapest(fits, shape, skip=self._skip, is_open=is_open)
        return [self._bead(fits, *way) for way in ways]

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
        here = self._read([*chain.from_iterable(source)], "source")
        there = self._read([*chain.from_iterable(target)], "target")
        if not len(here) or not len(there):
            yield from _unlinked(len(here), len(there))
            return
        fits = self._fits(here, there, _ratio(here, there))
        i = j = 0
        for sentences, translated in zip(source, target, strict=True):
            rows, columns = (i, i + len(sentences)), (j, j + len(translated))
            found = self._block(fits, rows, columns)
            yield from (_moved(bead, i, j) for bead in found)
            i, j = rows[1], columns[1]

    def _block(self, fits: Fits, rows: tuple[int, int], columns: tuple[int, int]) -> Sequence[Bead]:
        shape = rows[1] - rows[0], columns[1] - columns[0]
        if not all(shape):
            return _unlinked(*shape)
        own = fits.block(rows, columns)
        ways = [((0, 1), (0, 1))] if shape == (1, 1) else cheapest(own, shape, skip=self._skip)
        return [self._bead(own, *way) for way in ways]

    def _bead(self, fits: Fits, rows: tuple[int, int], columns: tuple[int, int]) -> Bead:
        if rows[0] == rows[1] or columns[0] == columns[1]:
            return Bead(rows, columns, 0.0)
        score = round(fits.score(rows, columns), 4)
        return Bead(rows, columns, score, is_sure=score >= self._sure)


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

    A text that continues much longer than the source is not read at once: nothing is left for it.
    """
    wanted = int((end - begin) * share) + MARGIN + size // 4
    return min(end, begin + wanted, begin + LONGEST_REACH * size)


def _until_sure(beads: list[Bead]) -> list[Bead]:
    """Return the beads up to within the last sure run of the first two thirds; maybe none."""
    length = 0
    end = 0
    for place, bead in enumerate(beads[: max(RUN, 2 * len(beads) // 3)]):
        length = length + 1 if bead.kind == "1-1" and bead.is_sure else 0
        if length >= RUN:
            end = place - RUN // 2
    return beads[:end]


def _ratio(source: ReadText, target: ReadText) -> float:
    """Return characters of the target per character of the source."""
    return max(float(target.lengths.sum()), 1.0) / max(float(source.lengths.sum()), 1.0)


def _unlinked(rows: int, columns: int) -> tuple[Bead, ...]:
    return (
        *(Bead((i, i + 1), (0, 0), 0.0) for i in range(rows)),
        *(Bead((rows, rows), (j, j + 1), 0.0) for j in range(columns)),
    )


def _moved(bead: Bead, i: int, j: int) -> Bead:
    (first, last), (begin, end) = bead.source, bead.target
    return Bead((first + i, last + i), (begin + j, end + j), bead.score, bead.is_sure)
