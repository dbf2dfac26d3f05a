"""Answers from sheets: TSV, CSV as spreadsheet programs save it, XLSX."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError
from discotag.plugin.files import Notes, lines_of
from discotag_annotate.answers.papers import Entry, Paper
from discotag_annotate.forms.sheet import DANGEROUS, HEADER, STUDY
from discotag_annotate.forms.workbook import openpyxl

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag_annotate.study import Study

DELIMITERS = "\t,;"


def read_text_sheet(path: Path, study: Study) -> Paper:
    """Read a TSV or CSV sheet, whatever separates its cells.

    Raises:
        InputError: it is not UTF-8, lacks a column, or is a sheet of another study.
    """
    lines = list(lines_of(path, Notes()))
    delimiter = max(DELIMITERS, key=lines[0].count)
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter)
    try:
        numbered = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise InputError(
            f"is no table ({error}); save it as TSV in UTF-8", path=path, line=reader.line_num
        ) from error
    return _paper(path, study, numbered)


def read_workbook(path: Path, study: Study) -> Paper:
    """Read the first sheet of a workbook.

    Raises:
        InputError: it is no workbook, lacks a column, or is a sheet of another study.
        UsageError: openpyxl is not installed.
    """
    module = openpyxl()
    try:
        book = module.load_workbook(path, read_only=True, data_only=True)
        rows = [
            [_plain(value) for value in row]
            for row in book.worksheets[0].iter_rows(values_only=True)
        ]
        book.close()
    except Exception as error:  # broken archives, XML and sheets raise all kinds
        raise InputError(f"is no workbook ({error}); save it as XLSX", path=path) from error
    return _paper(path, study, enumerate(rows, 1))


def _plain(value: Any) -> str:
    return "" if value is None else str(value)


def _paper(path: Path, study: Study, rows: Iterable[tuple[int, Sequence[str]]]) -> Paper:
    numbered = iter(rows)
    _, header = next(numbered, (1, ()))
    names = [name.strip().casefold() for name in header]
    lacking = [name for name in ("item", "part", "answer") if name not in names]
    if lacking:
        raise InputError(
            f"has no column {lacking[0]!r}; its first row must be {', '.join(HEADER)}",
            path=path,
            line=1,
        )
    columns = [names.index(name) for name in ("item", "part", "answer")]
    return Paper(path, path.stem, tuple(_entries(path, study, numbered, columns)))


def _entries(
    path: Path, study: Study, rows: Iterator[tuple[int, Sequence[str]]], columns: Sequence[int]
) -> Iterator[Entry]:
    is_named = False
    for line, row in rows:
        item, part, answer = (
            row[column].strip() if column < len(row) else "" for column in columns
        )
        if item == STUDY:
            is_named = is_named or bool(part)
            if part and part != study.manifest.id:
                raise InputError(
                    f"is a sheet of study {part}, not of {study.manifest.id}"
                    f" ({study.manifest.title})",
                    path=path,
                    line=line,
                )
        elif answer:
            yield Entry(item, part, _bare(answer), line)
    if not is_named:
        raise InputError(
            f"has no row {STUDY!r}, so nobody knows what it answers; put it back", path=path
        )


def _bare(answer: str) -> str:
    """Take away the apostrophe that keeps a cell from being a formula."""
    rest = answer.removeprefix("'")
    return rest if rest.startswith(DANGEROUS) else answer
