"""The `lines` reader: line-aligned files of segments, with or without a file of document ids."""

from __future__ import annotations

from codecs import BOM_UTF8
from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

from discotag.files.text import Notes, count_lines, is_passing
from discotag.plugins.readers.rows import (
    WHOLE,
    FileReader,
    Layout,
    Row,
    TextFile,
    aligned,
    document_of,
    documents,
    translations,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest, TextEdit


class LinesReader(FileReader):
    """Reads one segment per line from each file, a document at a time.

    The file of document ids has one `id` or `id TAB domain` per line; without it the whole source
    is one document.
    """

    title = "reader lines"

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order; errors as `aligned`."""
        self._notes = Notes(is_strict=request.is_strict)
        given = translations(request.references, request.hypotheses)
        if len(given) == 1:  # as users of one translation call it
            given = (replace(given[0], name="translation"),)
        texts = [TextFile("source", request.source), *given]
        layout = Layout(
            references=tuple(request.references),
            hypotheses=tuple(request.hypotheses),
            paths=[file.path for file in texts],
            ids=request.docids or request.source,
        )
        yield from documents(_rows(texts, request.docids, self._notes), layout, self._notes)

    def size(self, request: CorpusRequest) -> int | None:
        """Count the source's lines; None for standard input and pipes."""
        return None if is_passing(request.source) else count_lines(request.source, Notes())

    def edited(self, path: Path, edits: Sequence[TextEdit]) -> bytes:
        """Return the file with edits made in its lines; ValueError where one is not there."""
        from discotag.files.xml import plain_bytes

        return edited(plain_bytes(path), edits)


def edited(data: bytes, edits: Sequence[TextEdit]) -> bytes:
    """Return a text with edits made in its lines; ValueError where one is not there."""
    from discotag.files.xml import Splice, spliced

    lines = data.split(b"\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    splices = []
    for edit in edits:
        number = (edit.line or 0) - 1
        if not 0 <= number < len(lines):
            raise ValueError(f"there is no line {edit.line}")
        mark = len(BOM_UTF8) if number == 0 and data.startswith(BOM_UTF8) else 0
        start = starts[number] + mark
        if lines[number][mark:].removesuffix(b"\r") != edit.text.encode():
            raise ValueError(f"line {edit.line}: the text {edit.text!r:.60} is not there")
        if "\n" in edit.replacement:
            raise ValueError(f"line {edit.line}: a line cannot hold a line end")
        before, old = (len(part.encode()) for part in (edit.text[: edit.start], edit.replaced))
        splices.append(Splice(start + before, start + before + old, edit.replacement.encode()))
    return spliced(data, splices)


def _rows(texts: list[TextFile], docids: Path | None, notes: Notes) -> Iterator[Row]:
    if docids is None:
        for number, segments in enumerate(aligned(texts, notes), 1):
            yield Row(number, WHOLE, None, segments)
        return
    files = [TextFile("document ids", docids), *texts]
    for number, (line, *row) in enumerate(aligned(files, notes), 1):
        document, domain = document_of(line, path=docids, line=number)
        yield Row(number, document, domain, tuple(row))
