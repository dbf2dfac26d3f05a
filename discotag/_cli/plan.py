"""`discotag plan`: what a run would use, and what is missing, without loading anything."""

from __future__ import annotations

import json

import typer

from discotag._cli import options
from discotag._cli.session import open_registry, warn_of_broken_plugins


def plan(
    *,
    source_language: options.SourceLanguage,
    target_language: options.TargetLanguage,
    phenomena: options.Phenomena = None,
    profile: options.Profile = "discotag",
    analyzer: options.Analyzers = None,
    aligner: options.Aligners = None,
    coref: options.Corefs = None,
    annotator: options.Annotators = None,
    tagger: options.Taggers = None,
    settings: options.Settings = None,
    without: options.Without = None,
    as_json: options.Json = False,
) -> None:
    """Show which component would do what in a run, and every gap at once with its cure."""
    from discotag._pipeline.planning import plan as make_plan

    registry = open_registry(tuple(without or ()))
    warn_of_broken_plugins(registry)
    config = options.run_config(
        source_language,
        target_language,
        phenomena=phenomena,
        profile=profile,
        analyzers=analyzer,
        aligners=aligner,
        corefs=coref,
        annotators=annotator,
        taggers=tagger,
        settings=settings,
    )
    planned = make_plan(config, registry)
    facts = planned.describe()
    if as_json:
        typer.echo(json.dumps(facts, ensure_ascii=False, indent=2))
        return
    from discotag._cli.render import print_table

    typer.echo(f"{planned.pair}, profile {config.profile}: {planned.profile.summary}")
    print_table(
        ("stage", "where", "component", "plugin", "options"),
        [
            (
                choice.role,
                choice.place or choice.side or "",
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
