"""`discotag reproduce`: the papers' experiments, on whatever a configuration names."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.cli import options

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag_cxmi.reproduce.settings import Experiment
    from discotag_cxmi.reproduce.steps import Step
    from discotag_cxmi.reproduce.tables import Table


class Shape(StrEnum):
    """How tables are printed; all of them are written."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    LATEX = "latex"


Config = Annotated[
    str,
    typer.Argument(metavar="CONFIG", help="TOML file, or one that comes along: small or full."),
]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", help="Folder of the experiment; default: reproduce-NAME."),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="List the steps and what is to be done; do nothing.")
]
Show = Annotated[
    bool, typer.Option("--show-config", help="Print the configuration, to begin one's own from.")
]
Output = Annotated[Shape, typer.Option("--format", "-f", help="How to print the tables.")]
app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Run the experiments behind the papers' tables, on texts and systems of your own.",
)


@app.command("muda", short_help="Systems by BLEU, COMET and F per tag, pair by pair.")
def muda(
    config: Config,
    *,
    out: Out = None,
    dry_run: DryRun = False,
    show_config: Show = False,
    quiet: options.Quiet = False,
    output: Output = Shape.TEXT,
) -> None:
    """Score systems by BLEU, COMET and F per tag, pair by pair (MuDA, App. H; preprint, 4-6).

    Systems are files, or are trained and decoded first. If it is killed, the same command goes
    on. Example:

    discotag reproduce muda small
    """
    from discotag_cxmi.reproduce import muda as experiment
    from discotag_cxmi.reproduce import muda_tables
    from discotag_cxmi.reproduce.kinds import MudaExperiment

    _reproduce(
        "muda",
        config,
        MudaExperiment,
        experiment.steps,
        muda_tables.tables,
        out=out,
        is_dry=dry_run,
        is_shown=show_config,
        is_quiet=quiet,
        output=output,
    )


@app.command("cxmi", short_help="Models over CoWord dropout, context formats and seeds.")
def cxmi(
    config: Config,
    *,
    out: Out = None,
    dry_run: DryRun = False,
    show_config: Show = False,
    quiet: options.Quiet = False,
    output: Output = Shape.TEXT,
) -> None:
    """Train with CoWord dropout, context formats and seeds, and measure (CXMI, Tables 2-7).

    BLEU, COMET, contrastive accuracy, CXMI by context size, its correlation with flips, samples. If
    it is killed, the same command goes on. Example:

    discotag reproduce cxmi small
    """
    from discotag_cxmi.reproduce import coword as experiment
    from discotag_cxmi.reproduce import coword_tables
    from discotag_cxmi.reproduce.kinds import CxmiExperiment

    _reproduce(
        "cxmi",
        config,
        CxmiExperiment,
        experiment.steps,
        coword_tables.tables,
        out=out,
        is_dry=dry_run,
        is_shown=show_config,
        is_quiet=quiet,
        output=output,
    )


@app.command("texts", short_help="The invented texts of the small configurations.")
def texts(
    out: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write them.")],
    *,
    pair: Annotated[str, typer.Option("--pair", help="en-fr or en-de.")] = "en-fr",
    documents: Annotated[int, typer.Option("--documents", min=1, help="To train on.")] = 600,
    seed: options.Seed = 1,
    hint: Annotated[
        float | None,
        typer.Option(
            "--hint",
            min=0.5,
            max=1,
            help="How often an adverb beside a pronoun tells its gender rightly; default: never.",
        ),
    ] = None,
) -> None:
    """Write the invented texts of the small configurations, and contrastive sets of them."""
    from discotag.core.errors import UsageError
    from discotag_cxmi.reproduce.texts import SOURCE, write_texts

    source, _, target = pair.partition("-")
    if source != SOURCE:
        raise UsageError(
            f"--pair {pair!r}: the invented texts are from English; give en-fr or en-de"
        )
    write_texts(out, target, count=documents, seed=seed, hint=hint)


def _reproduce(
    name: str,
    config: str,
    kind: type[Any],
    make: Callable[[Any, Path, Path], Sequence[Step]],
    read: Callable[[Any, Path], Sequence[Table]],
    *,
    out: Path | None,
    is_dry: bool,
    is_shown: bool,
    is_quiet: bool,
    output: Shape,
) -> None:
    """Read the configuration, do the steps, set and write the tables."""
    from discotag_cxmi.reproduce.running import run_steps
    from discotag_cxmi.reproduce.settings import read_settings, shipped
    from discotag_cxmi.reproduce.steps import keyed

    path = shipped(name, config) or Path(config)
    settings: Experiment = read_settings(path, kind)
    if is_shown:
        typer.echo(path.read_text("utf-8"), nl=False)
        return
    folder = (out or Path(f"reproduce-{name}-{path.stem.removeprefix(f'{name}-')}")).absolute()
    base = path.absolute().parent
    items = keyed(make(settings, folder, base), folder, base)
    if is_dry:
        _list(items)
        return

    def tell(line: str) -> None:
        if not is_quiet:
            typer.echo(line, err=True)

    run_steps(items, folder, tell=tell)
    found = read(settings, folder)
    shapes = _written(found, folder)
    typer.echo(shapes[output], nl=False)
    tell(f"wrote {folder}: tables.txt, tables.md, tables.tex, tables.json; steps in {folder}/steps")


def _list(items: Sequence[Any]) -> None:
    """Print what would be done."""
    import shlex

    from discotag_cxmi.reproduce.running import state_of

    for number, item in enumerate(items, 1):
        typer.echo(f"[{number}/{len(items)}] {item.step.name} ({item.step.key}): {state_of(item)}")
        typer.echo(f"    {shlex.join(['discotag', *item.step.arguments])}")
    missing = {given.path: given.key for item in items for given in item.missing}
    if missing:
        typer.echo(f"{len(missing)} files are not there:")
    for path, key in missing.items():
        typer.echo(f"    {path} ({key})")


def _written(found: Sequence[Table], folder: Path) -> dict[Shape, str]:
    """Write tables in every shape; gives them."""
    from discotag.files.whole_file import whole_file
    from discotag_cxmi.reproduce import tables

    data = {"schema": "discotag-reproduce/1", "tables": tables.data(found)}
    shapes = {
        Shape.TEXT: tables.text(found),
        Shape.MARKDOWN: tables.markdown(found),
        Shape.LATEX: tables.latex(found),
        Shape.JSON: json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n",
    }
    for shape, ending in zip(shapes, ("txt", "md", "tex", "json"), strict=True):
        with whole_file(folder / f"tables.{ending}") as write:
            write(shapes[shape])
    return shapes
