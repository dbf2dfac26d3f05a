"""`discotag compare`: systems of runs against a baseline, with intervals and p-values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.cli import options
from discotag.cli.grouping import grouped
from discotag.cli.session import checked_registry, print_json, print_notes
from discotag.cli.tables import print_table, title
from discotag.core.errors import UsageError
from discotag.core.results import By
from discotag.rendering.text import ABSENT, extent, interval, number, signed
from discotag.scoring.standings import ALPHA, standings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.registry import Registry
    from discotag.core.results import Results
    from discotag.runs.slices import CountedRuns, Slice
    from discotag.scoring.standings import Standings
    from discotag.scoring.table import CountTable


class Format(StrEnum):
    """How the comparison is printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    LATEX = "latex"


@grouped
def compare(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="FOLDER...",
            help="Folders of runs (--out); systems of several are put together, so each needs a"
            " name of its own.",
        ),
    ],
    *,
    resampling: options.Resampling,
    all_pairs: Annotated[
        bool,
        typer.Option(
            "--all-pairs",
            help="Rank all systems in clusters and test every pair, in place of a baseline.",
        ),
    ] = False,
    by: options.Parts = None,
    one_line: options.OneLine = False,
    settings: options.Settings = None,
    labels: options.Labels = False,
    long_signature: options.LongSignature = False,
    verify: options.Verified = True,
    without: options.Without = None,
    quiet: options.Quiet = False,
    output: Annotated[
        Format, typer.Option("--format", "-f", help="How to print it.")
    ] = Format.TEXT,
) -> None:
    """Compare the systems of one or several runs, phenomenon by phenomenon.

    Intervals and p-values come from resampling documents; below 10 documents there are none.
    Nothing is tagged or scored again, so another baseline costs seconds. Examples:

    discotag compare report/ --baseline A

    discotag compare report/ --all-pairs --by domain
    """
    from discotag.runs.folder import open_runs
    from discotag.runs.slices import CountedRuns

    registry = checked_registry(without, quiet=quiet)
    if all_pairs and output in {Format.MARKDOWN, Format.LATEX}:
        raise UsageError("--all-pairs is printed as text or JSON; discotag results makes tables")
    counted = CountedRuns.of(open_runs(folders, verify=verify), registry, resampling.options())
    shown = _Shown(registry, resampling, labels, long_signature, one_line, settings or [])
    if all_pairs:
        shown.standings(counted, by, as_json=output is Format.JSON)
    else:
        shown.results(counted, by, output)
    print_notes(counted.results.notes, quiet=quiet)


@dataclass(frozen=True)
class _Shown:
    """How a comparison is printed."""

    registry: Registry
    resampling: options.Resampling
    labels: bool
    has_long_signature: bool
    is_one_line: bool
    settings: list[str]

    def results(self, counted: CountedRuns, by: By | None, output: Format) -> None:
        """Print scores and differences to the baseline, of each part where they are parted."""
        from discotag.runs.results import scores_data
        from discotag.runs.slices import sliced_results

        parts = (
            [("", counted.results)]
            if by is None
            else list(sliced_results(counted, self.registry, by, self.resampling.options()))
        )
        if output is Format.JSON:
            data = {value: scores_data(results) for value, results in parts}
            print_json(data[""] if by is None else {"by": by.value, "parts": data})
            return
        for value, results in parts:
            if value and by is not None:
                _print_heading(by.value, value, output)
            self._part(results, output)
        if output is Format.TEXT and not self.is_one_line:
            from discotag.cli.tables import print_signature

            typer.echo()
            print_signature(parts[0][1], is_long=self.has_long_signature)

    def _part(self, results: Results, output: Format) -> None:
        from discotag.cli.tables import print_differences, print_lines, print_scores
        from discotag.pipeline.config import parse_options
        from discotag.runs.reporting import open_report

        if self.is_one_line:
            print_lines(results, is_long=self.has_long_signature)
        elif output is Format.TEXT:
            print_scores(results, labels=self.labels, intervals=True)
            print_differences(results, labels=self.labels)
        else:
            own = parse_options(self.settings).get(output.value)
            for piece in open_report(self.registry, output.value, own).render(results, ()):
                typer.echo(piece, nl=False)

    def standings(self, counted: CountedRuns, by: By | None, *, as_json: bool) -> None:
        """Print all systems in clusters, and every pair of them."""
        from discotag.runs.slices import Slice, slices

        parts = (
            (Slice("", counted.tables, counted.results.documents),)
            if by is None
            else slices(counted, self.registry, [by])[by]
        )
        how = (self.resampling.samples, self.resampling.seed)
        if as_json:
            data = {part.value: standings_data(part, *how, labels=self.labels) for part in parts}
            print_json(data[""] if by is None else {"by": by.value, "parts": data})
            return
        for part in parts:
            if by is not None:
                _print_heading(by.value, part.value, Format.TEXT)
            print_standings(part, *how, labels=self.labels)
        from discotag.cli.tables import print_signature

        typer.echo(f"resampling: unit:document|bs:{how[0]}|seed:{how[1]}")
        print_signature(counted.results, is_long=self.has_long_signature, is_resampled=False)


def _print_heading(by: str, value: str, output: Format) -> None:
    marks = {Format.TEXT: "\n== {} ==", Format.MARKDOWN: "\n# {}\n", Format.LATEX: "\n% {}"}
    typer.echo(marks[output].format(f"{by}: {value}"))


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
