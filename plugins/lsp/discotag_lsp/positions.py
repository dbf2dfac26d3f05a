r"""Positions: offsets in a file's text ↔ lines and characters as the editor counts them.

Lines end where the protocol says (`\n`, `\r\n`, `\r`) and nowhere else; characters are counted
in the units that editor and server agreed on, mostly those of UTF-16.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Protocol

from lsprotocol.types import Position, Range

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygls.workspace import PositionCodec


END = re.compile(r"\r\n|\n|\r")


class FileText:
    """The text of a file.

    Args:
        text: all of it.
        codec: the units in which the editor counts characters.
    """

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self.text = text
        self._codec = codec

    @cached_property
    def _starts(self) -> list[int]:
        """The offset of each line."""
        return [0, *(found.end() for found in END.finditer(self.text))]

    @cached_property
    def _feeds(self) -> list[int]:
        """The offset of each line as discotag's readers count them: at line feeds alone."""
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def line_of(self, line: int) -> str:
        """Return the text of a line, counted from 0, without its end; "" after the last."""
        if not 0 <= line < len(self._starts):
            return ""
        begin = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)
        return self.text[begin:end].rstrip("\r\n")

    def offset_of(self, line: int, column: int = 1) -> int | None:
        """Return the offset of a reader's line and column (from 1); None where there is none."""
        if not 1 <= line <= len(self._feeds):
            return None
        found = self._feeds[line - 1] + column - 1
        return found if found <= len(self.text) else None

    def reader_line(self, offset: int) -> int:
        """Return the line, from 1, as readers count them."""
        return bisect_right(self._feeds, offset)

    def position(self, offset: int) -> Position:
        """Return the editor's position of an offset."""
        line = bisect_right(self._starts, offset) - 1
        before = self.text[self._starts[line] : offset]
        return Position(line, self._codec.client_num_units(before))

    def range(self, begin: int, end: int) -> Range:
        """Return the editor's range of a stretch of the text."""
        return Range(self.position(begin), self.position(end))

    def line_range(self, line: int) -> Range:
        """Return the range of a reader's line without the space around its text."""
        begin = self.offset_of(line)
        if begin is None:
            return self.range(len(self.text), len(self.text))
        whole = self.text[begin:].partition("\n")[0]
        text = whole.strip()
        first = begin + (len(whole) - len(whole.lstrip()) if text else 0)
        return self.range(first, first + len(text))

    def offset(self, position: Position) -> int:
        """Return the offset of an editor's position; past a line's end, that of the end."""
        if position.line >= len(self._starts):
            return len(self.text)
        line = self.line_of(position.line)
        units = count = 0
        for sign in line:
            if units >= position.character:
                break
            units += self._codec.client_num_units(sign)
            count += 1
        return self._starts[position.line] + count


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
        """Offset after the word."""


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
