"""Quotations: the parts of a text between quotation marks, in any style and over segments."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

OPENING, CLOSING, EITHER = frozenset("„‟「『«“"), frozenset("”」』»"), frozenset('"«»“”')
FAMILIES = {sign: family for family in ("„‟“”", "«»", "「」", "『』", '"') for sign in family}
"""Each mark with those that belong to it: one within a quotation in others is part of it."""
LONGEST = 5
"""Segments that a quotation may run on."""


class Span(NamedTuple):
    """A part of a segment that lies in a quotation: character offsets, half-open."""

    start: int
    end: int
    quotation: int


def quotations(segments: Sequence[str], quotes: Sequence[str] = ()) -> list[list[Span]]:
    """Return the quoted parts of each segment.

    A quotation that is not closed in its segment runs on to the segment that closes it, if that is
    near and opens none before; otherwise it ends with its segment. One that is only closed begins
    with its segment. `quotes` are the language's pairs of marks.
    """
    events = [_marks(text, quotes) for text in segments]
    found: list[list[Span]] = []
    running, number = False, 0
    for segment, text in enumerate(segments):
        spans: list[Span] = []
        start: int | None = 0 if running else None
        inner: list[str] = []
        for place, opens in events[segment]:
            family = FAMILIES[text[place]]
            if opens and start is None:
                number, start = number + 1, place
                inner = [family]
            elif opens:
                if family not in inner:
                    inner.append(family)
            elif len(inner) > 1 and inner[-1] == family:
                inner.pop()
            else:
                number += start is None
                spans.append(Span(start or 0, place + 1, number))
                start = None
        running = start is not None and _is_closed(events[segment + 1 : segment + 1 + LONGEST])
        if start is not None:
            spans.append(Span(start, len(text), number))
        found.append(spans)
    return found


def _is_closed(ahead: Sequence[list[tuple[int, bool]]]) -> bool:
    first = next((events[0] for events in ahead if events), None)
    return first is not None and not first[1]


def _marks(text: str, quotes: Sequence[str]) -> list[tuple[int, bool]]:
    """Return the quotation marks of a segment: place, and whether it opens."""
    found: list[tuple[int, bool]] = []
    for place, sign in enumerate(text):
        if sign in FAMILIES:
            is_open = bool(found) and found[-1][1]
            found.append((place, _opens(text, place, quotes, is_open=is_open)))
    return found


def _opens(text: str, place: int, quotes: Sequence[str], *, is_open: bool) -> bool:
    """Return whether a mark opens; „…“, «…», »…« and “…” use the same marks both ways.

    What stands beside it tells first, then the language's own marks.
    """
    sign = text[place]
    if sign not in EITHER:
        return sign in OPENING
    before = text[place - 1] if place else " "
    behind = text[place + 1] if place + 1 < len(text) else " "
    is_behind_space, is_before_space = before.isspace() or before in "([—–-:", behind.isspace()
    if is_behind_space != is_before_space:
        return is_behind_space
    begins, ends = (any(pair[at] == sign for pair in quotes) for at in (0, -1))
    if begins != ends:
        return begins
    return not is_open if sign == '"' else sign in OPENING
