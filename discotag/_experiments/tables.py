"""Tables in the papers' shape, as text, Markdown, LaTeX and data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

UNDEFINED, UNAVAILABLE, INAPPLICABLE = "–", "x", "n/a"
"""Neither text has a tag; there is no such system; the language does not have it."""
SIGNIFICANT, ABOVE, BELOW = "*", "▲", "▼"
SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--",
    "−": "$-$", "±": r"$\pm$", "α": r"$\alpha$", "Δ": r"$\Delta$", "→": r"$\to$",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a place of a table.

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
        """The marks behind the number."""
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
    text = f"{value:.{digits}f}".replace("-", "−")
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
    return "\n".join("".join(f"{line}\n" for line in _markdown(table)) for table in tables)


def _markdown(table: Table) -> Iterator[str]:
    yield f"**{_plain(table.title)}**"
    yield ""
    yield _line((*table.labels, *table.columns))
    yield f"|{'---|' * len(table.labels)}{'---:|' * len(table.columns)}"
    for row in table.rows:
        if not row.cells:
            empty = len(table.labels) + len(table.columns) - 1
            yield _line((f"*{_plain(row.labels[0])}*", *[""] * empty), is_plain=True)
            continue
        cells = []
        for cell in row.cells:
            shown = _plain(cell.text)
            cells.append((f"**{shown}**" if cell.is_best else shown) + _plain(cell.marks))
        yield _line((*map(_plain, row.labels), *cells), is_plain=True)
    yield ""
    for note in table.notes:
        yield f"{_plain(note)}  "


def _line(cells: Sequence[str], *, is_plain: bool = False) -> str:
    return f"| {' | '.join(cells if is_plain else map(_plain, cells))} |"


def _plain(given: str) -> str:
    for sign in ("\\", "|", "*", "_", "`", "<", "["):
        given = given.replace(sign, f"\\{sign}")
    return " ".join(given.split())


def latex(tables: Iterable[Table]) -> str:
    """Format tables in LaTeX (booktabs): the best is bold, what is above the margin underlined."""
    return "\n".join("".join(f"{line}\n" for line in _latex(table)) for table in tables)


def _latex(table: Table) -> Iterator[str]:
    yield r"\begin{table}"
    yield rf"\begin{{tabular}}{{{'l' * len(table.labels)}{'r' * len(table.columns)}}}"
    yield r"\toprule"
    yield _ended(map(escaped, (*table.labels, *table.columns)))
    yield r"\midrule"
    width = len(table.labels) + len(table.columns)
    for row in table.rows:
        if not row.cells:
            yield rf"\multicolumn{{{width}}}{{l}}{{\textit{{{escaped(row.labels[0])}}}}} \\"
            continue
        yield _ended((*map(escaped, row.labels), *map(_value, row.cells)))
    yield r"\bottomrule"
    yield r"\end{tabular}"
    yield rf"\caption{{{escaped(' '.join((f'{table.title}.', *table.notes)))}}}"
    yield r"\end{table}"


def _value(cell: Cell) -> str:
    shown = escaped(cell.text)
    if cell.is_best:
        shown = rf"\textbf{{{shown}}}"
    if cell.is_above:
        shown = rf"\underline{{{shown}}}"
    signs = ((cell.is_significant, SIGNIFICANT), (cell.is_below, r"\downarrow"))
    marks = [sign for has, sign in signs if has]
    return f"{shown}$^{{{''.join(marks)}}}$" if marks else shown


def _ended(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def escaped(given: str) -> str:
    """Escape text for LaTeX."""
    signs = {**SPECIAL, ABOVE: r"\underline{\ }", BELOW: r"$\downarrow$"}
    return "".join(signs.get(sign, sign) for sign in given)


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
