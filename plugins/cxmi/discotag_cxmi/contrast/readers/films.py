"""The documents that a ContraPro-like set was taken from: a file per film and language.

A set's document id is the name of the target's file (ContraPro) or that of both without its ending
(the English–French sets). ContraPro counts segments from 1, the others from 0. The text decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import InputError, LineCountError, count_noun
from discotag.plugin.files import lines_of

if TYPE_CHECKING:
    from pathlib import Path

    from discotag.plugin.files import Notes

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
                inside = path.relative_to(folder).with_suffix("").as_posix()
                for key in {inside, path.stem}:
                    self._files.setdefault(key, []).append(path)
        self._read: tuple[str, tuple[Lines, ...]] | None = None

    def before(self, document: str, segment: int, pair: tuple[str, str]) -> Lines:
        """Return the lines before a segment, source and target, oldest first.

        Raises:
            InputError: there is no such document, or it does not hold the segment there.
            LineCountError: its two files are not line-aligned.
        """
        if self._read is None or self._read[0] != document:
            self._read = document, self._open(document)
        for source, target in self._read[1]:
            for place in (segment - 1, segment):
                if 0 <= place < len(source) and is_same(source[place], pair[0]):
                    first = max(place - self._most, 0)
                    return source[first:place], target[first:place]
        raise InputError(
            f"document {document!r} does not hold, as segment {segment}, the source"
            f" {pair[0]!r}; are these the documents that the set was made from?",
            path=self._folder,
        )

    def _open(self, document: str) -> tuple[Lines, ...]:
        """Read a document's two files, source first; both orders where the id does not tell."""
        files = self._files.get(document) or self._files.get(document.rsplit(".", 1)[0], [])
        target = [path for path in files if path.name == document.rsplit("/", 1)[-1]]
        others = [path for path in files if path not in target]
        pairs = [(others[0], target[0])] if len(others) == len(target) == 1 else []
        if not target and len(others) == 2:
            pairs = [(others[0], others[1]), (others[1], others[0])]
        if not pairs:
            names = ", ".join(path.name for path in files) or "none"
            raise InputError(
                f"document {document!r}: a file of the source and one of the target are needed,"
                f" which differ in the ending alone; found: {names}",
                path=self._folder,
            )
        return tuple((self._lines(source), self._lines(target, source)) for source, target in pairs)

    def _lines(self, path: Path, other: Path | None = None) -> tuple[str, ...]:
        lines = tuple(lines_of(path, self._notes))
        if other is not None and len(lines) != (size := len(self._lines(other))):
            found = count_noun(len(lines), "line")
            raise LineCountError(f"has {found}, {other} has {size}", path=path)
        return lines


def is_same(line: str, other: str) -> bool:
    """Compare without white space, which extraction changes."""
    return "".join(line.split()) == "".join(other.split())
