"""`discotag train ellipsis`: from trees or JSON Lines and settings to a classifier with a card."""

from __future__ import annotations

import shlex
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Literal

import typer
from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import options
from discotag.plugin.commands import writable_folder
from discotag_neural.ellipsis.examples import Level


class Recipe(BaseModel):
    """How a classifier is trained.

    Args:
        encoder: folder of the pretrained encoder.
        level: what gets a label.
        only_traces: of trees, count `*?*` alone.
        weight: factor of the loss of what is elliptical (Fernandes et al. 2023: 100).
        epochs: the most passes over the training set.
        patience: epochs without a better F1 on the development set after which it stops.
        batch: examples of a step on one device, before accumulation.
        accumulate: how many batches make a step.
        learning_rate: its peak.
        warmup: share of the steps in which it rises; it falls linearly afterwards.
        max_steps: stop after so many steps; None = by epochs.
        length: the most subwords of a window.
        held_out: share of the files for development, and as much for test.
        seed: of the split, of the new head, of the order and of dropout.
        device: `auto`, `cpu` or `cuda`.
        dtype: `auto` = bfloat16 on a GPU that has it, float32 elsewhere.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    encoder: str
    level: Level = Level.TOKEN
    only_traces: bool = False
    weight: float = Field(default=100.0, gt=0)
    epochs: int = Field(default=10, ge=1)
    patience: int = Field(default=2, ge=1)
    batch: int = Field(default=32, ge=1)
    accumulate: int = Field(default=1, ge=1)
    learning_rate: float = Field(default=2e-5, gt=0)
    warmup: float = Field(default=0.1, ge=0, lt=1)
    max_steps: int | None = Field(default=None, ge=1)
    length: int = Field(default=256, ge=8)
    held_out: float = Field(default=0.1, gt=0, lt=0.5)
    seed: int = Field(default=1, ge=0)
    device: Literal["auto", "cpu", "cuda"] = "auto"
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = "auto"


@options.panel("How it is trained")
@dataclass(frozen=True)
class Settings:
    """How a classifier is trained; see `Recipe`."""

    encoder: Annotated[Path, typer.Option(help="Folder of a pretrained encoder of Transformers.")]
    level: Annotated[
        Level, typer.Option(help="Label tokens (sites), or whole segments as MuDA did.")
    ] = Level.TOKEN
    only_traces: Annotated[
        bool, typer.Option("--only-traces", help="Of trees count *?* alone, as MuDA did.")
    ] = False
    weight: Annotated[float, typer.Option(help="Of the loss of ellipses.")] = 100.0
    epochs: Annotated[int, typer.Option(help="The most passes over the data.")] = 10
    patience: Annotated[int, typer.Option(help="Epochs without a better F1 before it stops.")] = 2
    batch: Annotated[int, typer.Option(help="Examples of a batch.")] = 32
    accumulate: Annotated[int, typer.Option(help="Batches of a step.")] = 1
    learning_rate: Annotated[float, typer.Option(help="Its peak.")] = 2e-5
    warmup: Annotated[float, typer.Option(help="Share of the steps in which it rises.")] = 0.1
    max_steps: Annotated[int | None, typer.Option(help="Stop after so many steps.")] = None
    length: Annotated[
        int, typer.Option(help="Most subwords of a window; longer segments have several.")
    ] = 256
    held_out: Annotated[
        float, typer.Option(help="Share of files for development, and for test.")
    ] = 0.1
    seed: Annotated[int, typer.Option(help="Of all that is random.")] = 1
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto"
    dtype: Annotated[str, typer.Option(help="auto, float32, bfloat16 or float16.")] = "auto"


@options.grouped
def train_ellipsis(
    data: Annotated[
        list[Path],
        typer.Argument(metavar="TREES…", help="Files .mrg, .zip or .jsonl, or folders of them."),
    ],
    *,
    out: Annotated[
        Path, typer.Option("--out", "-o", callback=writable_folder, help="Folder of the new model.")
    ],
    how: Settings,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a training that was broken off.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print no more than errors.")
    ] = False,
) -> None:
    """Train an ellipsis classifier and judge it on files it has not seen.

    Penn Treebank trees show by their traces what is elided. In JSON Lines, each line is
    {"tokens": […], "labels": ["none", "vp", …]} or {"text": "…", "label": true}, with a
    "document" that keeps lines together. Use it with --annotator ellipsis-model:DIR. Example:

    discotag train ellipsis treebank/ --encoder bert-base-cased/ --out ellipsis-bert
    """
    from discotag.plugin import checked
    from discotag_neural.ellipsis.card import is_quality, warning, write_card
    from discotag_neural.ellipsis.reading import kinds_seen, read_examples, split

    def tell(line: str) -> None:
        if not quiet:
            typer.echo(line, err=True)

    settings = asdict(how) | {"encoder": str(how.encoder)}
    recipe = checked("train-ellipsis", settings, Recipe)
    examples = list(read_examples(data, only_traces=how.only_traces))
    parts = split(examples, share=how.held_out, seed=how.seed)
    for name, part in parts.parts.items():
        kinds = ", ".join(f"{kind} {count}" for kind, count in kinds_seen(part).items())
        tell(
            f"{name}: {len({e.group for e in part})} files, {len(part)} sentences,"
            f" {sum(e.is_elliptical for e in part)} elliptical{f' ({kinds})' if kinds else ''}"
        )

    from discotag_neural.ellipsis.training import train

    outcome = train(recipe, parts, out, resume=resume, tell=tell)
    command = shlex.join(["discotag", *sys.argv[1:]])
    table = write_card(out, recipe, parts, outcome, command=command)
    if not quiet:
        typer.echo("\n".join(table))
        if not is_quality(parts):
            tell(f"warning: {warning(parts).replace('**', '')}")
        tell(f"wrote {out}; use it with --annotator ellipsis-model:{out}")
