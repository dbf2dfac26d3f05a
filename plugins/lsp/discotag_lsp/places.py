"""Where a word of a unit stands in its file.

A reader tells the line of a unit, and the column where a line is a segment. In other files (JSON,
XML, PO …) the unit's text is looked for from there on, as it is or as such files write it.
"""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag_lsp.positions import FileText

LINES = 200
"""Lines from a unit's own within which its text begins."""


class Spot(Protocol):
    """What is known of a word: `SourceLocation` has it."""

    @property
    def line(self) -> int | None:
        """1-based line, or None."""

    @property
    def column(self) -> int | None:
        """1-based column, or None."""

    @property
    def text(self) -> str:
        """The unit's text."""

    @property
    def start(self) -> int:
        """Offset of the word in the unit."""

    @property
    def end(self) -> int:
        """Offset behind the word."""


def _as_it_is(text: str) -> str:
    return text


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _ascii_json(text: str) -> str:
    return json.dumps(text)[1:-1]


def _xml(text: str) -> str:
    return escape(text, quote=False)


def _xml_attribute(text: str) -> str:
    return escape(text)


def _android(text: str) -> str:
    return _xml(text).replace("'", "\\'").replace('"', '\\"').replace("\n", "\\n")


def _doubled(text: str) -> str:
    return text.replace('"', '""').replace("'", "''")


WRITINGS: tuple[Callable[[str], str], ...] = (
    _as_it_is, _json, _ascii_json, _xml, _xml_attribute, _android, _doubled,
)  # fmt: skip
"""How files write a text; a text's beginning is written as the beginning of what is written."""


def stretch(spot: Spot, file: FileText) -> tuple[int, int] | None:
    """Return begin and end of a word in a file's text; None where it is not found."""
    word = spot.text[spot.start : spot.end]
    if spot.line is not None and spot.column is not None:
        begin = file.offset_of(spot.line, spot.column)
        if begin is not None and file.text[begin : begin + len(word)] == word:
            return begin, begin + len(word)
    first = 0 if spot.line is None else file.offset_of(spot.line)
    if first is None:
        return None
    last = len(file.text)
    if spot.line is not None:
        last = file.offset_of(spot.line + LINES) or last
    for write in WRITINGS:
        found = file.text.find(write(spot.text), first, last)
        if found >= 0 and spot.text:
            begin = found + len(write(spot.text[: spot.start]))
            return begin, begin + len(write(word))
    found = file.text.find(word, first, last) if word else -1
    return (found, found + len(word)) if found >= 0 else None
