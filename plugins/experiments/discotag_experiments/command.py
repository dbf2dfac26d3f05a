"""`discotag reproduce`: the papers' experiments, on whatever a configuration names."""

from __future__ import annotations

import shlex
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import count_noun, options
from discotag.plugin.commands import open_registry, print_table, running_program, writable_folder
from discotag_experiments.hookspecs import EXPERIMENTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Registry
    from discotag_experiments.steps import Keyed


class Shape(StrEnum):
    """How tables are printed; all of them are written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    LATEX = "latex"


def reproduce(
    experiment: Annotated[
        str | None,
        typer.Argument(metavar="EXPERIMENT", help="muda, cxmi, dip …; without it: list them."),
    ] = None,
    config: Annotated[
        str | None,
        typer.Argument(metavar="CONFIG", help="TOML file, or one that comes along: small or full."),
    ] = None,
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            callback=writable_folder,
            help="Folder of the experiment; default: reproduce-NAME-CONFIG.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="List the steps and their state, and exit.")
    ] = False,
    show_config: Annotated[
        bool, typer.Option("--show-config", help="Print the configuration, to begin one's own.")
    ] = False,
    quiet: options.Quiet = False,
    output: Annotated[
        Shape, typer.Option("--format", "-f", help="How to print the tables.")
    ] = Shape.TEXT,
) -> None:
    """Run the experiment behind a paper's tables, on texts and systems of your own.

    If it is killed, the same command goes on: what was done stays. Example:

    discotag reproduce muda small
    """
    from discotag.plugin import UsageError
    from discotag.plugin.commands import load_program
    from discotag.plugin.files import whole
    from discotag_experiments.experiment import Experiment

    registry = open_registry()
    if experiment is None:
        _list_experiments(registry)
        return
    declared = registry.role(EXPERIMENTS).get(experiment)
    if config is None:
        raise UsageError(f"discotag reproduce {experiment}: give a TOML file, or small or full")
    found: Experiment = load_program("experiment", declared)
    with running_program("experiment", declared):
        path = found.path(config)
        if show_config:
            typer.echo(whole(path).decode("utf-8"), nl=False)
            return
        folder = (out or Path(f"reproduce-{experiment}-{_stem(path, experiment)}")).absolute()
        _, items = found.plan(path, folder)
    if dry_run:
        _list_steps(items)
        return

    def tell(line: str) -> None:
        if not quiet:
            typer.echo(line, err=True)

    with running_program("experiment", declared):
        shapes = found.run(path, folder, tell=tell)
    typer.echo(shapes[output], nl=False)
    tell(f"wrote {folder}: tables.txt, tables.md, tables.tex, tables.json; steps in {folder}/steps")


def _stem(path: Path, experiment: str) -> str:
    return path.stem.removeprefix(f"{experiment}-")


def _list_experiments(registry: Registry) -> None:
    rows = [(item.info.name, item.info.summary) for item in registry.role(EXPERIMENTS)]
    print_table(("experiment", "what it does"), rows)


def _list_steps(items: Sequence[Keyed]) -> None:
    """Print what would be done."""
    from discotag_experiments.steps import state_of

    for number, item in enumerate(items, 1):
        typer.echo(f"[{number}/{len(items)}] {item.step.name} ({item.step.key}): {state_of(item)}")
        typer.echo(f"    {shlex.join(['discotag', *item.step.arguments])}")
    missing = {given.path: given.key for item in items for given in item.missing}
    if missing:
        typer.echo(f"not there: {count_noun(len(missing), 'file')}")
    for path, key in missing.items():
        typer.echo(f"    {path} ({key})")
