"""Replacements: what a certain fix writes in place of which characters of the file itself.

A reader knows how its format writes words (escapes, entities, quotes). What it would write is held
against the file as it is; the stretch that differs is the replacement.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.core.errors import DiscotagError
from discotag.core.interfaces import EditingReader
from discotag.linting.locations import Replacement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.linting.locations import LocatedFinding
    from discotag.pipeline.corpus import OpenReader

MOST = 500
"""Fixes of a file that are looked up in it; each is a reading of the file."""


def with_replacements(
    findings: Iterable[LocatedFinding], opened: OpenReader
) -> Iterator[LocatedFinding]:
    """Yield findings, those with a certain fix with what it writes into the file."""
    known: dict[str, str | None] = {}
    count = 0
    for finding in findings:
        file = finding.spot.file
        if finding.edit is None or count >= MOST or not isinstance(opened.reader, EditingReader):
            yield finding
            continue
        count += 1
        if file not in known:
            known[file] = None if file == "-" else _text(Path(file).read_bytes())
        yield replace(finding, replacement=_replacement(finding, known[file], opened.reader))


def _replacement(
    finding: LocatedFinding, before: str | None, reader: EditingReader
) -> Replacement | None:
    """Return what one fix writes; None where it cannot be written, or the file is no text."""
    edit = finding.edit
    if edit is None or before is None:
        return None
    try:
        after = _text(reader.edited(Path(finding.spot.file), [edit]))
    except (ValueError, DiscotagError):
        return None
    if after is None or after == before:
        return None
    begin = _common(before, after)
    end = _common(before[begin:][::-1], after[begin:][::-1])
    last = len(before) - end
    told = f"“{edit.replacement}” in place of “{edit.replaced}”"
    return Replacement(
        _place(before, begin), _place(before, last), after[begin : len(after) - end], told
    )


def _text(data: bytes) -> str | None:
    """Return a file as text; None where it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _common(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    shortest = min(len(one), len(other))
    low, high = 0, shortest
    while low < high:  # comparing slices is much quicker than characters one by one
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


def _place(text: str, offset: int) -> tuple[int, int]:
    """Return line and column of a character; a line ends with LF or CRLF."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
