"""`discotag new` begins a package; `discotag check` tests a plugin against the rules."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.plugin import PluginError, UsageError
from discotag.plugin.commands import open_registry, writable_file
from discotag.plugin.files import atomic_write
from discotag.plugin.options import Json
from discotag_dev.scaffold import Kind, Request

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.plugin import Registration
    from discotag_dev.checking import Conformance


def check(
    *,
    name: Annotated[
        str,
        typer.Argument(
            metavar="PATH|NAME",
            help="The folder of a package, installed or not; or a plugin's or distribution's name.",
        ),
    ],
    strict: Annotated[bool, typer.Option("--strict", help="Treat warnings as errors.")] = False,
    as_json: Json = False,
    badge: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.svg",
            help="Write a badge for the package's README.",
            callback=writable_file,
        ),
    ] = None,
) -> None:
    """Test a plugin and what it declares against the rules for plugins; suggest fixes.

    Components are created and tried on made-up documents, examples go through the whole pipeline.
    An error may make numbers wrong or stop a run, a warning says what is lacking, a note what could
    not be tried here. Exit code 0 = sound, 4 = errors (with --strict also warnings). Example:

    discotag check ./discotag-lang-pl --badge conformance.svg
    """
    from discotag.plugin import open_registry
    from discotag_dev.checking import badge as badge_of
    from discotag_dev.checking import conformance_of
    from discotag_dev.local_plugins import plugins_named, staged

    with ExitStack() as stack:
        is_folder = os.sep in name or Path(name).is_dir()
        names = stack.enter_context(staged(Path(name))) if is_folder else None
        registry = open_registry()
        names = names or plugins_named(name, registry.plugins.records)
        result = conformance_of(names, registry, strict=strict)
    if badge is not None:
        with atomic_write(badge) as write:
            write(badge_of(result))
    if as_json:
        typer.echo(json.dumps(result.describe(), ensure_ascii=False, indent=2))
    else:
        _show(result)
    if not result.is_sound:
        raise typer.Exit(PluginError.exit_code)


def _show(result: Conformance) -> None:
    """Print what was tried, and the problems of each thing, worst first."""
    from discotag.plugin import count_noun

    order = ("error", "warning", "note")
    for title, rules in result.rules.items():
        own = [problem for problem in result.problems if problem.subject == title]
        kept = "" if own else ", kept" if rules == 1 else ", all kept"
        typer.echo(f"{title}: {count_noun(rules, 'rule')}{kept}")
        for problem in sorted(own, key=lambda item: order.index(item.severity)):
            typer.echo(f"  {problem.severity}: {problem.rule}: {problem.fault.message}")
            typer.echo(f"    to do: {problem.fault.cure}")
    told = ", ".join(count_noun(result.counts[name], name) for name in order)
    typer.echo(f"{count_noun(len(result.tried), 'rule')} tried: {told}")


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
        typer.Option(
            "--examples", help="What discotag cxmi themes --examples wrote, for a phenomenon."
        ),
    ] = None,
) -> None:
    """Create a package: complete, installable, with passing tests.

    Then change one file after the other; docs/new-language.md and docs/new-phenomenon.md give the
    way. Examples:

    discotag new language pl --title Polish

    discotag new phenomenon tag_questions --target-lang de
    """
    from discotag_dev.scaffold import read_found, write_package

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
