"""`discotag doctor`: what is installed, what a run would use, what is missing, and its cure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import groups, options
from discotag.cli.grouping import grouped
from discotag.cli.install_hints import hints
from discotag.cli.session import open_registry
from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from discotag.pipeline.doctor import Diagnosis, Engine


@grouped
def doctor(
    *,
    source_language: Annotated[
        str | None, typer.Option("--source-lang", "-s", help="Examine a run from this language …")
    ] = None,
    target_language: Annotated[
        str | None, typer.Option("--target-lang", "-t", help="… into this one.")
    ] = None,
    rules: groups.Rules,
    engines: groups.Engines,
    scorers: Annotated[str | None, typer.Option("--scorers", help="Comma-separated names.")] = None,
    without: options.Without = None,
    gpu: Annotated[bool, typer.Option("--gpu", help="Import torch and list GPUs.")] = False,
    as_json: options.Json = False,
) -> None:
    """Examine the installation, and a run: what it would use and what it lacks.

    Exit code 0 if all is sound, 1 if a plugin is broken or the run lacks something. Optional
    engines that the run does not use may be missing. Example:

    discotag doctor -s en -t fr --analyzer stanza
    """
    from discotag.pipeline.doctor import examine

    if (source_language is None) != (target_language is None):
        raise UsageError("name both languages, -s and -t, or none")
    registry = open_registry(tuple(without or ()))
    config = None
    if source_language is not None and target_language is not None:
        config = groups.run_config(
            source_language, target_language, rules, engines, scorers=scorers
        )
    found = examine(registry, config, gpu=gpu)
    if as_json:
        typer.echo(json.dumps(found.describe(), ensure_ascii=False, indent=2))
    else:
        _show(found)
    raise typer.Exit(0 if found.is_sound else 1)


def _state(engine: Engine) -> str:
    if engine.fault:
        return engine.fault
    if engine.joins:
        return f"installed; joins two others, as in {engine.name}:{engine.joins}"
    if engine.lacks:
        return f"lacks {'; '.join(item.what for item in engine.lacks)}"
    return "installed" if engine.is_ready else f"cure: {engine.install}"


def _packages(engine: Engine) -> str:
    return ", ".join(f"{name} {of or '–'}" for name, of in engine.packages.items())


def _show(found: Diagnosis) -> None:
    from discotag.cli.render import print_table

    for name, value in found.system.items():
        typer.echo(f"{name}: {value}")
    packs = ", ".join(f"{name} {version}" for name, version in sorted(found.packs.items()))
    typer.echo(f"packs and plugins: {packs or 'none'}")
    for record in found.broken:
        typer.echo(f"broken: plugin {record}: {record.status}: {record.reason}")
    if found.gpus is not None:
        typer.echo(f"GPUs: {', '.join(found.gpus) or 'none seen'}")
    if found.engines:
        typer.echo()
        print_table(
            ("optional engine", "packages, or what it is", "state"),
            [
                (
                    f"{item.role} {item.name}",
                    _packages(item) or item.summary,
                    _state(item),
                )
                for item in found.engines
            ],
        )
        for engine in found.engines:
            for lack in engine.lacks:
                typer.echo(f"cure for {engine.role} {engine.name}: {lack.cure}")
    if found.planned is not None:
        typer.echo(f"\na run {found.planned.pair} would use:")
        lacking = {choice.title for choice, _ in found.lacks}
        print_table(
            ("stage", "where", "component", "plugin", "state"),
            [
                (
                    choice.role,
                    choice.where,
                    choice,
                    choice.owner,
                    "lacks something" if choice.title in lacking else "ready",
                )
                for choice in found.planned.choices()
            ],
        )
        for note in found.planned.notes:
            typer.echo(f"note: {note}")
    for gap in found.gaps:
        typer.echo(f"missing: {gap}")
    for told in hints(found.unknown):
        typer.echo(f"  hint: {told}")
    for choice, item in found.lacks:
        typer.echo(f"missing: {choice.title}: {item.what}")
        if item.cure:
            typer.echo(f"  cure: {item.cure}")
    typer.echo("\nsound" if found.is_sound else "\nnot sound: see above")
