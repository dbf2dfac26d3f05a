"""Long documents in overlapping windows, and clusters that are one where windows share a mention.

A model's memory grows with the square of a document's length, and it was trained on documents of
some length. Windows end at segments' borders; what a document that fits into one window gets does
not change.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Span = tuple[int, int, int]


def windows(lengths: Sequence[int], size: int, overlap: int) -> list[range]:
    """Cover a document with windows.

    Args:
        lengths: words of each segment.
        size: words of a window; a longer segment is a window of its own.
        overlap: the most words that a window repeats of the one before it, as whole segments.

    Returns:
        Ranges of segment indices, in order, together all segments; the only one of an empty
        document is empty.
    """
    before = [0, *accumulate(lengths)]
    found = []
    first = 0
    while True:
        last = first + 1
        while last < len(lengths) and before[last + 1] - before[first] <= size:
            last += 1
        found.append(range(first, min(last, len(lengths))))
        if last >= len(lengths):
            return found
        start = last
        while start > first + 1 and before[last] - before[start - 1] <= overlap:
            start -= 1
        # what is repeated must leave room for the next segment, or nothing new would be seen
        while start < last and before[last + 1] - before[start] > size:
            start += 1
        first = start


def stitched(parts: Iterable[Iterable[Iterable[Span]]]) -> list[tuple[Span, ...]]:
    """Join the clusters of windows: those that share a mention are one.

    Within a window a mention belongs to the first cluster that names it.

    Args:
        parts: for each window its clusters, each of mentions (segment, first token, token behind).

    Returns:
        Clusters of at least two mentions, mentions and clusters sorted.
    """
    parents: dict[Span, Span] = {}

    def root(span: Span) -> Span:
        parents.setdefault(span, span)
        while parents[span] != span:
            parents[span] = parents[parents[span]]
            span = parents[span]
        return span

    for clusters in parts:
        taken: set[Span] = set()
        for cluster in clusters:
            spans = [span for span in cluster if span not in taken]
            taken.update(spans)
            for span in spans:
                parents[root(span)] = root(spans[0])
    groups: dict[Span, list[Span]] = {}
    for span in sorted(parents):
        groups.setdefault(root(span), []).append(span)
    return sorted(tuple(group) for group in groups.values() if len(group) > 1)
