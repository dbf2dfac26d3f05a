"""`discotag results`: a book of runs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from discotag.plugin import options
from discotag.plugin.commands import writable_folder


class Part(StrEnum):
    """By what boards are parted."""

    DOMAIN = "domain"
    VOICE = "voice"
    DISTANCE = "distance"


def results(
    folders: Annotated[
        list[str],
        typer.Argument(
            metavar="[EDITION=]FOLDER...",
            help="Folders of runs (--out), or folders that hold such; systems of one edition and"
            " pair are put together.",
        ),
    ],
    *,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", callback=writable_folder, help="Folder of the book."),
    ],
    title: Annotated[str, typer.Option("--title", help="Title of the book.")] = "Results",
    by: Annotated[
        str,
        typer.Option(
            "--by",
            help="Comma-separated: domain, voice, distance. The last two read all tags. '' = none.",
        ),
    ] = "domain,voice,distance",
    documents: Annotated[
        bool,
        typer.Option(
            "--documents/--no-documents",
            help="Copy the runs' pages of tagged documents into the book; they hold the texts.",
        ),
    ] = True,
    samples: options.Samples = options.SAMPLES,
    seed: options.Seed = options.SEED,
    without: options.Without = None,
    quiet: options.Quiet = False,
) -> None:
    """Make a book of results: all systems of all runs, ranked in clusters, by phenomenon.

    Pages without network and programs, Markdown, LaTeX and JSON. Sets that have not changed since
    the last time are not worked out again. Example:

    discotag results wmt22=runs/en-de wmt22=runs/en-ja wmt21=old/en-de --out book
    """
    from discotag.plugin import UsageError
    from discotag.plugin.commands import open_registry
    from discotag.plugin.files import made_folder
    from discotag.plugin.runs import By
    from discotag.plugin.statistics import ResamplingOptions
    from discotag_results.building import BookOptions
    from discotag_results.inputs import sources
    from discotag_results.pages import write_book

    ResamplingOptions(samples, samples, seed)  # refuses numbers that are too small
    names = [name.strip() for name in by.split(",") if name.strip()]
    if unknown := sorted(set(names) - {part.value for part in Part}):
        raise UsageError(f"--by {unknown[0]!r} is none of {', '.join(part.value for part in Part)}")
    found = sources(folders)
    parts = tuple(By(part.value) for part in Part if part.value in names)
    with made_folder(out):
        book = write_book(
            found,
            out,
            open_registry(tuple(without or ())),
            BookOptions(samples, seed, parts),
            title=title,
            has_documents=documents,
            tell=lambda text: None if quiet else typer.echo(text, err=True),
        )
    if not quiet:
        pages = sum(1 for _ in out.rglob("*.html"))
        typer.echo(f"wrote {out / 'index.html'}: {len(book.sets)} sets, {pages} pages", err=True)
