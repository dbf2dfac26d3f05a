"""Tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from discotag.core.text import visible

PLAIN_WIDTH = 10_000
"""Columns that a table may take in a file or a pipe: as many as it needs, so nothing is folded."""
GAP = 2
"""Spaces between columns."""
SHORT = 32
"""Characters: a table of columns no wider is parted where the terminal is too narrow for it; one
with a wider column is folded."""


def print_table(
    header: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    title: str | None = None,
    numeric: bool = False,
    names: int = 1,
) -> None:
    """Print a table; with `numeric`, every column behind the `names` is set to the right.

    Where a terminal is too narrow, the columns come in several blocks, each with the `names` before
    it.
    """
    console = Console()
    if not console.is_terminal:
        console = Console(width=PLAIN_WIDTH)
    cells = [tuple(visible(str(cell)) for cell in row) for row in rows]
    if title is not None:
        console.print(Text(visible(title), style="bold"))
    for number, columns in enumerate(_blocks([tuple(header), *cells], console.width, names)):
        if number:
            console.print()
        table = Table(box=None, pad_edge=False)
        for position in columns:
            table.add_column(
                Text(visible(header[position])),
                justify="right" if numeric and position >= names else "left",
                overflow="fold",
            )
        for row in cells:
            table.add_row(*(Text(row[position]) for position in columns))
        console.print(table)


def _blocks(lines: Sequence[Sequence[str]], width: int, names: int) -> Iterator[list[int]]:
    """Split the columns of a table into blocks that fit; each begins with the `names`."""
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    if sum(widths) + GAP * (len(widths) - 1) <= width or max(widths, default=0) > SHORT:
        yield list(range(len(widths)))
        return
    first = list(range(min(names, len(widths))))
    taken = sum(widths[position] + GAP for position in first) - GAP
    block, size = list(first), taken
    for position in range(len(first), len(widths)):
        wider = widths[position] + GAP
        if size + wider > width and len(block) > len(first):
            yield block
            block, size = list(first), taken
        block.append(position)
        size += wider
    yield block
