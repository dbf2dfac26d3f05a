"""Verbs that no link explains: paired by their places between verbs whose links are known.

Aligners lose the verb of a fresh domain more often than its neighbours. Verbs of a translation
mostly come in the order of the source; between two that are linked, and within a sentence, what is
left over on one side belongs to what is left over on the other.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.document import Document
    from discotag.core.tokens import Tokens

ENDS = frozenset({".", "!", "?", "…", "。", "！", "？", "؟", ";", "；"})
"""What ends a sentence within a segment."""


def paired_by_order(
    places: Sequence[int],
    found: Sequence[int | None],
    left: Sequence[int],
    anchors: Sequence[tuple[int, int]],
) -> list[int | None]:
    """Return a source verb for each target verb; those without a link are paired in order.

    Args:
        places: target tokens of the verbs, ascending.
        found: the source token of each, None where links tell none.
        left: source tokens of the verbs that no target verb has, ascending.
        anchors: further pairs of places (source, target) that belong together, ascending: ends of
            sentences.

    Returns:
        `found`, with the gaps filled where, between the same two pairs, as many verbs are left over
        on one side as on the other: they are paired in order.
    """
    known = [
        (source, place) for source, place in zip(found, places, strict=True) if source is not None
    ]
    pairs = _ascending(sorted({*known, *anchors}))
    filled = list(found)
    for begin, end in zip(pairs, [*pairs[1:], None], strict=True):
        inside = [
            k
            for k in range(bisect_left(places, begin[1]), len(places))
            if found[k] is None and (end is None or places[k] < end[1])
        ]
        free = [
            source for source in left if begin[0] <= source and (end is None or source < end[0])
        ]
        if len(inside) == len(free):
            for k, source in zip(inside, free, strict=True):
                filled[k] = source
    return filled


def sentence_ends(document: Document, segment: int) -> tuple[tuple[int, int], ...]:
    """Return the places behind the sentences of a segment, if both sides have as many of them."""
    ends = [_ends(side[segment]) for side in (document.source, document.target)]
    return tuple(zip(*ends, strict=True)) if len(ends[0]) == len(ends[1]) else ()


def _ends(tokens: Tokens) -> list[int]:
    return [k + 1 for k, form in enumerate(tokens.forms) if form in ENDS and k + 1 < len(tokens)]


def _ascending(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Leave out pairs that cross others: a verb that moved says nothing of its neighbors."""
    return [
        (source, target)
        for source, target in pairs
        if all((other - source) * (place - target) >= 0 for other, place in pairs)
    ]
