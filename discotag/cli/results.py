"""The results of a run, set as tables for reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from discotag.cli.render import print_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.pipeline.run import RunResult
    from discotag.scoring.table import CountTable

ABSENT = "–"
"""Stands for a value that is undefined, as distinct from 0."""


def print_result(result: RunResult) -> None:
    """Print counts, scores per phenomenon and system, and the signature."""
    print_counts(result)
    print_scores(result.tables)
    for item in result.plan.support:
        if item.reason:
            typer.echo(f"{item.phenomenon}: {item.state}: {item.reason}")
    typer.echo(f"signature: {result.signature}")


def print_counts(result: RunResult) -> None:
    """Print how many tags each text has, with the unresolved ones in brackets."""
    texts = result.tally.texts
    rows = []
    for item in result.plan.support:
        cells = [
            _count(result, name, item.phenomenon)
            if item.phenomenon in result.plan.phenomena
            else str(item.state)
            for name in texts
        ]
        rows.append((item.phenomenon, *cells))
    title = "Tags (in brackets: of these, evidence unknown)"
    print_table(("phenomenon", *texts), rows, title=title, numeric=True)


def _count(result: RunResult, text: str, phenomenon: str) -> str:
    unresolved = result.tally.unresolved[text, phenomenon]
    return f"{result.tally.tags[text, phenomenon]}" + (f" ({unresolved})" if unresolved else "")


def print_scores(tables: Sequence[CountTable]) -> None:
    """Print the main measure of each scorer: a row per phenomenon, a column per system."""
    scorers = list(dict.fromkeys(table.bound.info.name for table in tables))
    for scorer in scorers:
        of_scorer = [table for table in tables if table.bound.info.name == scorer]
        systems = [table.system for table in of_scorer]
        found = {table.system: {item.row: item for item in table.scores()} for table in of_scorer}
        info = of_scorer[0].bound.info
        rows = []
        wanted = dict.fromkeys(
            row for system in systems for row in found[system] if row.label is None
        )
        measure = ""
        for row in wanted:
            items = [found[system].get(row) for system in systems]
            measure = next((name for item in items if item for name in item.measures), measure)
            support = next((item.support for item in items if item), 0)
            cells = [ABSENT if item is None else number(item.value, info.scale) for item in items]
            rows.append((row.phenomenon or "all words", *cells, support))
        typer.echo()
        title = f"{scorer}: {measure}, 0–{info.scale}"
        print_table(("phenomenon", *systems, "support"), rows, title=title, numeric=True)


def number(value: float | None, scale: int) -> str:
    """Set a measure: one decimal on a scale of 100, three on 1, a dash where undefined."""
    if value is None:
        return ABSENT
    return f"{value:.{1 if scale == 100 else 3}f}"
