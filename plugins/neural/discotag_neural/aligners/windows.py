"""Windows: overlapping pieces of a segment that has more subwords than an encoder has positions.

Each subword's hidden state is taken from the window in which it stands furthest from a cut, so that
nothing is left out and every state has seen context on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise


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
