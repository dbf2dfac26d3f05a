"""Tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

PLAIN_WIDTH = 10_000
"""Columns that a table may take in a file or a pipe: as many as it needs, so nothing is folded."""


def print_table(
    header: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    title: str | None = None,
    numeric: bool = False,
    names: int = 1,
) -> None:
    """Print a table; with `numeric`, every column behind the `names` is set to the right."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=PLAIN_WIDTH)
    table = Table(box=None, pad_edge=False)
    for position, name in enumerate(header):
        table.add_column(
            Text(name),
            justify="right" if numeric and position >= names else "left",
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))
    if title is not None:
        console.print(Text(title, style="bold"))
    console.print(table)
