"""Tables in the papers' shape, as text, Markdown, LaTeX and data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from discotag.plugin import markup
from discotag.plugin.markup import ABSENT, MINUS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


UNDEFINED, UNAVAILABLE, INAPPLICABLE = ABSENT, "x", "n/a"
"""Neither text has a tag; there is no such system; the language does not have it."""
SIGNIFICANT, ABOVE, BELOW = "*", "▲", "▼"


@dataclass(frozen=True, slots=True)
class Cell:
    """The content of a table's cell.

    Args:
        text: the value as it is shown.
        value: the number; None where there is none.
        is_best: the best of its column.
        is_above: higher than what it is compared with by more than the margin.
        is_below: lower by more than that.
        is_significant: p below alpha.
        more: what else belongs to the number, for the data.
    """

    text: str
    value: float | None = None
    is_best: bool = False
    is_above: bool = False
    is_below: bool = False
    is_significant: bool = False
    more: dict[str, Any] | None = None

    @property
    def marks(self) -> str:
        """The marks after the number."""
        marks = ((self.is_significant, SIGNIFICANT), (self.is_above, ABOVE), (self.is_below, BELOW))
        return "".join(mark for has, mark in marks if has)


@dataclass(frozen=True, slots=True)
class Row:
    """A row: what it is about, and its cells; without cells it is a heading."""

    labels: tuple[str, ...]
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table with what a reader must know about it."""

    title: str
    labels: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def number(value: float | None, digits: int, **more: Any) -> Cell:
    """Format a number; – where it is undefined."""
    if value is None:
        return Cell(UNDEFINED, more=more or None)
    text = f"{value:.{digits}f}".replace("-", MINUS)
    return Cell(text, value, more=more or None)


def text(tables: Iterable[Table]) -> str:
    """Format tables for the terminal."""
    return "\n".join("".join(f"{line}\n" for line in _text(table)) for table in tables)


def _text(table: Table) -> Iterator[str]:
    lines = [(*table.labels, *table.columns)]
    lines += [(*row.labels, *(f"{c.text}{c.marks}" for c in row.cells)) for row in table.rows]
    widths = [
        max((len(line[place]) for line in lines if len(line) > place and _is_full(line, table)),
            default=0)
        for place in range(len(lines[0]))
    ]  # fmt: skip
    left = len(table.labels)
    yield table.title
    for line in lines:
        cells = [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=False))
        ]
        yield "  ".join(cells if _is_full(line, table) else line).rstrip()
    yield from table.notes


def _is_full(line: Sequence[str], table: Table) -> bool:
    return len(line) == len(table.labels) + len(table.columns)


def markdown(tables: Iterable[Table]) -> str:
    """Format tables in Markdown; the best of a column is bold."""
    return "\n".join("".join(_markdown(table)) for table in tables)


def _markdown(table: Table) -> Iterator[str]:
    names, columns = len(table.labels), len(table.columns)
    yield f"**{markup.markdown(table.title)}**\n\n"
    yield markup.markdown_row(map(markup.markdown, (*table.labels, *table.columns)))
    yield markup.markdown_rule(names, columns)
    for row in table.rows:
        cells = []
        for cell in row.cells:
            shown = markup.markdown(cell.text)
            shown = f"**{shown}**" if cell.is_best else shown
            cells.append(shown + markup.markdown(cell.marks))
        labels = [markup.markdown(label.strip()) for label in row.labels]
        if not row.cells:  # a heading
            labels, cells = [f"*{labels[0]}*"], [""] * (names + columns - 1)
        yield markup.markdown_row([*labels, *cells])
    yield "\n"
    for note in table.notes:
        yield f"{markup.markdown(note)}  \n"


def latex(tables: Iterable[Table]) -> str:
    """Format tables in LaTeX (booktabs): the best is bold, what is above the margin underlined."""
    return "\n".join("".join(_latex(table)) for table in tables)


def _latex(table: Table) -> Iterator[str]:
    names, columns = len(table.labels), len(table.columns)
    yield "\\begin{table}\n"
    yield f"\\begin{{tabular}}{{{'l' * names}{'r' * columns}}}\n\\toprule\n"
    yield markup.latex_row(map(markup.latex, (*table.labels, *table.columns)))
    yield "\\midrule\n"
    for row in table.rows:
        if row.cells:
            yield markup.latex_row((*map(markup.latex, row.labels), *map(_value, row.cells)))
        else:
            heading = rf"\textit{{{markup.latex(row.labels[0])}}}"
            yield markup.latex_row([rf"\multicolumn{{{names + columns}}}{{l}}{{{heading}}}"])
    caption = markup.latex(" ".join((f"{table.title}.", *table.notes)))
    yield f"\\bottomrule\n\\end{{tabular}}\n\\caption{{{caption}}}\n\\end{{table}}\n"


def _value(cell: Cell) -> str:
    shown = markup.latex(cell.text)
    if cell.is_best:
        shown = rf"\textbf{{{shown}}}"
    if cell.is_above:
        shown = rf"\underline{{{shown}}}"
    signs = ((cell.is_significant, SIGNIFICANT), (cell.is_below, r"\downarrow"))
    marks = [sign for has, sign in signs if has]
    return f"{shown}$^{{{''.join(marks)}}}$" if marks else shown


def data(tables: Iterable[Table]) -> list[dict[str, Any]]:
    """Return tables as data; what is undefined is None."""
    return [
        {
            "title": table.title,
            "labels": table.labels,
            "columns": table.columns,
            "rows": [
                {"labels": row.labels, "cells": [asdict(cell) for cell in row.cells]}
                for row in table.rows
            ],
            "notes": table.notes,
        }
        for table in tables
    ]
