"""Sheets as TSV and workbooks: a study as rows, one for each line of text and each question.

Columns: `item`, `part` (the block, or the question's name), `text`, `choices`, `answer`. The first
rows name the study and ask about the person.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, NamedTuple

from discotag.plugin import UsageError
from discotag.plugin.files import guarded_cell, is_formula
from discotag.plugin.pages import writable
from discotag_annotate.wording import direction

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag_annotate.items import Block, Item, Line, Question
    from discotag_annotate.study import Study, Target


HEADER = ("item", "part", "text", "choices", "answer")
STUDY = "study"
"""The item of the row that names the study."""
LANGUAGE = "language"
OPENING = {"tag": "[", "evidence": "{", "linked": "<", "highlight": "["}
CLOSING = {"tag": "]", "evidence": "}", "linked": ">", "highlight": "]"}


class Row(NamedTuple):
    """One row; `question` is what its answer cell answers, None for text."""

    item: str
    part: str
    text: str
    choices: str
    answer: str = ""
    question: Question | None = None
    language: str = ""


def rows(study: Study, target: Target) -> Iterator[Row]:
    """Yield the rows of a study for one of its target languages."""
    yield Row(STUDY, study.manifest.id, study.manifest.shown_title, "")
    for paragraph in study.manifest.instructions:
        yield Row(STUDY, "", paragraph.replace("{language}", target.name), "")
    for question in study.about.questions:
        known = target.code if question.name == LANGUAGE else ""
        yield _asked(study.about, question, target)._replace(answer=known)
    for item in study.items:
        yield from _item(item, target)


def _item(item: Item, target: Target) -> Iterator[Row]:
    if item.title:
        yield Row(item.id, "title", item.title, "")
    for block in item.blocks:
        for line in block.lines:
            yield Row(item.id, block.title, _text(line, block), "", language=block.language)
    for question in item.questions:
        yield _asked(item, question, target)


def _text(line: Line, block: Block) -> str:
    """Write a line with its number and with brackets around what stands out."""
    text = line.text
    for span in reversed(line.spans):
        inner = f"{OPENING[span.kind]}{text[span.start : span.end]}{CLOSING[span.kind]}{span.note}"
        text = text[: span.start] + inner + text[span.end :]
    if line.number is not None and len(block.lines) > 1:
        text = f"({line.number:+d}) {text}" if line.number else f"(0) ▶ {text}"
    return text


def _asked(item: Item, question: Question, target: Target) -> Row:
    return Row(item.id, question.name, ask(question, target), _choices(question), question=question)


def ask(question: Question, target: Target) -> str:
    """Word a question where all are in sight, also those that only some answers call for."""
    when = question.when
    text = question.ask.replace("{language}", target.name)
    return text if when is None else f"(only if {when.question} is {when.value}) {text}"


def _choices(question: Question) -> str:
    match question.kind:
        case "number":
            return f"0 to {question.highest}"
        case "text":
            return "any text"
        case "words":
            labels = " | ".join(choice.value for choice in question.choices)
            return f"CHOICE: WORD; CHOICE: WORD; … with {labels}"
    told = [
        choice.value
        if choice.label.casefold() == choice.value.casefold()
        else f"{choice.value} = {choice.label}"
        for choice in question.choices
    ]
    several = "one or more, with ; between: " if question.kind == "choices" else ""
    return several + " | ".join(told)


def tsv(found: Iterable[Row]) -> str:
    """Write rows as tab-separated values that no spreadsheet program takes for formulas."""
    stream = io.StringIO()
    writer = csv.writer(stream, dialect="excel-tab", lineterminator="\n")
    writer.writerow(HEADER)
    for row in found:
        writer.writerow([cell(value) for value in row[: len(HEADER)]])
    return stream.getvalue()


def cell(text: object) -> str:
    """Return a cell's text on one line; an apostrophe keeps it from being a formula."""
    plain = writable(" ".join(str(text).replace("\0", " ").splitlines())).replace("\t", " ")
    return f"'{plain}" if is_formula(str(text)) else guarded_cell(plain)


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
    cell.quotePrefix = is_formula(value)
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
