"""Talks: which quotations of neighbouring segments are of one mouth, or question and answer.

A report quotes one person after another, and each speaks to hearers of their own; a dialogue goes
to and fro between the same two. Quotations in segments that follow each other are one talk unless
the words around them bring in somebody else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discotag.language.tellers import NOBODY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.language.quotations import Span
    from discotag.language.tellers import Teller

ASKING = frozenset("?？;؟")
"""Marks that end a question; what follows it answers."""


@dataclass
class _Row:
    """Quotations of segments that follow each other.

    Args:
        talk: the talk of the last of them.
        last: their last segment.
        teller: who spoke last.
        people: part of a name → the talk of whom it names.
    """

    talk: int
    last: int
    teller: Teller
    people: dict[str, int] = field(default_factory=dict)


def talks(
    segments: Sequence[str], quoted: Sequence[Sequence[Span]], told: Sequence[Teller] = ()
) -> dict[int, int]:
    """Return for each quotation the first one of its talk.

    Args:
        segments: the text.
        quoted: its quotations, as `quotations` gives them.
        told: who speaks in each segment; `()` if nothing tells.
    """
    found: dict[int, int] = {}
    row: _Row | None = None
    for segment, spans in enumerate(quoted):
        if not spans:
            continue
        first, teller = spans[0], told[segment] if told else NOBODY
        if row is None or row.last < segment - 1:
            before = told[segment - 1] if told and segment else NOBODY
            row = _Row(first.quotation, segment, teller)
            row.people.update(dict.fromkeys(() if teller.names else before.names, row.talk))
        elif first.quotation not in found:
            is_answer = _asks(segments[row.last], quoted[row.last]) and first.start == 0
            row.talk = _next_talk(row, teller, first.quotation, is_answer=is_answer)
            row.teller = teller if teller != NOBODY else row.teller
        row.people.update(dict.fromkeys(teller.names, row.talk))
        row.last = segment
        for span in spans:
            found.setdefault(span.quotation, row.talk)
    return found


def _next_talk(row: _Row, teller: Teller, quotation: int, *, is_answer: bool) -> int:
    """Return the talk of a quotation behind others, which begins one if somebody else speaks."""
    known = next((row.people[name] for name in sorted(teller.names) if name in row.people), None)
    if known is not None:
        return known
    is_other = teller.is_new or (teller.names and (row.people or row.teller.is_known))
    return quotation if is_other and not is_answer else row.talk


def _asks(text: str, spans: Sequence[Span]) -> bool:
    """Return whether a question is quoted."""
    return any(not ASKING.isdisjoint(text[span.start : span.end]) for span in spans)
