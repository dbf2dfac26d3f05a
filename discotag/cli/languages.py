"""`discotag languages`: which language has which phenomenon, and why not where it has not."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from discotag.cli.options import Json, Without
from discotag.cli.session import open_registry, warn_of_broken_plugins


def languages(
    *,
    source_language: Annotated[
        str, typer.Option("--source-lang", "-s", help="Show support for pairs from this language.")
    ] = "en",
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table.")] = False,
    without: Without = None,
) -> None:
    """Show every installed language: the phenomena it supports, and its properties.

    "no table" can be cured, "not applicable" has a linguistic reason; neither is zero.
    """
    from discotag.pipeline.support import language_matrix

    registry = open_registry(tuple(without or ()))
    warn_of_broken_plugins(registry)
    matrix = language_matrix(registry, registry.language(source_language).info)
    if as_json:
        rows = [row.describe() for row in matrix]
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    header = ("language", *registry.phenomena())
    table = [
        (f"{row.pack.code} {row.pack.name}", *(str(item.state) for item in row.phenomena))
        for row in matrix
    ]
    if markdown:
        for cells in (header, ["---"] * len(header), *table):
            typer.echo(f"| {' | '.join(cells)} |")
        return
    from discotag.cli.render import print_table

    print_table(header, table)
    for row in matrix:
        for item in row.phenomena:
            if item.reason:
                typer.echo(f"{row.pack.code} {item.phenomenon}: {item.state}: {item.reason}")
