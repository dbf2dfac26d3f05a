"""The documents that a ContraPro-like set was taken from: a file per film and language.

A set's document id is the name of the target's file; the source's has the same name with another
ending. ContraPro counts segments from 1, the English–French set from 0: the text decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import InputError, LineCountError
from discotag.files.text import lines_of

if TYPE_CHECKING:
    from pathlib import Path

    from discotag.files.notes import Notes

Lines = tuple[tuple[str, ...], tuple[str, ...]]


class Films:
    """Finds earlier lines in a folder of documents.

    Args:
        folder: searched with all folders in it.
        most: how many earlier lines are given.
        notes: for the files' oddities.
    """

    def __init__(self, folder: Path, most: int, notes: Notes) -> None:
        if not folder.is_dir():
            raise InputError("is no folder of documents", path=folder)
        self._folder, self._most, self._notes = folder, most, notes
        self._files: dict[str, list[Path]] = {}
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                self._files.setdefault(path.stem, []).append(path)
        self._read: tuple[str, Lines] | None = None

    def before(self, document: str, segment: int, pair: tuple[str, str]) -> Lines:
        """Give the lines before a segment, source and target, oldest first.

        Raises:
            InputError: there is no such document, or it does not hold the segment there.
            LineCountError: its two files are not line-aligned.
        """
        if self._read is None or self._read[0] != document:
            self._read = document, self._open(document)
        source, target = self._read[1]
        for place in (segment - 1, segment):
            if 0 <= place < len(source) and _is_same(source[place], pair[0]):
                first = max(place - self._most, 0)
                return source[first:place], target[first:place]
        raise InputError(
            f"document {document!r} does not hold, as segment {segment}, the source"
            f" {pair[0]!r}; are these the documents that the set was made from?",
            path=self._folder,
        )

    def _open(self, document: str) -> Lines:
        stem = document.rsplit(".", 1)[0]
        files = self._files.get(stem, self._files.get(document, []))
        target = [path for path in files if path.name == document]
        others = [path for path in files if path not in target]
        if len(target) != 1 or len(others) != 1:
            names = ", ".join(path.name for path in files) or "none"
            raise InputError(
                f"document {document!r}: one file of that name and one of the source's, with"
                f" another ending, are needed; found: {names}",
                path=self._folder,
            )
        source = tuple(lines_of(others[0], self._notes))
        lines = tuple(lines_of(target[0], self._notes))
        if len(source) != len(lines):
            raise LineCountError(
                f"has {len(lines)} lines, {others[0]} has {len(source)}", path=target[0]
            )
        return source, lines


def _is_same(line: str, other: str) -> bool:
    """Compare without white space, which extraction changes."""
    return "".join(line.split()) == "".join(other.split())
