r"""Positions: offsets in a file's text ↔ lines and characters as the editor counts them.

Lines end where the protocol says (`\n`, `\r\n`, `\r`) and nowhere else; characters are counted
in the units that editor and server agreed on, mostly those of UTF-16.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from lsprotocol.types import Position, Range

if TYPE_CHECKING:
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
        """Return the text of a line, counted from 0, without its end; "" behind the last."""
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
        """Return the offset of an editor's position; one behind a line's end is that end."""
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
