"""Windows: overlapping pieces of a very long segment pair, so that memory stays flat.

A pair with up to 256 tokens on each side is one window. A longer one is cut at equal shares of
both sides into cores of at most 128 tokens; each is aligned with 64 tokens of surroundings on
either side, and only links of the core's target words are kept. Words that lie more than that off
the diagonal of a segment of many hundred words stay unlinked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST = 256
CORE = 128
MARGIN = 64


@dataclass(frozen=True, slots=True)
class Window:
    """Half-open token ranges of one piece of a pair.

    Args:
        source: source tokens that are aligned.
        target: target tokens that are aligned.
        kept: target tokens whose links are kept.
    """

    source: tuple[int, int]
    target: tuple[int, int]
    kept: tuple[int, int]


def windows(source: int, target: int) -> Iterator[Window]:
    """Yield the windows of a pair of `source` and `target` tokens, none if a side is empty."""
    if not source or not target:
        return
    if max(source, target) <= LARGEST:
        yield Window((0, source), (0, target), (0, target))
        return
    parts = -(-max(source, target) // CORE)
    for part in range(parts):
        kept = (part * target // parts, (part + 1) * target // parts)
        if kept[0] == kept[1]:
            continue
        start, end = part * source // parts, -(-(part + 1) * source // parts)
        yield Window(
            (max(start - MARGIN, 0), min(end + MARGIN, source)),
            (max(kept[0] - MARGIN, 0), min(kept[1] + MARGIN, target)),
            kept,
        )
