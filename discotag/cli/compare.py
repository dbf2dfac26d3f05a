"""`discotag compare`: systems of runs against a baseline, with intervals and p-values."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import groups, options
from discotag.cli.grouping import grouped
from discotag.cli.session import open_registry, warn_of_broken_plugins
from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from discotag.core.registry import Registry
    from discotag.core.results import Results
    from discotag.runs.slices import CountedRuns


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
    resampling: groups.Resampling,
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

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    if all_pairs and output in {Format.MARKDOWN, Format.LATEX}:
        raise UsageError("--all-pairs is printed as text or JSON; discotag results makes tables")
    counted = CountedRuns.of(open_runs(folders, verify=verify), registry, resampling.options())
    shown = _Shown(registry, resampling, labels, long_signature, one_line, settings or [])
    if all_pairs:
        shown.standings(counted, by, as_json=output is Format.JSON)
    else:
        shown.results(counted, by, output)
    if not quiet:
        for note in counted.results.notes:
            typer.echo(f"note: {note}", err=True)


@dataclass(frozen=True)
class _Shown:
    """How a comparison is printed."""

    registry: Registry
    resampling: groups.Resampling
    labels: bool
    has_long_signature: bool
    is_one_line: bool
    settings: list[str]

    def results(self, counted: CountedRuns, by: options.By | None, output: Format) -> None:
        """Print scores and differences to the baseline, of each part where they are parted."""
        from discotag.runs.results import scores_data
        from discotag.runs.slices import By, sliced_results

        parts = (
            [("", counted.results)]
            if by is None
            else list(
                sliced_results(counted, self.registry, By(by.value), self.resampling.options())
            )
        )
        if output is Format.JSON:
            data = {value: scores_data(results) for value, results in parts}
            _print_json(data[""] if by is None else {"by": by.value, "parts": data})
            return
        for value, results in parts:
            if value and by is not None:
                _print_heading(by.value, value, output)
            self._part(results, output)
        if output is Format.TEXT and not self.is_one_line:
            from discotag.cli.results import print_signature

            typer.echo()
            print_signature(parts[0][1], is_long=self.has_long_signature)

    def _part(self, results: Results, output: Format) -> None:
        from discotag.cli.results import print_differences, print_lines, print_scores
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

    def standings(self, counted: CountedRuns, by: options.By | None, *, as_json: bool) -> None:
        """Print all systems in clusters, and every pair of them."""
        from discotag.cli.standings import print_standings, standings_data
        from discotag.runs.slices import By, Slice, slices

        parts = (
            (Slice("", counted.tables, counted.results.documents),)
            if by is None
            else slices(counted, self.registry, [By(by.value)])[By(by.value)]
        )
        how = (self.resampling.samples, self.resampling.seed)
        if as_json:
            data = {part.value: standings_data(part, *how, labels=self.labels) for part in parts}
            _print_json(data[""] if by is None else {"by": by.value, "parts": data})
            return
        for part in parts:
            if by is not None:
                _print_heading(by.value, part.value, Format.TEXT)
            print_standings(part, *how, labels=self.labels)
        from discotag.cli.results import print_signature

        typer.echo(f"resampling: unit:document|bs:{how[0]}|seed:{how[1]}")
        print_signature(counted.results, is_long=self.has_long_signature, is_resampled=False)


def _print_heading(by: str, value: str, output: Format) -> None:
    marks = {Format.TEXT: "\n== {} ==", Format.MARKDOWN: "\n# {}\n", Format.LATEX: "\n% {}"}
    typer.echo(marks[output].format(f"{by}: {value}"))


def _print_json(data: object) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False))
