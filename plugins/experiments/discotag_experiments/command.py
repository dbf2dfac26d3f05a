"""`discotag reproduce EXPERIMENT`: a paper's experiment, on whatever a configuration names."""

from __future__ import annotations

import shlex
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import count_noun, options
from discotag.plugin.commands import writable_folder
from discotag.plugin.files import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag_experiments.experiment import Experiment
    from discotag_experiments.steps import Keyed


class Shape(StrEnum):
    """How tables are printed; all of them are written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    LATEX = "latex"


def reproduce_command(experiment: Experiment) -> Callable[..., None]:
    """Return the command that runs an experiment: `discotag reproduce NAME CONFIG`.

    A package declares it as a command of the group `reproduce`:
    `CommandInfo(name="reproduce.muda", factory="my_package.experiments:muda_command", …)`.
    """

    def reproduce(
        config: Annotated[
            str,
            typer.Argument(
                metavar="CONFIG", help="TOML file, or one that comes along: small or full."
            ),
        ],
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
            bool, typer.Option("--show-config", help="Print the configuration, to begin your own.")
        ] = False,
        quiet: options.Quiet = False,
        output: Annotated[
            Shape, typer.Option("--format", "-f", help="How to print the tables.")
        ] = Shape.TEXT,
    ) -> None:
        """Run the experiment of a paper's tables, on texts and systems of your own.

        If it is killed, the same command resumes: finished steps are kept.
        """
        path = experiment.path(config)
        if show_config:
            typer.echo(whole(path).decode("utf-8"), nl=False)
            return
        stem = path.stem.removeprefix(f"{experiment.name}-")
        folder = (out or Path(f"reproduce-{experiment.name}-{stem}")).absolute()
        if dry_run:
            _, items = experiment.plan(path, folder)
            _list_steps(items)
            return

        def tell(line: str) -> None:
            if not quiet:
                typer.echo(line, err=True)

        shapes = experiment.run(path, folder, tell=tell)
        typer.echo(shapes[output], nl=False)
        tell(
            f"wrote {folder}: tables.txt, tables.md, tables.tex, tables.json; steps in"
            f" {folder}/steps"
        )

    return reproduce


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
