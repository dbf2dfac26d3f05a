"""How large a segment, a row and a document may be, so that no file fills the memory unasked.

Reading is cheap; analysis takes several kilobytes for each word of a segment. The environment
raises or lowers the limits, whatever the command.
"""

from __future__ import annotations

import os
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.errors import InputError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest


class Limit(NamedTuple):
    """A limit: the variable that sets it, and its value without one."""

    variable: str
    default: int

    def value(self, environ: Mapping[str, str] | None = None) -> int:
        """Return what the environment says, or the default; UsageError for no whole number."""
        text = (os.environ if environ is None else environ).get(self.variable, "").strip()
        if not text:
            return self.default
        if not (text.isascii() and text.isdecimal() and len(text) < 19 and int(text)):
            raise UsageError(f"{self.variable}={text!r}: give a whole number from 1")
        return int(text)

    def cure(self, value: int) -> str:
        """Return how to raise it so that a value passes."""
        return f"to read it all the same: {self.variable}={value}"


CHARACTERS = Limit("DISCOTAG_MAX_CHARACTERS", 40_000)
"""Of one segment."""
COLUMNS = Limit("DISCOTAG_MAX_COLUMNS", 1_000)
"""Of one row: document id, source and translations; the texts of a document, too."""
SEGMENTS = Limit("DISCOTAG_MAX_SEGMENTS", 50_000)
"""Of one document."""
LINE = Limit("DISCOTAG_MAX_LINE", 2**26)
"""Bytes of one line, unpacked; a line of JSON may hold a whole document."""
BYTES = Limit("DISCOTAG_MAX_BYTES", 2**25)
"""Of one file that is read as a whole, unpacked (app texts, documents)."""


def check_columns(count: int, *, path: object, line: int | None) -> None:
    """Raise InputError if a row has more columns than the limit."""
    most = COLUMNS.value()
    if count > most:
        raise InputError(
            f"{count:,} columns; a row may have {most:,}. Is it the right file? If it is,"
            f" {COLUMNS.cure(count)}",
            path=path,
            line=line,
        )


def check_sizes(text: ParallelText, request: CorpusRequest | None = None) -> None:
    """Raise InputError if a document has too many texts or segments, or a segment is too long.

    Lines of running text are no segments yet: `check_lengths` is for those that are made of them.

    Args:
        text: the document.
        request: names the files, for the message.
    """
    path = None if request is None else request.source
    first = text.lines[0] if text.lines else None
    check_columns(2 + len(text.references) + len(text.hypotheses), path=path, line=first)
    most = SEGMENTS.value()
    if len(text.source) > most:
        raise InputError(
            f"document {text.id!r} has {len(text.source):,} segments; a document may have"
            f" {most:,}, since it is in memory as a whole. Name its parts with document ids"
            f" (--docids), or {SEGMENTS.cure(len(text.source))}",
            path=path,
            line=first,
        )
    if text.is_aligned:
        check_lengths(text, request)


def check_lengths(text: ParallelText, request: CorpusRequest | None = None) -> None:
    """Raise InputError if a segment of a document is too long; `request` names the files."""
    most = CHARACTERS.value()
    sides = [("source", text.source), *text.references.items(), *text.hypotheses.items()]
    if max(map(len, chain.from_iterable(lines for _, lines in sides)), default=0) <= most:
        return
    files = {} if request is None else {**request.references, **request.hypotheses}
    for name, lines in sides:
        for segment, line in enumerate(lines):
            if len(line) > most:
                raise InputError(
                    f"document {text.id!r}, {name}, segment {segment}: {len(line):,} characters;"
                    f" a segment may have {most:,}. Write one sentence or paragraph on a line, or"
                    f" {CHARACTERS.cure(len(line))}",
                    path=files.get(name, None if request is None else request.source),
                    line=text.lines[segment] if segment < len(text.lines) else None,
                )
