"""What a pipeline reads: the line without invisible characters, and the way back to its offsets.

Control, bidi and zero-width characters, runs of white space and lone surrogates mean nothing to a
tagger and upset tokenizers; they are left out or become one space. Offsets are mapped back, so
tokens always point into the line as it was. Lines longer than a tokenizer can take are cut into
windows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WINDOW = 4000
"""Longest piece given to a pipeline, in characters; SudachiPy refuses more than 49,149 bytes."""

_DELETED = "\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_BLANK = r"\s\x00-\x1f\x7f-\x9f"
_UNCLEAN = re.compile(rf"[{_DELETED}\ud800-\udfff]|[^\S ]|[\x00-\x1f\x7f-\x9f]|  |^ | $")
_PIECES = re.compile(
    rf"(?P<deleted>[{_DELETED}])|(?P<blank>[{_BLANK}{_DELETED}]*[{_BLANK}][{_BLANK}{_DELETED}]*)|.",
    re.S,
)
_BREAKS = (re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])"), re.compile(r"\s+"))


@dataclass(frozen=True, slots=True)
class Readable:
    """A line as a pipeline reads it; character k is the line's `offsets[k]` (`None`: k)."""

    text: str
    offsets: tuple[int, ...] | None = None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Map a half-open, non-empty span of the readable text to one of the line."""
        if self.offsets is None:
            return start, end
        return self.offsets[start], self.offsets[end - 1] + 1


def readable(line: str) -> Readable:
    """Make a line readable."""
    if not _UNCLEAN.search(line):
        return Readable(line)
    characters: list[str] = []
    offsets: list[int] = []
    for piece in _PIECES.finditer(line):
        if piece["blank"]:
            if characters:
                characters.append(" ")
                offsets.append(piece.start())
        elif not piece["deleted"]:
            character = piece[0]
            characters.append("\ufffd" if "\ud800" <= character <= "\udfff" else character)
            offsets.append(piece.start())
    if characters and characters[-1] == " ":
        characters.pop()
        offsets.pop()
    return Readable("".join(characters), tuple(offsets))


def windows(text: str, size: int = WINDOW) -> Iterator[tuple[int, str]]:
    """Cut a text into (start, piece), at most `size` long, at a sentence's end or else a space."""
    start = 0
    while len(text) - start > size:
        cut = size
        for kind in _BREAKS:
            found = [match.end() for match in kind.finditer(text, start + size // 2, start + size)]
            if found:
                cut = found[-1] - start
                break
        yield start, text[start : start + cut]
        start += cut
    if start < len(text):
        yield start, text[start:]
