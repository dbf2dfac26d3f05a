"""Speakers: who speaks at a place of a text, as far as quotation marks and speakers' names tell.

Two people of one text may well address their hearers differently, so what is compared must come
from one mouth. Each quotation is a voice of its own, and so is each speaker who is named before
a colon more than once, and what a mail or post cites behind `>`.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

OPENING, CLOSING, EITHER = frozenset("„‟「『«“"), frozenset("”」』»"), frozenset('"«»“”')
LONGEST = 5
"""Segments that a quotation may run on."""
TEXT, CITED, QUOTATION = "text", "cited", "quotation "
_SPEAKER = re.compile(r"\s*(?:[-–—]\s*)?(?P<name>[^\W\d_][\w.'’ -]{0,30}?)\s?[:：]\s")


class Span(NamedTuple):
    """A part of a segment that lies in a quotation: character offsets, half-open."""

    start: int
    end: int
    quotation: int


class Speakers:
    """The voices of one side's segments."""

    def __init__(self, segments: Sequence[str]) -> None:
        """Find quotations and speakers."""
        self._quoted = quotations(segments)
        names = [_speaker(text) for text in segments]
        told = Counter(name for name in names if name)
        self._speakers = [name if told[name] > 1 else "" for name in names]
        self._cited = [text.lstrip().startswith((">", "＞", "&gt;")) for text in segments]

    def at(self, segment: int, offset: int) -> str:
        """Name the voice at a character of a segment."""
        for span in self._quoted[segment]:
            if span.start <= offset < span.end:
                return f"{QUOTATION}{span.quotation}"
        if self._cited[segment]:
            return CITED
        return f"speaker {self._speakers[segment]}" if self._speakers[segment] else TEXT


def is_quoted(voice: str) -> bool:
    """Return whether a voice is a quotation, or what a mail cites."""
    return voice == CITED or voice.startswith(QUOTATION)


def quotations(segments: Sequence[str]) -> list[list[Span]]:
    """Find the quoted parts of each segment.

    A quotation that is not closed in its segment runs on to the segment that closes it, if that is
    near and opens none before; otherwise it ends with its segment. One that is only closed begins
    with its segment.
    """
    events = [_marks(text) for text in segments]
    found: list[list[Span]] = []
    running, number = False, 0
    for segment, text in enumerate(segments):
        spans: list[Span] = []
        start: int | None = 0 if running else None
        for place, opens in events[segment]:
            if opens and start is None:
                number, start = number + 1, place
            elif not opens:
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


def _marks(text: str) -> list[tuple[int, bool]]:
    """Return the quotation marks of a segment: place, and whether it opens."""
    found: list[tuple[int, bool]] = []
    for place, sign in enumerate(text):
        if sign in OPENING or sign in CLOSING or sign == '"':
            is_open = bool(found) and found[-1][1]
            found.append((place, _opens(text, place, is_open=is_open)))
    return found


def _opens(text: str, place: int, *, is_open: bool) -> bool:
    """Return whether a mark opens; „…“, «…», »…« and “…” use the same marks both ways."""
    sign = text[place]
    if sign not in EITHER:
        return sign in OPENING
    before = text[place - 1] if place else " "
    behind = text[place + 1] if place + 1 < len(text) else " "
    is_behind_space, is_before_space = before.isspace() or before in "([—–-:", behind.isspace()
    if is_behind_space != is_before_space:
        return is_behind_space
    return not is_open if sign == '"' else sign in OPENING


def _speaker(text: str) -> str:
    found = _SPEAKER.match(text)
    name = found["name"] if found else ""
    return name if name[:1].isupper() or not name[:1].islower() else ""
