"""`discotag report` and `discotag join`: runs done before, shown again, compared, or joined."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import options
from discotag.cli.grouping import grouped
from discotag.cli.options import writable_file, writable_folder
from discotag.cli.session import checked_registry, print_json, print_notes
from discotag.core.errors import UsageError
from discotag.core.results import By
from discotag.rendering.text import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.registry import Registry
    from discotag.core.results import Results
    from discotag.runs.reporting import OpenReport
    from discotag.runs.slices import CountedRuns


TABLE_FORMATS = ("text", "json")
"""Formats that compare target languages; the others are reports of one pair."""


@grouped
def report(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="FOLDER...",
            help="Folders of runs (--out): systems of one pair are put together, several target"
            " languages of one source text are compared.",
        ),
    ],
    *,
    name: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            help="html, markdown, latex, svg, or a plugin's report; of several languages text or"
            " json. Default: html, or text of several languages.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            callback=writable_file,
            help="File to write, - for standard output; default: report.* in the first folder.",
        ),
    ] = None,
    resampling: options.Resampling,
    by: options.Parts = None,
    labels: options.Labels = False,
    settings: options.Settings = None,
    verify: options.Verified = True,
    without: options.Without = None,
    quiet: options.Quiet = False,
) -> None:
    """Write the report of runs again in another form, or compare several target languages.

    `html` is a page of its own, without network: scores with intervals, and every tag in its text
    with the word that decides it. `markdown` and `latex` are the tables. Of runs of one source text
    into several languages, a table has languages and phenomena as rows, systems as columns.

    Examples:
    discotag report report/ other/ --format latex --out table.tex

    discotag report report-fr/ report-de/ report-ja/
    """
    from discotag.runs.folder import read_languages

    registry = checked_registry(without, quiet=quiet)
    if name in TABLE_FORMATS or (name is None and len(read_languages(folders)) > 1):
        if by is not None or out is not None or settings:
            raise UsageError(
                "a comparison of languages is printed: remove --by, --out and --set, or choose a"
                " report with --format"
            )
        _compare_languages(
            folders, registry, resampling, name == "json", labels=labels, verify=verify, quiet=quiet
        )
        return
    if labels:
        raise UsageError("--labels goes with --format text")
    _write_report(
        name or "html",
        folders,
        registry,
        resampling,
        out=out,
        by=by,
        settings=settings,
        verify=verify,
        quiet=quiet,
    )


def _write_report(
    name: str,
    folders: list[Path],
    registry: Registry,
    resampling: options.Resampling,
    *,
    out: Path | None,
    by: By | None,
    settings: list[str] | None,
    verify: bool,
    quiet: bool,
) -> None:
    """Write a report of runs of one pair."""
    from discotag.files.output import check_file, within
    from discotag.pipeline.config import parse_options
    from discotag.runs.folder import open_runs
    from discotag.runs.reporting import documents_of, open_report, write_report
    from discotag.runs.results import read_results
    from discotag.runs.slices import CountedRuns
    from discotag.studies.span.study import with_spans

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
    print_notes((note for run in runs for note in run.notes), quiet=quiet)
    if path is not None and not quiet:
        typer.echo(f"wrote {path}", err=True)


def _write_parts(
    page: OpenReport,
    counted: CountedRuns,
    by: By,
    resampling: options.Resampling,
    out: Path | None,
) -> None:
    """Write the tables of each part; UsageError for a report of another kind."""
    from discotag.files.output import atomic_write
    from discotag.runs.slices import sliced_results

    heads = {".md": "\n# {}\n\n", ".tex": "\n% {}\n"}
    if page.suffix not in heads:
        raise UsageError("--by goes with --format markdown and latex")
    pieces = [
        piece
        for value, results in sliced_results(counted, page.registry, by, resampling.options())
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


NOT_RUN = "not run"


def _compare_languages(
    folders: list[Path],
    registry: Registry,
    resampling: options.Resampling,
    is_json: bool,
    *,
    labels: bool,
    verify: bool,
    quiet: bool,
) -> None:
    """Print the scores of runs of one source text into several languages."""
    from discotag.runs.folder import unverified
    from discotag.runs.results import merge, merged_data

    runs = merge(folders, registry, resampling.options(), verify=verify)
    if not verify:
        print_notes(map(unverified, folders), quiet=quiet)
    if is_json:
        print_json(merged_data(runs))
        return
    _print_languages(runs, labels=labels)


def _print_languages(runs: Sequence[Results], *, labels: bool) -> None:
    from discotag.cli.tables import mark, print_table, title
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


REPORT = "html"


@grouped
def join(
    folders: Annotated[
        list[Path],
        typer.Argument(
            metavar="FOLDER...", help="Folders of runs (--out), in the order of the corpus."
        ),
    ],
    *,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            callback=writable_folder,
            help="Folder for the whole: as discotag run writes it.",
        ),
    ],
    report: options.Page = True,
    resampling: options.Resampling,
    verify: options.Verified = True,
    without: options.Without = None,
    long_signature: options.LongSignature = False,
    quiet: options.Quiet = False,
) -> None:
    """Combine runs over parts of a corpus (shards), also from several machines, into one.

    Nothing is tagged again: tags are strung together, counts added up, scores and intervals found
    anew. What is written is what one run over all documents would have written, but for times and
    for notes that name files.
    The parts need the same texts, options and versions, and no document twice. Example:

    discotag join shards/00 shards/01 shards/02 --out whole
    """
    from discotag.cli.tables import print_result
    from discotag.core.text import count_noun
    from discotag.runs.reporting import open_report
    from discotag.runs.rescore import join as joined

    registry = checked_registry(without, quiet=quiet)
    page = open_report(registry, REPORT) if report and REPORT in registry.reports else None
    results = joined(folders, out, registry, resampling.options(), page, verify=verify)
    print_result(results, has_long_signature=long_signature)
    print_notes(results.notes, quiet=quiet)
    if not quiet:
        sizes = count_noun(results.segments, "segment"), count_noun(results.documents, "document")
        typer.echo(" in ".join(sizes), err=True)
