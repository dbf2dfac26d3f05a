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
    without: Without = None,
) -> None:
    """Show every installed language: the phenomena it supports, and its properties.

    "no table" can be cured, "not applicable" has a linguistic reason; neither is zero.
    """
    from discotag.pipeline.support import support

    registry = open_registry(tuple(without or ()))
    warn_of_broken_plugins(registry)
    source = registry.language(source_language).info
    rows = []
    for declared in registry.languages:
        pack = declared.info
        states = {
            phenomenon: support(phenomenon, registry, source, pack)
            for phenomenon in registry.phenomena()
        }
        rows.append(
            {
                "code": pack.code,
                "name": pack.name,
                "plugin": declared.owner.name,
                "version": declared.owner.version,
                "phenomena": {
                    name: {"state": str(item.state), "reason": item.reason}
                    for name, item in states.items()
                },
                "properties": {
                    name: {"value": item.value, "source": item.source}
                    for name, item in pack.properties.items()
                },
            }
        )
    if as_json:
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    from discotag.cli.render import print_table

    phenomena = registry.phenomena()
    print_table(
        ("language", *phenomena),
        [
            (
                f"{row['code']} {row['name']}",
                *(str(row["phenomena"][name]["state"]) for name in phenomena),  # type: ignore[index]  # the dict built above
            )
            for row in rows
        ],
    )
    for row in rows:
        for name, cell in row["phenomena"].items():  # type: ignore[attr-defined]  # the dict built above
            if cell["reason"]:
                typer.echo(f"{row['code']} {name}: {cell['state']}: {cell['reason']}")
