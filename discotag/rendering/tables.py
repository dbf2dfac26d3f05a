"""Plain tables: a title, a header, rows of text; in Markdown and LaTeX."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.rendering.markup import latex, latex_row, markdown, markdown_row, markdown_rule

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A table of text.

    Args:
        title: what it shows.
        header: names of the columns.
        rows: as many cells each as there are columns.
        names: how many columns at the left name their row; the others hold figures.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int = 1


def markdown_table(table: PlainTable) -> Iterator[str]:
    """Yield a table in Markdown, without its title."""
    yield markdown_row(map(markdown, table.header))
    yield markdown_rule(table.names, len(table.header) - table.names)
    for row in table.rows:
        yield markdown_row(map(markdown, row))


def latex_table(table: PlainTable, caption: str, label: str) -> Iterator[str]:
    """Yield a table in LaTeX (booktabs), in an environment of its own."""
    columns = "l" * table.names + "r" * (len(table.header) - table.names)
    yield "\n\\begin{table}\n\\centering\\small\n"
    yield f"\\begin{{tabular}}{{{columns}}}\n\\toprule\n{latex_row(map(latex, table.header))}"
    yield "\\midrule\n"
    for row in table.rows:
        yield latex_row(map(latex, row))
    yield f"\\bottomrule\n\\end{{tabular}}\n\\caption{{{latex(caption)}}}\n"
    yield f"\\label{{{label}}}\n\\end{{table}}\n"
