"""`discotag report`: the page, or the tables, of runs done before."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import groups, options
from discotag.cli.grouping import grouped
from discotag.cli.outputs import writable_file
from discotag.cli.session import open_registry, warn_of_broken_plugins
from discotag.core.errors import UsageError
from discotag.rendering.text import one_line

if TYPE_CHECKING:
    from discotag.runs.reporting import OpenReport
    from discotag.runs.slices import CountedRuns


@grouped
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
    resampling: groups.Resampling,
    by: options.Parts = None,
    settings: options.Settings = None,
    verify: options.Verified = True,
    without: options.Without = None,
    quiet: options.Quiet = False,
) -> None:
    """Write the report of one or several runs again: another baseline, another form.

    `html` is a page of its own, without network: scores with intervals, and every tag in its text
    with the word that decides it. `markdown` and `latex` are the tables. Example:

    discotag report report/ other/ --format latex --out table.tex
    """
    from discotag.files.output import check_file, within
    from discotag.pipeline.config import parse_options
    from discotag.runs.folder import open_runs
    from discotag.runs.reporting import documents_of, open_report, write_report
    from discotag.runs.results import read_results
    from discotag.runs.slices import CountedRuns
    from discotag.studies.span.study import with_spans

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    page = open_report(registry, name, parse_options(settings or []).get(name))
    if by is None:
        check_file(out if out is not None else folders[0] / page.file)
    runs = open_runs(folders, verify=verify)
    results, scorers = read_results(runs, registry, resampling.options())
    if page.shows_spans:
        results = with_spans(results, runs[0], registry)
    documents = documents_of(runs, results, scorers)
    if by is not None:
        counted = CountedRuns.of(runs, registry, resampling.options())
        _write_parts(page, counted, by, resampling, out)
        return
    if str(out) == "-":
        for piece in page.render(results, documents):
            typer.echo(piece, nl=False)
        path: Path | None = None
    else:
        path = out if out is not None else within(folders[0], page.file)
        write_report(path, page, results, documents)
    if quiet:
        return
    for note in (note for run in runs for note in run.notes):
        typer.echo(f"note: {note}", err=True)
    if path is not None:
        typer.echo(f"wrote {path}", err=True)


def _write_parts(
    page: OpenReport,
    counted: CountedRuns,
    by: options.By,
    resampling: groups.Resampling,
    out: Path | None,
) -> None:
    """Write the tables of each part; UsageError for a report that is no text of tables."""
    from discotag.files.output import atomic_write
    from discotag.runs.slices import By, sliced_results

    heads = {".md": "\n# {}\n\n", ".tex": "\n% {}\n"}
    if page.suffix not in heads:
        raise UsageError("--by goes with --format markdown and latex")
    pieces = [
        piece
        for value, results in sliced_results(
            counted, page.registry, By(by.value), resampling.options()
        )
        for piece in (
            heads[page.suffix].format(one_line(f"{by.value}: {value}")),
            *page.render(results, ()),
        )
    ]
    if out is None or str(out) == "-":
        typer.echo("".join(pieces), nl=False)
        return
    with atomic_write(out) as write:
        for piece in pieces:
            write(piece)
