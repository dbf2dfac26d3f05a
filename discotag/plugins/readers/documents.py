"""The `documents` reader: whole texts, whose source and translations need no lines in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from discotag.core.document import ParallelText
from discotag.core.errors import InputError, UsageError
from discotag.core.parsing import FrozenModel
from discotag.files.text import Notes
from discotag.plugins.readers.rows import FileReader
from discotag.plugins.readers.running_texts import (
    SOURCES,
    TARGETS,
    BlockDocuments,
    FileDocument,
    FolderDocuments,
    JsonDocuments,
    Lookup,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from discotag.core.interfaces import CorpusRequest
    from discotag.plugins.readers.running_texts import Documents, RunningText

SHOWN = 3
"""Documents that a message names."""


class DocumentOptions(FrozenModel):
    """How documents are distinguished, and which fields of JSON hold them.

    Args:
        between: what is between the documents of a file of plain text: nothing, since it is
            one document, or blank lines.
        id: field of JSON with a document's name; "" = `doc_id`, `id` …, or its number.
        source: field of JSON with the source text; "" = `src_text`, `source` … or the language's
            code.
        target: likewise of the translations: `hypothesis`, `target` …
    """

    between: Literal["nothing", "blank-lines"] = "nothing"
    id: str = ""
    source: str = ""
    target: str = ""


class DocumentsReader(FileReader):
    """Reads whole documents, each found in every text by its name."""

    title = "reader documents"
    schema = DocumentOptions
    options: DocumentOptions

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents that every text has, in the source's order; others are noted.

        Raises:
            InputError: no document is in all texts, or a file is faulty.
            UsageError: ids are given, but documents have names.
        """
        if request.docids is not None:
            raise UsageError("whole documents have names of their own; leave out --docids")
        self._notes = notes = Notes(is_strict=request.is_strict)
        paths = {**request.references, **request.hypotheses}
        lookups = {name: Lookup(self._target(path, request)) for name, path in paths.items()}
        count = 0
        source = self._documents(request.source, self._fields("source", request))
        are_single = isinstance(source, FileDocument)
        for name, text in source:
            found = self._found(name, text, lookups, paths, is_only=are_single)
            if not text.lines:
                notes.tell(f"document {name!r} is empty and left out", kind="empty",
                           path=request.source, line=None)  # fmt: skip
            elif found is not None:
                count += 1
                yield _parallel(name, text, found, request)
        left = {name: lookup.left() for name, lookup in lookups.items()}
        if not count:
            raise InputError(_nothing(left, paths), path=request.source)
        self._tell(left, lookups, paths)

    def _found(
        self,
        name: str,
        text: RunningText,
        lookups: Mapping[str, Lookup],
        paths: Mapping[str, Path],
        *,
        is_only: bool,
    ) -> dict[str, RunningText] | None:
        """Return the translations of a document; None, with a note, where one is missing."""
        found = {}
        for other, lookup in lookups.items():
            translation = lookup.find(name)
            if translation is None and is_only:  # two files, each one document
                translation = next((lookup.find(own) for own in lookup.left()), None)
            if translation is None:
                self._notes.tell(
                    f"has no document {name!r}; it is left out of all texts",
                    kind="missing",
                    path=paths[other],
                    line=None,
                )
            elif not translation.lines and text.lines:
                self._notes.tell(
                    f"document {name!r} is empty", kind="empty", path=paths[other], line=None
                )
            if translation is not None:
                found[other] = translation
        return found if len(found) == len(lookups) else None

    def _tell(
        self,
        left: Mapping[str, list[str]],
        lookups: Mapping[str, Lookup],
        paths: Mapping[str, Path],
    ) -> None:
        for name, names in left.items():
            if names:
                shown = ", ".join(map(repr, names[:SHOWN])) + (" …" if len(names) > SHOWN else "")
                told = f"holds documents that the source does not have, left out: {shown}"
                self._notes.tell(told, kind="more", path=paths[name], line=None)
            if lookups[name].order_differs:
                told = "has its documents in another order; they are found by their names"
                self._notes.tell(told, kind="order", path=paths[name], line=None)

    def _target(self, path: Path, request: CorpusRequest) -> Documents:
        return self._documents(path, self._fields("target", request))

    def _documents(self, path: Path, fields: tuple[str, ...]) -> Documents:
        if path.is_dir():
            return FolderDocuments(path, self._notes)
        if path.name.removesuffix(".gz").endswith(".jsonl"):
            return JsonDocuments(path, self._notes, fields, self.options.id)
        if self.options.between == "blank-lines":
            return BlockDocuments(path, self._notes)
        return FileDocument(path, self._notes)

    def _fields(self, side: str, request: CorpusRequest) -> tuple[str, ...]:
        chosen = self.options.source if side == "source" else self.options.target
        if chosen:
            return (chosen,)
        code = request.source_language if side == "source" else request.target_language
        return (*(SOURCES if side == "source" else TARGETS), *([code] if code else []))


def _parallel(
    name: str, source: RunningText, found: Mapping[str, RunningText], request: CorpusRequest
) -> ParallelText:
    return ParallelText(
        id=name,
        source=source.lines,
        references={other: found[other].lines for other in request.references},
        hypotheses={other: found[other].lines for other in request.hypotheses},
        lines=tuple(places[0].line for places in source.places),
        is_aligned=False,
        source_places=source.places,
        places={other: text.places for other, text in found.items()},
        files={other: text.file for other, text in (("", source), *found.items()) if text.file},
    )


def _nothing(left: Mapping[str, list[str]], paths: Mapping[str, Path]) -> str:
    told = "; ".join(
        f"{paths[name]} has {', '.join(map(repr, names[:SHOWN]))}" if names else f"{paths[name]}"
        for name, names in left.items()
    )
    return f"no document of it is in all texts ({told}); documents are found by their names"
