"""`discotag cache`: what is kept from run to run, and how to be rid of it."""

from __future__ import annotations

from typing import Annotated

import typer

from discotag.files.cache import DEFAULT_SIZE, cache_file, open_cache

cache = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@cache.callback()
def about() -> None:
    """What engines gave for a text is kept, so that a second run costs only what is new.

    One SQLite file in the user's cache folder, or in the folder that DISCOTAG_CACHE names
    (DISCOTAG_CACHE=off keeps nothing, nor does --no-cache of one run). What it holds is found by
    text, engine, version, options, models and code: it never has to be cleared to be right.
    """


@cache.command("info")
def info() -> None:
    """Say where the cache is and how much it holds."""
    path = cache_file()
    if path is None:
        typer.echo("the cache is off (DISCOTAG_CACHE)")
        return
    typer.echo(f"file: {path}")
    if not path.exists():
        typer.echo("entries: 0")
        return
    with open_cache(path) as store:
        entries, size = store.count()
    typer.echo(f"entries: {entries}")
    typer.echo(f"size: {_megabytes(size)} of {_megabytes(DEFAULT_SIZE)}")


@cache.command("prune")
def prune(
    size: Annotated[
        int, typer.Option("--megabytes", min=0, help="How much to keep.")
    ] = DEFAULT_SIZE // 10**6,
) -> None:
    """Take out what was used longest ago until so much is left; runs do so by themselves."""
    path = cache_file()
    removed = 0
    if path is not None and path.exists():
        with open_cache(path) as store:
            removed = store.prune(size * 10**6)
    typer.echo(f"entries removed: {removed}")


@cache.command("clear")
def clear() -> None:
    """Take out everything."""
    prune(0)


def _megabytes(size: int) -> str:
    return f"{size / 10**6:.1f} MB"
