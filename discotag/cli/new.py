"""`discotag new`: begin a package for a language, a phenomenon or a component."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.cli.session import open_registry
from discotag.core.errors import UsageError
from discotag.scaffold.request import Kind, Request

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.registry import Registration


def new(
    *,
    kind: Annotated[Kind, typer.Argument(help="What the package brings.", show_choices=True)],
    name: Annotated[str, typer.Argument(help="A language's code (pl), or a name (tag_questions).")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The folder to write; it must not be there yet."),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option("--title", help="The language's English name, or what the thing does."),
    ] = None,
    source_language: Annotated[
        str | None,
        typer.Option("--source-lang", "-s", help="Source language of the examples [en]."),
    ] = None,
    target_language: Annotated[
        str | None, typer.Option("--target-lang", "-t", help="Their target language [fr].")
    ] = None,
    examples: Annotated[
        Path | None,
        typer.Option("--examples", help="What discotag themes --examples wrote, for a phenomenon."),
    ] = None,
) -> None:
    """Create a package: complete, installable, with passing tests.

    Then change one file after the other; docs/new-language.md and docs/new-phenomenon.md tell the
    way. Examples:

    discotag new language pl --title Polish

    discotag new phenomenon tag_questions --target-lang de
    """
    from discotag.scaffold.examples import read_found
    from discotag.scaffold.writing import write_package

    if kind is not Kind.PHENOMENON and (source_language or target_language):
        raise UsageError(f"--source-lang and --target-lang are for a phenomenon, not a {kind}")
    found = None if examples is None else read_found(examples)
    if found is not None:
        title = title or found.summary
        source_language = source_language or found.source_language
        target_language = target_language or found.target_language
    request = Request(
        kind,
        name,
        title=title,
        source=source_language or "en",
        target=target_language or "fr",
        found=found,
    )
    folder = out or Path(request.distribution)
    files = write_package(request, folder)
    for path in files:
        typer.echo(str(path))
    if holder := _holder_of(request):
        typer.echo(
            f"\nnote: {holder}, which is installed, brings {kind} {name}, too; only one of them can"
            " be used (--without blocks the other)",
            err=True,
        )
    typer.echo(f"\nnow: cd {folder}; pip install -e '.[test]'; pytest; discotag check .", err=True)


def _holder_of(request: Request) -> str | None:
    """Name the installed plugin that already brings what is begun."""
    registry = open_registry()
    if request.kind is Kind.PHENOMENON:
        for tagger in registry.taggers:
            if tagger.info.phenomenon == request.name:
                return str(tagger.owner)
        return None
    shelf: Iterable[Registration[Any]] = registry.role(f"{request.kind}s")
    for declared in shelf:
        if request.name in {declared.info.name, getattr(declared.info, "code", "")}:
            return str(declared.owner)
    return None
