"""Lines of a text with words that stand out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_annotate.items import Line, Span, SpanKind, merged

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from discotag.plugin import Side, TokenRef

Shown = tuple["TokenRef", SpanKind, str]
"""A word, why it stands out, and what is written beside it."""


def lines(
    side: Side, name: str, segments: Sequence[int], focus: int, shown: Collection[Shown]
) -> Iterator[Line]:
    """Yield segments of one side as lines.

    Args:
        side: the text.
        name: `source` or `target`.
        segments: 0-based, in order.
        focus: the segment that is asked about; lines are numbered from it.
        shown: words of both sides that stand out.
    """
    for index in segments:
        spans = []
        for place, kind, note in shown:
            if (place.side, place.segment) == (name, index):
                tokens = side[index]
                start, end = tokens.starts[place.token], tokens.ends[place.token]
                spans.append(Span(start=start, end=end, kind=kind, note=note))
        yield Line(
            text=side.segments[index],
            number=index - focus,
            is_focus=index == focus,
            spans=merged(spans),
        )


def isolated(text: str) -> str:
    """Keep a word from right to left from turning the sentence around it (UAX 9, isolates)."""
    return f"\u2068{text}\u2069"
