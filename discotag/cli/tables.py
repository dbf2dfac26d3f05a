"""Tables in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import typer
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from discotag.core.results import SIZES
from discotag.core.text import visible
from discotag.rendering.text import ABSENT, interval, number, p_value, signed

if TYPE_CHECKING:
    from discotag.core.results import Difference, Results, Row, Score, ScorerView


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
    """Print a table; with `numeric`, every column after the `names` is set to the right.

    Where a terminal is too narrow, the columns come in several blocks, each with the `names` before
    it.
    """
    console = Console()
    if not console.is_terminal:
        console = Console(width=PLAIN_WIDTH)
    cells = [tuple(visible(str(cell)) for cell in row) for row in rows]
    if title is not None:
        console.print(Text(visible(title), style="bold"))
    for place, columns in enumerate(_blocks([tuple(header), *cells], console.width, names)):
        if place:
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


SIGNIFICANT = 0.05


def print_result(results: Results, *, has_long_signature: bool = False) -> None:
    """Print counts, scores per phenomenon and system, and the signature."""
    print_counts(results)
    print_scores(results)
    for name, item in results.phenomena.items():
        if item["reason"]:
            typer.echo(f"{name}: {item['state']}: {item['reason']}")
    print_signature(results, is_long=has_long_signature)


def print_lines(results: Results, *, is_long: bool = False) -> None:
    """Print a line per system: its scores by scorer and phenomenon, and the signature."""
    signature = results.signature if is_long else results.short_signature or results.signature
    marks = {(d.scorer, d.system, d.row): mark(d) for d in results.differences}
    for system in results.systems:
        told = []
        for view in results.scorers.values():
            found = [
                f"{title(score.row)} {number(score.value, view.scale)}"
                + marks.get((view.name, system, score.row), "")
                for score in results.scores
                if (score.scorer, score.system) == (view.name, system) and score.row.label is None
            ]
            if found:
                told.append(f"{view.name}: {', '.join(found)}")
        typer.echo(f"{system}  {'; '.join(told)}  {signature}")


def print_signature(results: Results, *, is_long: bool = False, is_resampled: bool = True) -> None:
    """Print what makes the tags and the intervals reproducible; files hold it in full."""
    how = results.resampling
    if is_resampled and how is not None and any(score.interval for score in results.scores):
        baseline = f"|baseline:{how.baseline}|ar:{how.trials}" if how.baseline else ""
        typer.echo(f"resampling: unit:document|bs:{how.samples}{baseline}|seed:{how.seed}")
    shown = results.signature if is_long else results.short_signature or results.signature
    typer.echo(f"signature: {shown}")


def print_counts(results: Results) -> None:
    """Print how many tags each text has, with the unresolved ones in parentheses."""
    texts = (*results.references, *results.systems)
    rows = [(name, *(_count(results, text, name) for text in texts)) for name in results.phenomena]
    title = "Tags (in parentheses: evidence not found)"
    print_table(("phenomenon", *texts), rows, title=title, numeric=True)


def _count(results: Results, text: str, phenomenon: str) -> str:
    found = results.counts[text].get(phenomenon)
    if found is None:
        return str(results.phenomena[phenomenon]["state"])
    unresolved = found["unresolved"]
    return f"{found['tags']}" + (f" ({unresolved})" if unresolved else "")


def print_scores(results: Results, *, labels: bool = False, intervals: bool = False) -> None:
    """Print the main measure of each scorer: a row per phenomenon, a column per system.

    Args:
        results: what to print.
        labels: whether each label has a row, too.
        intervals: whether each value has its interval.
    """
    marks = {
        (d.scorer, d.system, d.row): mark(d)
        for d in results.differences
        if labels or d.row.label is None
    }
    for view in results.scorers.values():
        found = {(s.system, s.row): s for s in results.scores if s.scorer == view.name}
        rows = [
            (
                title(row),
                *(
                    _cell(found.get((system, row)), view, intervals=intervals)
                    + marks.get((view.name, system, row), "")
                    for system in results.systems
                ),
                *_size([found.get((system, row)) for system in results.systems]),
            )
            for row in dict.fromkeys(row for _, row in found)
            if labels or row.label is None
        ]
        typer.echo()
        if not rows:
            typer.echo(f"{view.name}: it has nothing to say of these phenomena")
            continue
        print_table(
            ("phenomenon", *results.systems, *SIZES),
            rows,
            title=f"{view.name}: {view.measure}, 0–{view.scale}",
            numeric=True,
        )
    if any(marks.values()):
        typer.echo(f"\n* differs from {_told_test(results)}")


def print_differences(results: Results, *, labels: bool = False) -> None:
    """Print how far each system is from the baseline, with intervals and p-values."""
    for view in results.scorers.values():
        rows = [
            (
                title(item.row),
                item.system,
                signed(item.value, view.scale),
                interval(item.interval, view.scale, is_signed=True),
                *map(
                    p_value,
                    (item.p_bootstrap, item.p_randomization, item.p_holm),
                ),
                item.documents,
            )
            for item in results.differences
            if item.scorer == view.name and (labels or item.row.label is None)
        ]
        if rows and results.resampling is not None:
            typer.echo()
            print_table(
                (
                    "phenomenon",
                    "system",
                    "difference",
                    "95 % interval",
                    "p bootstrap",
                    "p randomization",
                    "p Holm",
                    "documents",
                ),
                rows,
                title=f"{view.name}: {view.measure} less that of {results.resampling.baseline}",
                numeric=True,
                names=2,
            )


def title(row: Row) -> str:
    """Name a row."""
    return row.phenomenon or "all words" if row.label is None else f"{row.phenomenon}: {row.label}"


def _cell(score: Score | None, view: ScorerView, *, intervals: bool) -> str:
    if score is None:
        return ABSENT
    value = number(score.value, view.scale)
    return f"{value} {interval(score.interval, view.scale)}" if intervals else value


def _size(scores: list[Score | None]) -> Iterator[int]:
    """Yield what a row rests on: the most of any system."""
    for name in SIZES:
        yield max((item.sizes[name] for item in scores if item), default=0)


def mark(item: Difference) -> str:
    """Return a star where the difference is significant after Holm's correction."""
    return "*" if item.p_holm is not None and item.p_holm < SIGNIFICANT else ""


def _told_test(results: Results) -> str:
    how = results.resampling
    baseline, trials = (how.baseline, how.trials) if how else ("", 0)
    return (
        f"{baseline} with p < {SIGNIFICANT} (approximate randomization over documents, {trials}"
        " trials, Holm over phenomena)"
    )
