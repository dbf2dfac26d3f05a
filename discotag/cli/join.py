"""`discotag join`: runs over parts of one corpus become the run over all of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from discotag.cli import groups, options
from discotag.cli.grouping import grouped
from discotag.cli.outputs import writable_folder
from discotag.cli.session import open_registry, warn_of_broken_plugins

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
    report: Annotated[
        bool, typer.Option("--report/--no-report", help="Write report.html into the folder.")
    ] = True,
    resampling: groups.Resampling,
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
    from discotag.cli.results import print_result
    from discotag.core.text import count_noun
    from discotag.runs.reporting import open_report
    from discotag.runs.rescore import join as joined

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    page = open_report(registry, REPORT) if report and REPORT in registry.reports else None
    results = joined(folders, out, registry, resampling.options(), page, verify=verify)
    print_result(results, has_long_signature=long_signature)
    if not quiet:
        for note in results.notes:
            typer.echo(f"note: {note}", err=True)
        sizes = count_noun(results.segments, "segment"), count_noun(results.documents, "document")
        typer.echo(" in ".join(sizes), err=True)
