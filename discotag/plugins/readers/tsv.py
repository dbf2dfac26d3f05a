"""The `tsv` reader: document id, source, reference and hypotheses as columns of one file."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import closing
from itertools import chain
from typing import TYPE_CHECKING

from discotag.core.errors import InputError, UsageError
from discotag.core.text import count_noun
from discotag.files.text import Notes, check_columns, lines_of
from discotag.plugins.readers.rows import (
    FileReader,
    Layout,
    Row,
    TextFile,
    aligned,
    documents,
    fits,
    translations,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest

REFERENCE = "ref"
FIXED = 3
"""Columns that every row has: document id, source, reference."""
HEADERS = (("docid", "src", "ref"), ("docid", "source", "reference"))
CODE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}")
"""A language's code, which may be in the header in place of `src` and `ref`."""


class TsvReader(FileReader):
    """Reads `docid TAB source TAB reference [TAB hypothesis …]`, without quoting.

    A first row that begins with `docid src ref`, `docid source reference` or `docid` and the codes
    of two languages is a header and names the systems after it; without one they are `hyp1`,
    `hyp2` … Further texts may be in files of
    their own, aligned with the rows.
    """

    title = "reader tsv"

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order; errors as `aligned`, InputError for a row too wide."""
        if request.docids is not None:
            raise UsageError("a TSV holds its document ids in its first column; leave out --docids")
        self._notes = notes = Notes(is_strict=request.is_strict)
        with closing(lines_of(request.source, notes)) as stream:
            head = next(stream)
            check_columns(head.count("\t") + 1, path=request.source, line=1)
            columns = head.split("\t")
            is_headed = _is_header(columns)
            _check_languages(columns, request)
            systems = columns[FIXED:] if is_headed else _numbered(len(columns) - FIXED)
            layout = Layout(
                references=(REFERENCE, *request.references),
                hypotheses=(*systems, *request.hypotheses),
                paths=(
                    *[request.source] * 2,
                    *request.references.values(),
                    *[request.source] * len(systems),
                    *request.hypotheses.values(),
                ),
                ids=request.source,
            )
            _check_names(layout, request.source)
            rows = TextFile("rows", request.source, header=int(is_headed))
            files = [rows, *translations(request.references, request.hypotheses)]
            started = {rows: stream if is_headed else chain([head], stream)}
            yield from documents(
                _rows(
                    aligned(files, notes, started=started),
                    path=request.source,
                    width=len(columns),
                    first=1 + rows.header,
                    references=len(request.references),
                ),
                layout,
                notes,
            )

    def languages(self, path: Path) -> tuple[Collection[str], Collection[str]]:
        """Return the languages that the header names; errors as `lines_of`."""
        with closing(lines_of(path, Notes())) as stream:
            codes = _languages(next(stream).split("\t"))
        return ([codes[0]], [codes[1]]) if codes else ((), ())


def _is_header(columns: list[str]) -> bool:
    return tuple(columns[:FIXED]) in HEADERS or _languages(columns) is not None


def _languages(columns: list[str]) -> tuple[str, str] | None:
    """Return the codes of a header `docid CODE CODE`; None if it is not such a header."""
    if columns[0] != "docid" or len(columns) < FIXED or tuple(columns[:FIXED]) in HEADERS:
        return None
    source, target = columns[1:FIXED]
    return (source, target) if CODE.fullmatch(source) and CODE.fullmatch(target) else None


def _check_languages(columns: list[str], request: CorpusRequest) -> None:
    """Raise InputError if the header names other languages than are asked for."""
    wanted = request.source_language, request.target_language
    for code, language in zip(_languages(columns) or (), wanted, strict=False):
        if language and not fits(code, language):
            raise InputError(
                f"the header says {code!r}, not {language!r}; is it the right pair?",
                path=request.source,
                line=1,
            )


def _numbered(count: int) -> list[str]:
    return [f"hyp{number}" for number in range(1, count + 1)]


def _check_names(layout: Layout, path: Path) -> None:
    for kind, names in (("reference", layout.references), ("system", layout.hypotheses)):
        for name, count in Counter(names).items():
            if not name.strip() or count > 1:
                raise InputError(
                    f"{kind} {name!r} is named twice or not at all, here or among the files;"
                    " rename it in the header or on the command line",
                    path=path,
                    line=1,
                )


def _rows(
    lines: Iterator[tuple[str, ...]], *, path: Path, width: int, first: int, references: int
) -> Iterator[Row]:
    """Split each line's cells; `first` is the line number of the first row."""
    number = 0
    for number, (line, *others) in enumerate(lines, first):
        cells = line.split("\t")
        if len(cells) != width or width < FIXED:
            raise InputError(
                f"{count_noun(len(cells), 'column')} "
                f"where {max(width, FIXED)} are expected (document"
                " id, source, reference, hypotheses); a tab inside a segment splits it: replace it"
                " by a space",
                path=path,
                line=number,
            )
        document, source, reference, *hypotheses = cells
        texts = (source, reference, *others[:references], *hypotheses, *others[references:])
        yield Row(number, document.strip(), None, texts)
    if not number:
        raise InputError("holds a header and no row; give at least one", path=path)
