"""Folders with a file for each document, for readers of files with one language each.

Such a reader knows one source file and its translations. Files of folders are found by their names,
as whole documents are; what a folder lacks is noted and left out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discotag.core.errors import InputError, UsageError
from discotag.core.text import count_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest, Reader

SHOWN = 3
"""Files that a note names."""


class FileFolderReader:
    """Reads folders with a reader of files.

    Args:
        reader: of one source file and its translations.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._notes: list[str] = []

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents of the files that all folders have, in the order of their names.

        Raises:
            InputError: no file is in all folders, or one is faulty.
            UsageError: a translation is no folder.
        """
        self._notes = []
        others = {**request.references, **request.hypotheses}
        for path in others.values():
            if not path.is_dir():
                raise UsageError(f"{request.source} is a folder, and {path} is none: give folders")
        source = documents_below(request.source)
        found = {name: documents_below(path) for name, path in others.items()}
        common = [name for name in source if all(name in files for files in found.values())]
        if not common:
            raise InputError(
                "no file of the folder is in all others; they are found by their names",
                path=request.source,
            )
        for name, path in others.items():
            self._tell(path, [own for own in source if own not in found[name]], "lacks")
            self._tell(path, [own for own in found[name] if own not in source], "also holds")
        for name in common:
            yield from self._file(request, name, source, found)

    def _file(
        self,
        request: CorpusRequest,
        name: str,
        source: dict[str, Path],
        found: dict[str, dict[str, Path]],
    ) -> Iterator[ParallelText]:
        """Yield the documents of one file."""
        of_file = replace(
            request,
            source=source[name],
            references={own: found[own][name] for own in request.references},
            hypotheses={own: found[own][name] for own in request.hypotheses},
        )
        files = {"": source[name]} | {own: files[name] for own, files in found.items()}
        for text in self._reader.read(of_file):
            yield replace(text, files={own: str(path) for own, path in files.items()})
        self._notes += self._reader.notes()

    def _tell(self, folder: Path, names: Sequence[str], verb: str) -> None:
        if names:
            shown = ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
            self._notes.append(
                f"{folder}: {verb} {count_noun(len(names), 'file')}, left out: {shown}"
            )

    def size(self, request: CorpusRequest) -> int | None:  # noqa: ARG002 - the protocol's
        """Return nothing: all files would be read twice."""
        return None

    def notes(self) -> Sequence[str]:
        """Return what was accepted in the last reading."""
        return tuple(self._notes)


def documents_below(folder: Path) -> dict[str, Path]:
    """Return the files of a folder by name, in order; hidden ones are none."""
    return {
        path.name: path
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name[0] != "."
    }
