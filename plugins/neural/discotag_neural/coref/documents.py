"""What both resolvers do with a document: words, windows, a model's spans, stitched clusters."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from discotag.plugin import Cluster, ComponentError, Mention
from discotag_torch import is_out_of_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from discotag.plugin import MentionKind, Side, Tokens

    Model = Callable[[Sequence[Sequence[str]]], Sequence[Sequence[tuple[int, int, int]]]]
    "Sentences of words → clusters of spans (sentence, first word, word behind)."
    Span = tuple[int, int, int]


def resolved(
    side: Side, model: Model, *, name: str, size: int, overlap: int
) -> tuple[Cluster, ...]:
    """Resolve one document's side, in windows if it is longer than `size` words.

    Raises:
        ComponentError: a window does not fit into memory. It is not cut smaller unasked, since that
            would change what is found.
    """
    lengths = [len(tokens) for tokens in side]
    parts = []
    for window in windows(lengths, size, overlap):
        segments = [index for index in window if lengths[index]]
        if sum(lengths[index] for index in segments) < 2:
            continue
        try:
            found = model([side[index].forms for index in segments])
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            words = sum(lengths[index] for index in segments)
            raise ComponentError(
                "neural-coref",
                f"coref {name}",
                f"out of memory on {words} words at once; set {name}.window to fewer, or "
                f"{name}.device=cpu",
                document=side.document,
            ) from error
        parts.append([[(segments[s], a, b) for s, a, b in cluster] for cluster in found])
    return clusters(stitched(parts), side)


KINDS: dict[str, MentionKind] = {"PRON": "pronoun", "DET": "pronoun", "PROPN": "name"}
"""Part of speech of the head → kind of mention; possessives are determiners in many treebanks."""


def clusters(groups: Iterable[Sequence[Span]], side: Side) -> tuple[Cluster, ...]:
    """Build clusters of spans (segment, first token, token after), sorted."""
    return tuple(Cluster(tuple(sorted(_mention(side, span) for span in group))) for group in groups)


def _mention(side: Side, span: Span) -> Mention:
    segment, start, end = span
    tokens = side[segment]
    head = _head(tokens, start, end)
    kind = KINDS.get(tokens.upos[head], "noun") if tokens.upos is not None else "noun"
    return Mention(segment, start, end, head, kind)


def _head(tokens: Tokens, start: int, end: int) -> int:
    """Find the token whose own head is outside; the last one where there is no parse."""
    heads = tokens.heads
    if heads is None:
        return end - 1
    return next((token for token in range(start, end) if not start <= heads[token] < end), end - 1)


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
        parts: for each window its clusters, each of mentions (segment, first token, token after).

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
