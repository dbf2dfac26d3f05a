"""Edits: words of units replaced in the content of their file, all else left as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin.files import ENTITIES, Notes, whole
from discotag_localization.units import readings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from discotag.plugin import TextEdit
    from discotag_localization.texts import Lines
    from discotag_localization.units import Format, Reading, Scan, Unit

GZIP = b"\x1f\x8b"


def edited(kind: Format, path: Path, edits: Sequence[TextEdit]) -> bytes:
    """Return a file's bytes with edits made, and all else the same.

    The result is read again: an edit that changes more than its unit, or makes the file one that
    cannot be read, is refused.

    Raises:
        ValueError: the text of an edit is not found, or is there more than once, or cannot be
            written; it names the unit.
        InputError: the file cannot be read.
    """
    data = whole(path)
    if path.read_bytes()[: len(GZIP)] == GZIP:
        raise ValueError("the file is packed; unpack it to edit it")
    if not edits:
        return data
    content = kind.parsed(data, path)
    scan = kind.scan(content, Notes())
    lines = scan.lines_of(content)
    found = [reading for unit in scan.units for _, reading in readings(unit, path, lines, None)]
    changes: list[tuple[int, int, str]] = []
    touched: set[int] = set()
    for edit in edits:
        reading, begin, end = _place(edit, found, lines)
        own = reading.text.text[begin:end]
        if reading.masked[begin:end] != own and not ENTITIES.fullmatch(own):
            raise ValueError(
                f"unit {reading.id}: {edit.replaced!r:.60} holds a placeholder or markup"
            )
        spans = reading.text.raw_spans(begin, end)
        written = reading.unit.escape(edit.replacement)
        changes.append((*spans[0], written))
        changes += [(*span, "") for span in spans[1:]]
        touched.add(reading.unit.text.begin)
    data = kind.saved(content, changes)
    _check(kind, path, scan, data, touched)
    return data


def _check(kind: Format, path: Path, scan: Scan, data: bytes, touched: set[int]) -> None:
    """Raise ValueError where more than the units that were meant differs."""
    try:
        after = kind.scan(kind.parsed(data, path), Notes())
    except ValueError as error:
        raise ValueError(f"the file could not be read any more: {error}") from error
    old = [_known(unit) for unit in scan.units]
    new = [_known(unit) for unit in after.units]
    kept = [unit.text.begin not in touched for unit in scan.units]
    same = len(old) == len(new) and all(
        one[0] == other[0] and (one == other or not is_kept)
        for one, other, is_kept in zip(old, new, kept, strict=True)
    )
    if not same:
        raise ValueError("the words would change more than their unit, as the file writes them")


def _known(unit: Unit) -> tuple[str, str]:
    return unit.id, unit.text.text


def _place(edit: TextEdit, found: Iterable[Reading], lines: Lines) -> tuple[Reading, int, int]:
    """Return the text an edit is of, and where in it; ValueError where that is not certain."""
    places = [
        (reading, begin, begin + edit.end - edit.start)
        for reading in found
        if edit.unit is None or reading.id == edit.unit
        for begin in _begins(edit, reading)
    ]
    distinct = {tuple(one.text.raw_spans(begin, end)): (one, begin, end)
                for one, begin, end in places}  # fmt: skip
    whole = {
        spans: place
        for spans, place in distinct.items()
        if len(edit.text) == len(place[0].text.text)
    }
    chosen = whole or distinct
    if len(chosen) > 1 and edit.line is not None:
        chosen = {
            spans: place
            for spans, place in chosen.items()
            if lines.at(place[0].text.begin)[0] == edit.line
            or lines.at(spans[0][0])[0] == edit.line
        } or chosen
    named = f"unit {edit.unit}" if edit.unit is not None else f"line {edit.line}"
    if not chosen:
        raise ValueError(f"{named}: its text is not {edit.text!r:.60}")
    if len(chosen) > 1:
        raise ValueError(f"{named}: {edit.text!r:.60} stands there several times")
    return next(iter(chosen.values()))


def _begins(edit: TextEdit, reading: Reading) -> Iterable[int]:
    """Yield where the words of an edit may begin in a text: what is around them fits.

    The edit's text may be a sentence of the text, or continue in the next one.
    """
    if edit.text in {reading.text.text, reading.masked}:
        yield edit.start
        return
    words = edit.replaced
    for own in dict.fromkeys((reading.text.text, reading.masked)):
        begin = own.find(words)
        while begin >= 0 and begin <= len(own):
            left = min(begin, edit.start)
            behind = begin + len(words)
            right = min(len(own) - behind, len(edit.text) - edit.end)
            fits = own[begin - left : begin] == edit.text[edit.start - left : edit.start]
            if fits and own[behind : behind + right] == edit.text[edit.end : edit.end + right]:
                yield begin
            begin = own.find(words, begin + 1)
