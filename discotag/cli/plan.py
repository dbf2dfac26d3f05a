"""`discotag plan`: what a run would use, and what is missing, without loading anything."""

from __future__ import annotations

import json

import typer

from discotag.cli import groups, options
from discotag.cli.grouping import grouped
from discotag.cli.session import open_registry, warn_of_broken_plugins


@grouped
def plan(
    *,
    pair: groups.Languages,
    rules: groups.Rules,
    engines: groups.Engines,
    without: options.Without = None,
    as_json: options.Json = False,
) -> None:
    """Show the components that a run would use, and all that is missing, with fixes."""
    from discotag.pipeline.planning import plan as make_plan

    registry = open_registry(tuple(without or ()))
    warn_of_broken_plugins(registry)
    config = groups.run_config(pair.source_language, pair.target_language, rules, engines)
    planned = make_plan(config, registry)
    facts = planned.describe()
    if as_json:
        typer.echo(json.dumps(facts, ensure_ascii=False, indent=2))
        return
    from discotag.cli.render import print_table

    typer.echo(f"{planned.pair}, profile {config.profile}: {planned.profile.summary}")
    print_table(
        ("stage", "where", "component", "plugin", "options"),
        [
            (
                choice.role,
                choice.where,
                f"{choice} v{choice.info.version}",
                choice.owner,
                ", ".join(f"{name}={value}" for name, value in sorted(choice.options.items())),
            )
            for choice in planned.choices()
        ],
    )
    for item in planned.support:
        if item.reason:
            typer.echo(f"{item.phenomenon}: {item.state}: {item.reason}")
    for note in planned.notes:
        typer.echo(f"note: {note}")
