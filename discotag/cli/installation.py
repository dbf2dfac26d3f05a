"""`discotag doctor`: what is installed, what a run would use, what is missing, and its cure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.cli import options
from discotag.cli.grouping import grouped
from discotag.cli.options import Json, Without
from discotag.cli.session import checked_registry, open_registry, print_json
from discotag.core import packages
from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.discovery import PluginRecord
    from discotag.pipeline.doctor import Diagnosis, Engine
    from discotag.pipeline.language_support import LanguageSupport


@grouped
def doctor(
    *,
    source_language: Annotated[
        str | None, typer.Option("--source-lang", "-s", help="Examine a run from this language …")
    ] = None,
    target_language: Annotated[
        str | None, typer.Option("--target-lang", "-t", help="… into this one.")
    ] = None,
    rules: options.Rules,
    engines: options.Engines,
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
        config = options.run_config(
            source_language, target_language, rules, engines, scorers=scorers
        )
    found = examine(registry, config, gpu=gpu)
    if as_json:
        print_json(found.describe())
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
    from discotag.cli.tables import print_table

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
    for text in packages.hints(found.unknown):
        typer.echo(f"  hint: {text}")
    for choice, item in found.lacks:
        typer.echo(f"missing: {choice.title}: {item.what}")
        if item.cure:
            typer.echo(f"  cure: {item.cure}")
    typer.echo("\nsound" if found.is_sound else "\nnot sound: see above")


@grouped
def plan(
    *,
    pair: options.Languages,
    rules: options.Rules,
    engines: options.Engines,
    without: options.Without = None,
    as_json: options.Json = False,
) -> None:
    """Show the components that a run would use, and all that is missing, with fixes."""
    from discotag.pipeline.planning import plan as make_plan

    registry = checked_registry(without)
    config = options.run_config(pair.source_language, pair.target_language, rules, engines)
    planned = make_plan(config, registry)
    facts = planned.describe()
    if as_json:
        print_json(facts)
        return
    from discotag.cli.tables import print_table

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


def plugins(*, as_json: Json = False, without: Without = None) -> None:
    """List the plugins that were found, with what each declares.

    Nothing heavy is imported. A broken plugin is shown with the reason; it stops only a run that
    needs it.
    """
    registry = open_registry(tuple(without or ()))
    declared: dict[tuple[str, str], dict[str, list[str]]] = {}
    for role in registry.roles:
        shelf = registry.role(role)
        for name, item in sorted(shelf.items.items()):
            declared.setdefault(_key(item.owner), {}).setdefault(role, []).append(name)
    records: list[dict[str, Any]] = [
        {
            "name": record.name,
            "distribution": record.distribution,
            "version": record.version,
            "status": str(record.status),
            "reason": record.reason,
            "api": record.api,
            "declares": declared.get(_key(record), {}) if record.status == "loaded" else {},
        }
        for record in registry.plugins.records
    ]
    if as_json:
        print_json(records)
        return
    from discotag.cli.tables import print_table

    print_table(
        ("plugin", "distribution", "status", "declares"),
        [
            (
                record["name"],
                f"{record['distribution']} {record['version']}",
                f"{record['status']}: {record['reason']}" if record["reason"] else record["status"],
                "; ".join(
                    f"{role}: {', '.join(names)}" for role, names in record["declares"].items()
                ),
            )
            for record in records
        ],
    )


def _key(record: PluginRecord) -> tuple[str, str]:
    return record.name, record.distribution


QUALITIES = {"analysis": "UPOS", "alignment": "link F1", "formality": "formality F1"}
PROPERTIES = (
    "family",
    "word order",
    "politeness",
    "gendered pronouns",
    "gender assignment",
    "pro drop",
)
ABSENT = "–"


def languages(
    *,
    source_language: Annotated[
        str, typer.Option("--source-lang", "-s", help="Show support for pairs from this language.")
    ] = "en",
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown tables.")] = False,
    without: Without = None,
) -> None:
    """Show every language that one can translate into: phenomena, quality, properties.

    "no table" can be cured, "not applicable" has a linguistic reason; neither is zero. The quality
    of analysis, alignment and formality is a class (A, B, C) and the figure it represents; "–" is
    what nobody could measure. `--json` gives the sources of all that.
    """
    from discotag.cli.tables import print_table
    from discotag.pipeline.language_support import language_matrix

    registry = checked_registry(without)
    source = registry.language(source_language).info
    matrix = language_matrix(registry, source)
    if as_json:
        rows = [row.describe() for row in matrix]
        print_json(rows)
        return
    show = _print_markdown if markdown else print_table
    phenomena = registry.phenomena()
    show(
        ("language", *phenomena, *QUALITIES.values()),
        [
            (_named(row), *(str(item.state) for item in row.phenomena), *_quality(row))
            for row in matrix
        ],
    )
    typer.echo()
    show(
        ("language", *PROPERTIES),
        [(_named(row), *(_property(row, name) for name in PROPERTIES)) for row in matrix],
    )
    if markdown:
        return
    typer.echo()
    for row in matrix:
        for item in row.phenomena:
            if item.reason:
                typer.echo(f"{row.pack.code} {item.phenomenon}: {item.state}: {item.reason}")


def _named(row: LanguageSupport) -> str:
    return f"{row.pack.code} {row.pack.name}"


def _quality(row: LanguageSupport) -> Iterator[str]:
    from discotag.pipeline.language_support import quality_class

    for part in QUALITIES:
        figure = row.pack.quality.get(part)
        yield f"{quality_class(part, figure.value)} {figure.value:.1f}" if figure else ABSENT


def _property(row: LanguageSupport, name: str) -> str:
    item = row.pack.properties.get(name.replace(" ", "_"))
    if item is None:
        return ABSENT
    return item.value if isinstance(item.value, str) else ", ".join(item.value)


def _print_markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    for cells in (header, ["---"] * len(header), *rows):
        typer.echo(f"| {' | '.join(cells)} |")
