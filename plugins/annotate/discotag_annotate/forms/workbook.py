"""Sheets as XLSX, with lists to choose from; needs openpyxl."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError
from discotag.plugin.pages import writable
from discotag_annotate.forms.directions import direction
from discotag_annotate.forms.sheet import DANGEROUS, HEADER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag_annotate.forms.sheet import Row

INSTALL = "pip install 'discotag-annotate[xlsx]'"
WIDTHS = (18, 14, 90, 40, 24)
LONGEST_LIST = 255
"""Characters of a list to choose from that XLSX holds in a cell's rule."""


def openpyxl() -> Any:
    """Import openpyxl; UsageError with the cure where it is not installed."""
    try:
        import openpyxl as module
    except ImportError as error:
        raise UsageError(f"XLSX needs openpyxl; {INSTALL}") from error
    return module


def xlsx(rows: Iterable[Row]) -> bytes:
    """Write rows as a workbook: all cells are text, so that none is a formula."""
    book = openpyxl().Workbook()
    sheet = book.active
    sheet.title = "answers"
    sheet.append(HEADER)
    sheet.freeze_panes = "A2"
    for place, width in enumerate(WIDTHS):
        sheet.column_dimensions["ABCDE"[place]].width = width
    lists: dict[str, Any] = {}
    for number, row in enumerate(rows, 2):
        cells = (row.item, row.part, row.text, row.choices, row.answer)
        for column, value in enumerate(cells, 1):
            _write(sheet.cell(number, column), value, row if HEADER[column - 1] == "text" else None)
        if row.question is not None:
            _mark(sheet.cell(number, len(HEADER)))
            if row.question.kind == "choice":
                _offer(sheet, lists, row, number)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _write(cell: Any, value: str, row: Row | None) -> None:
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    from openpyxl.styles import Alignment, Font

    if not value:
        return
    cell.value = ILLEGAL_CHARACTERS_RE.sub(" ", writable(value))
    cell.data_type = "s"
    cell.quotePrefix = value.startswith(DANGEROUS)
    is_rtl = row is not None and bool(row.language) and direction(row.language) == "rtl"
    cell.alignment = Alignment(wrap_text=True, vertical="top", readingOrder=2 if is_rtl else 0)
    if row is not None and row.question is not None:
        cell.font = Font(bold=True)


def _mark(cell: Any) -> None:
    from openpyxl.styles import PatternFill

    cell.fill = PatternFill("solid", start_color="FFF7D6")


def _offer(sheet: Any, lists: dict[str, Any], row: Row, number: int) -> None:
    """Let the answer be chosen from a list, one list for all questions with the same choices."""
    from openpyxl.worksheet.datavalidation import DataValidation

    values = ",".join(choice.value for choice in row.question.choices) if row.question else ""
    if len(values) > LONGEST_LIST:
        return
    if values not in lists:
        lists[values] = DataValidation("list", formula1=f'"{values}"', allow_blank=True)
        sheet.add_data_validation(lists[values])
    lists[values].add(sheet.cell(number, len(HEADER)))
