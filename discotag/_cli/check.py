"""`discotag check`: whether a plugin keeps the rules, and what to do where it does not."""

from __future__ import annotations

import json
import os
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag._cli.options import Json
from discotag.core.errors import PluginError

if TYPE_CHECKING:
    from discotag.testing.problems import Problem


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
) -> None:
    """Test a plugin and what it declares against the rules for plugins; suggest fixes.

    Components are created and tried on made-up documents, examples go through the whole pipeline.
    An error may make numbers wrong or stop a run, a warning says what is lacking, a note what could
    not be tried here. Exit code 0 = sound, 4 = errors (with --strict also warnings). Example:

    discotag check ./discotag-lang-pl
    """
    from discotag.core.registry import open_registry
    from discotag.testing.checking import cases_of, problems_of
    from discotag.testing.local_plugins import plugins_named, staged

    tried: Counter[str] = Counter()
    problems: list[Problem] = []
    with ExitStack() as stack:
        is_folder = os.sep in name or Path(name).is_dir()
        names = stack.enter_context(staged(Path(name))) if is_folder else None
        registry = open_registry()
        for plugin in names or plugins_named(name, registry.plugins.records):
            for subject, rule in cases_of(plugin, registry):
                tried[subject.title] += 1
                problems += problems_of(subject, rule)
    counts = Counter(str(problem.severity) for problem in problems)
    if as_json:
        typer.echo(
            json.dumps(
                {
                    "schema": "discotag-check/1",
                    "rules": dict(tried),
                    "counts": {name: counts[name] for name in ("error", "warning", "note")},
                    "problems": [problem.describe() for problem in problems],
                },
                ensure_ascii=False,
                indent=2,
            )
        )
    else:
        _show(problems, tried, counts)
    if counts["error"] or (strict and counts["warning"]):
        raise typer.Exit(PluginError.exit_code)


def _show(problems: list[Problem], tried: Counter[str], counts: Counter[str]) -> None:
    """Print what was tried, and the problems of each thing, worst first."""
    from discotag.core.wording import count_noun

    order = ("error", "warning", "note")
    for title, rules in tried.items():
        own = [problem for problem in problems if problem.subject == title]
        kept = "" if own else ", kept" if rules == 1 else ", all kept"
        typer.echo(f"{title}: {count_noun(rules, 'rule')}{kept}")
        for problem in sorted(own, key=lambda item: order.index(item.severity)):
            typer.echo(f"  {problem.severity}: {problem.rule}: {problem.fault.message}")
            typer.echo(f"    to do: {problem.fault.cure}")
    told = ", ".join(count_noun(counts[name], name) for name in order)
    typer.echo(f"{count_noun(sum(tried.values()), 'rule')} tried: {told}")
