"""`discotag merge`: runs of one source into many languages, side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import groups, options
from discotag.cli.grouping import grouped
from discotag.cli.session import open_registry, warn_of_broken_plugins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.results import Results

NOT_RUN = "not run"


@grouped
def merge(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders of runs (--out).")
    ],
    *,
    resampling: groups.Resampling,
    labels: options.Labels = False,
    verify: options.Verified = True,
    without: options.Without = None,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Compare runs of one source text into several languages.

    Rows are languages and phenomena, columns systems. Example:

    discotag merge report-fr/ report-de/ report-ja/
    """
    from discotag.runs.folder import unverified
    from discotag.runs.results import merge as merged
    from discotag.runs.results import merged_data

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    runs = merged(folders, registry, resampling.options(), verify=verify)
    if not (verify or quiet):
        for folder in folders:
            typer.echo(f"note: {unverified(folder)}", err=True)
    if output is options.Format.JSON:
        content = merged_data(runs)
        typer.echo(json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False))
        return
    _print(runs, labels=labels)


def _print(runs: Sequence[Results], *, labels: bool) -> None:
    from discotag.cli.render import print_table
    from discotag.cli.results import mark, title
    from discotag.rendering.text import ABSENT, number

    systems = list(dict.fromkeys(name for run in runs for name in run.systems))
    views = {name: view for run in runs for name, view in run.scorers.items()}
    marked = False
    for view in views.values():
        rows = []
        for run in runs:
            found = {(s.system, s.row): s for s in run.scores if s.scorer == view.name}
            marks = {(d.system, d.row): mark(d) for d in run.differences if d.scorer == view.name}
            for row in dict.fromkeys(row for _, row in found if labels or row.label is None):
                cells = []
                for system in systems:
                    score = found.get((system, row))
                    absent = ABSENT if system in run.systems else NOT_RUN
                    value = absent if score is None else number(score.value, view.scale)
                    cells.append(value + marks.get((system, row), ""))
                marked |= any(cell.endswith("*") for cell in cells)
                rows.append((run.target_language, title(row), *cells))
        heading = f"{view.name}: {view.measure}, 0–{view.scale}"
        header = ("language", "phenomenon", *systems)
        print_table(header, rows, title=heading, numeric=True, names=2)
        typer.echo()
    for run in runs:
        for name, item in run.phenomena.items():
            if item["reason"]:
                typer.echo(f"{run.target_language} {name}: {item['state']}: {item['reason']}")
    for run in runs:
        if not run.systems:
            typer.echo(f"{run.target_language}: no row: the run has no system")
    if marked:
        typer.echo(
            "* differs from the baseline of its language with p < 0.05 (approximate randomization"
            " over documents, Holm over the phenomena of the language)"
        )
