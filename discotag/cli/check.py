"""`discotag check`: whether a plugin keeps the rules, and what to do where it does not."""

from __future__ import annotations

import json
import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli.options import Json
from discotag.cli.outputs import writable_file
from discotag.core.errors import PluginError
from discotag.files.output import atomic_write

if TYPE_CHECKING:
    from discotag.testing.verdicts import Conformance


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
    from discotag.core.registry import open_registry
    from discotag.testing.badge import badge as badge_of
    from discotag.testing.local_plugins import plugins_named, staged
    from discotag.testing.verdicts import conformance_of

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
    from discotag.core.text import count_noun

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
