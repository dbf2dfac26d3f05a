"""All systems in clusters and every pair of them, as text and as data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import typer

from discotag.cli.render import print_table
from discotag.cli.results import title
from discotag.rendering.text import ABSENT, extent, interval, number, signed
from discotag.scoring.standings import ALPHA, standings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.runs.slices import Slice
    from discotag.scoring.standings import Standings
    from discotag.scoring.table import CountTable


def print_standings(part: Slice, samples: int, seed: int, *, labels: bool) -> None:
    """Print, of each scorer and row, the systems with their ranks, and all pairs."""
    for tables in _by_scorer(part):
        info = tables[0].bound.info
        for item in standings(tables, _rows(tables, labels=labels), samples=samples, seed=seed):
            if all(standing.value is None for standing in item.systems):
                continue
            typer.echo()
            names = [standing.system for standing in item.systems]
            rows = [
                (
                    standing.system,
                    ABSENT if standing.cluster is None else str(standing.cluster),
                    ABSENT if standing.ranks is None else extent(standing.ranks),
                    number(standing.value, info.scale),
                    interval(standing.interval, info.scale),
                    *(_cell(item, place, other, info.scale) for other in range(len(names))),
                )
                for place, standing in enumerate(item.systems)
            ]
            print_table(
                ("system", "cluster", "rank", tables[0].bound.main_measure, "interval", *names),
                rows,
                title=f"{info.name}: {title(item.row)}",
                numeric=True,
            )
    typer.echo(
        f"\nRight of the interval: the row's system less the column's; * p < {ALPHA} after Holm's"
        " correction over all pairs of the table."
    )


def _cell(item: Standings, row: int, column: int, scale: int) -> str:
    if row == column:
        return ""
    difference = float(item.differences[row, column])
    if not math.isfinite(difference):
        return ABSENT
    star = "*" if item.p_values[row, column] < ALPHA else ""
    return f"{signed(difference, scale)}{star}"


def standings_data(part: Slice, samples: int, seed: int, *, labels: bool) -> list[dict[str, Any]]:
    """Return the same as data; p after Holm's correction, None where a pair was not tested."""
    return [
        {
            "scorer": tables[0].bound.info.name,
            "phenomenon": item.row.phenomenon,
            "label": item.row.label,
            "systems": [
                {
                    "system": standing.system,
                    "value": standing.value,
                    "interval": standing.interval,
                    "support": standing.support,
                    "documents": standing.documents,
                    "ranks": standing.ranks,
                    "cluster": standing.cluster,
                }
                for standing in item.systems
            ],
            "pairs": [
                {
                    "better": item.systems[first].system,
                    "worse": item.systems[second].system,
                    "difference": _finite(item.differences[first, second]),
                    "p_holm": _finite(item.p_values[first, second]),
                }
                for first in range(len(item.systems))
                for second in range(first + 1, len(item.systems))
            ],
        }
        for tables in _by_scorer(part)
        for item in standings(tables, _rows(tables, labels=labels), samples=samples, seed=seed)
    ]


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _by_scorer(part: Slice) -> Iterator[Sequence[CountTable]]:
    names = dict.fromkeys(table.bound.info.name for table in part.tables)
    for name in names:
        yield [table for table in part.tables if table.bound.info.name == name]


def _rows(tables: Sequence[CountTable], *, labels: bool) -> Any:
    if not labels:
        return None
    return list(dict.fromkeys(row for table in tables for row in table.rows))
