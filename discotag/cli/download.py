"""`discotag download`: the only command that fetches anything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.cli import options
from discotag.cli.session import open_registry, print_json
from discotag.core.process import note_on_interrupt
from discotag.files.cache import DEFAULT_SIZE, cache_file, open_cache

if TYPE_CHECKING:
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registry


def download(
    *,
    language: Annotated[str, typer.Argument(metavar="LANG", help="Code or English name.")],
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            "-e",
            metavar="[ROLE=]NAME[:ARG]",
            help="Engine whose models to download; repeatable. Without it, list them.",
        ),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--dir", help="Folder for the models; default: the engine's own.")
    ] = None,
    settings: options.Settings = None,
    as_json: options.Json = False,
) -> None:
    """Download the models that an engine needs for a language.

    Runs never download anything. Example:

    discotag download fr --engine stanza
    """
    from discotag.pipeline.config import parse_options
    from discotag.pipeline.doctor import fetch, find

    registry = open_registry()
    pack = registry.language(language).info
    given = parse_options(settings or [])
    if not engine:
        _list(registry, pack, given, as_json=as_json)
        return
    chosen = []
    for name in engine:
        choice = find(name, registry, pack, {})
        wanted = dict(given.get(choice.info.name, {}))
        if folder is not None:
            wanted["dir"] = str(folder)
        chosen.append(find(name, registry, pack, wanted))
    for choice in chosen:
        typer.echo(f"{choice.role} {choice} for {pack.name}:", err=True)
        with note_on_interrupt(
            lambda: "what was fetched whole is kept; the same command fetches the rest"
        ):
            use = fetch(choice, pack, lambda line: typer.echo(f"  {line}", err=True))
        if use is not None:
            typer.echo(f"done; use it with {use}", err=True)
        else:
            typer.echo("  everything is there already", err=True)


def _list(
    registry: Registry, pack: LanguagePack, given: dict[str, dict[str, Any]], *, as_json: bool
) -> None:
    """Show who could fetch what for a language."""
    from discotag.pipeline.doctor import fetchers, missing_of

    rows = []
    for choice in fetchers(registry, pack, given):
        lacks = missing_of(choice, pack, pack)
        rows.append(
            {
                "engine": f"{choice.role}={choice}",
                "missing": [item.what for item in lacks],
                "cure": list(dict.fromkeys(item.cure for item in lacks)),
            }
        )
    if as_json:
        print_json(rows)
        return
    if not rows:
        typer.echo(
            f"nothing installed fetches models for {pack.name}; try: pip install discotag-neural"
        )
        return
    from discotag.cli.tables import print_table

    print_table(
        ("engine", "missing", "command"),
        [
            (row["engine"], "; ".join(row["missing"]) or "nothing", "; ".join(row["cure"]))
            for row in rows
        ],
    )


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
