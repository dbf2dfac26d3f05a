"""`discotag compare`: systems of runs against a baseline, with intervals and p-values."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from discotag._cli import options
from discotag._cli.groups import grouped
from discotag._cli.session import open_registry, warn_of_broken_plugins


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
    Nothing is tagged or scored again, so another baseline costs seconds. Example:

    discotag compare report/ --baseline A
    """
    from discotag._cli.results import print_differences, print_scores, print_signature
    from discotag._runs.reporting import open_report
    from discotag._runs.results import read_results, scores_data
    from discotag._runs.verification import open_runs

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    results, _ = read_results(open_runs(folders, verify=verify), registry, resampling.options())
    if output is Format.JSON:
        typer.echo(json.dumps(scores_data(results), ensure_ascii=False, indent=2, allow_nan=False))
    elif output is Format.TEXT:
        print_scores(results, labels=labels, intervals=True)
        print_differences(results, labels=labels)
        typer.echo()
        print_signature(results, is_long=long_signature)
    else:
        for piece in open_report(registry, output.value).render(results, ()):
            typer.echo(piece, nl=False)
    if not quiet:
        for note in results.notes:
            typer.echo(f"note: {note}", err=True)
