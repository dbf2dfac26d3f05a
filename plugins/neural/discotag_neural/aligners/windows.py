"""Windows: overlapping pieces of a segment that has more subwords than an encoder has positions.

Each subword's hidden state is taken from the window in which it stands furthest from a cut, so that
nothing is left out and every state has seen context on both sides. A pair of very long segments is
then compared in pieces along its diagonal, so that memory stays flat.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

LARGEST = 4096
"""Subwords of a side up to which all are compared with all: a matrix of 128 MB."""


@dataclass(frozen=True, slots=True)
class Window:
    """Half-open ranges of subwords.

    Args:
        start: first subword that the encoder sees.
        end: behind the last one.
        kept_start: first subword whose state is taken from this window.
        kept_end: behind the last one.
    """

    start: int
    end: int
    kept_start: int
    kept_end: int


def windows(length: int, size: int) -> list[Window]:
    """Cut `length` subwords into windows of `size`, evenly spread, a quarter or more shared.

    Neighbours meet in the middle of what they share; the kept ranges follow one another without a
    gap. Gives one window if the segment fits, none if it is empty.
    """
    if length <= size:
        return [Window(0, length, 0, length)] if length else []
    step = max(size - size // 4, 1)
    count = -(-(length - size) // step) + 1
    starts = [place * (length - size) // (count - 1) for place in range(count)]
    cuts = [0, *((left + size + right) // 2 for left, right in pairwise(starts)), length]
    return [
        Window(start, start + size, first, last)
        for start, (first, last) in zip(starts, pairwise(cuts), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Piece:
    """Half-open ranges of one piece of a pair.

    Args:
        source: source subwords that are compared.
        target: target subwords that are compared.
        kept: target subwords whose links are kept.
    """

    source: tuple[int, int]
    target: tuple[int, int]
    kept: tuple[int, int]


def pieces(source: int, target: int, *, largest: int = LARGEST) -> list[Piece]:
    """Cut a pair along its diagonal if it is too large to compare every subword with every other.

    Both sides are cut at equal shares; each piece sees a quarter of `largest` more on either side.
    Gives one piece if both sides have at most `largest` subwords.
    """
    if max(source, target) <= largest:
        return [Piece((0, source), (0, target), (0, target))]
    core, margin = largest // 2, largest // 4
    count = -(-max(source, target) // core)
    ends = [(part * source // count, part * target // count) for part in range(count + 1)]
    return [
        Piece(
            (max(i - margin, 0), min(next_i + margin, source)),
            (max(j - margin, 0), min(next_j + margin, target)),
            (j, next_j),
        )
        for (i, j), (next_i, next_j) in pairwise(ends)
        if j < next_j
    ]
