"""`discotag report`: the page, or the tables, of runs done before."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from discotag.cli import options
from discotag.cli.outputs import writable_file
from discotag.cli.session import open_registry, warn_of_broken_plugins


def report(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="FOLDER...",
            help="Folders of runs (--out); systems of several are put together.",
        ),
    ],
    *,
    name: Annotated[
        str,
        typer.Option("--format", "-f", help="html, markdown, latex, svg, or a plugin's report."),
    ] = "html",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            callback=writable_file,
            help="File to write, - for standard output; default: report.* in the first folder.",
        ),
    ] = None,
    baseline: options.Baseline = None,
    samples: options.Samples = options.SAMPLES,
    trials: options.Trials = options.TRIALS,
    seed: options.Seed = options.SEED,
    settings: options.Settings = None,
    without: options.Without = None,
    quiet: options.Quiet = False,
) -> None:
    """Write the report of one or several runs again: another baseline, another form.

    `html` is a page of its own, without network: scores with intervals, and every tag in its text
    with the word that decides it. `markdown` and `latex` are the tables. Example:

    discotag report report/ other/ --format latex --out table.tex
    """
    from discotag.files.outputs import check_file
    from discotag.pipeline.config import parse_options
    from discotag.runs.record import read_record
    from discotag.runs.reporting import documents_of, open_report, write_report
    from discotag.runs.results import read_results
    from discotag.runs.span_reports import with_spans
    from discotag.scoring.resampling import ResamplingOptions

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    page = open_report(registry, name, parse_options(settings or []).get(name))
    path = out if out is not None else folders[0] / page.file
    check_file(path)
    resampling = ResamplingOptions(samples, trials, seed, baseline)
    results, scorers = read_results(folders, registry, resampling)
    if page.shows_spans:
        results = with_spans(results, folders[0], read_record(folders[0]), registry)
    documents = documents_of(folders, results, scorers)
    if str(out) == "-":
        for piece in page.report.render(results, documents):
            typer.echo(piece, nl=False)
        return
    write_report(path, page, results, documents)
    if not quiet:
        typer.echo(f"wrote {path}", err=True)
