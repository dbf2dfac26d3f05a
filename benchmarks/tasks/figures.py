"""Figures: what a task gives, and how it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Value = str | int | float | None
"""A count, a share or percentage, a name; None where there is nothing to measure."""


@dataclass(frozen=True)
class Figures:
    """A table of figures.

    Args:
        title: what was measured, with the measure's name where all columns share it.
        columns: names of the columns; the first names the row.
        rows: the values, a tuple per row.
        decimals: digits behind the point of shares and percentages.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    decimals: int = 3

    def cells(self) -> Iterator[tuple[str, ...]]:
        """Yield the header and the rows as text."""
        yield self.columns
        for row in self.rows:
            yield tuple(self._shown(value) for value in row)

    def _shown(self, value: Value) -> str:
        if value is None:
            return "–"
        return f"{value:.{self.decimals}f}" if isinstance(value, float) else str(value)

    def text(self) -> str:
        """Return it for a terminal, in aligned columns."""
        rows = list(self.cells())
        widths = [max(len(row[place]) for row in rows) for place in range(len(self.columns))]
        lines = [
            "  ".join(
                cell.ljust(width) if place == 0 else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        ]
        return "\n".join([self.title, *lines])

    def markdown(self) -> str:
        """Return it as a Markdown table without its title."""
        header, *rows = self.cells()
        lines = [header, ("---",) * len(self.columns), *rows]
        return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"title": self.title, "rows": rows}


def ratio(part: float, whole: float) -> float | None:
    """Return part / whole; None where there is nothing to divide by."""
    return part / whole if whole else None


def f_score(precision: float | None, recall: float | None) -> float | None:
    """Return the harmonic mean of precision and recall; None where one is undefined."""
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def scores(right: int, found: int, gold: int) -> tuple[float | None, float | None, float | None]:
    """Return precision, recall and F1 from counts."""
    precision, recall = ratio(right, found), ratio(right, gold)
    return precision, recall, f_score(precision, recall)


def without_data(what: str, folder: object) -> SystemExit:
    """Make the error of a folder that holds nothing of the kind; its exit status is 1."""
    return SystemExit(f"accuracy: error: {folder}: no {what} there; see benchmarks/README.md")


def listed(figures: Sequence[Figures]) -> str:
    """Return several tables for a terminal."""
    return "\n\n".join(table.text() for table in figures)
