"""The card of a trained model: data, counts, development figures, settings, command."""

from __future__ import annotations

import json
import math
import shutil
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError
from discotag.plugin.files import atomic_write, output_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from discotag_cxmi.training.recipe import Recipe
    from discotag_cxmi.training.train import Outcome


CARD, RECORD = "README.md", "training.json"
COUNTS = (
    "documents",
    "segments",
    "source_tokens",
    "target_tokens",
    "unknown_tokens",
    "left_out",
    "context_cut",
)
SCHEMA = "discotag-training/1"


def write_card(out: Path, recipe: Recipe, outcome: Outcome, *, command: str) -> None:
    """Write `README.md` for people and `training.json` for programs next to the model."""
    record = {
        "schema": SCHEMA,
        "recipe": recipe.model_dump(mode="json"),
        "data": outcome.data,
        "parameters": outcome.parameters,
        "vocabulary": outcome.vocabulary,
        "steps": outcome.steps,
        "best_step": outcome.best_step,
        "dev_loss": outcome.dev_loss,
        "history": outcome.history,
        "device": outcome.device,
        "versions": {name: version(name) for name in ("torch", "transformers", "discotag-cxmi")},
    }
    with atomic_write(out / RECORD) as write:
        write(json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False) + "\n")
    with atomic_write(out / CARD) as write:
        write("\n".join(_lines(recipe, outcome, record, command)) + "\n")


def _lines(recipe: Recipe, outcome: Outcome, record: dict[str, Any], command: str) -> list[str]:
    versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    perplexity = math.exp(min(outcome.dev_loss, 700.0))
    return [
        "# Translation model with context",
        "",
        f"{recipe.kind}, {outcome.parameters:,} parameters, {outcome.vocabulary:,} tokens.",
        f"Context in training: {_range(recipe.source_context)} source lines,",
        f"{_range(recipe.target_context)} target lines. {_dropped(recipe)}",
        *([f"Training went on from {recipe.start}."] if recipe.start else []),
        "",
        "Use it with `discotag cxmi measure --model FOLDER`, or `contrast` or `decode`.",
        "",
        "## Data",
        f"| part | {' | '.join(name.replace('_', ' ') for name in COUNTS)} |",
        f"|---|{'---:|' * len(COUNTS)}",
        *(
            f"| {part} | {' | '.join(f'{row[key]:,}' for key in COUNTS)} |"
            for part, row in outcome.data.items()
        ),
        "",
        "The licence of this text governs what may be done with the model.",
        "",
        "## Development figures",
        f"Loss {outcome.dev_loss:.4f} nats per token (ends of lines counted, no smoothing),",
        f"perplexity {perplexity:.3f}, at step {outcome.best_step} of {outcome.steps}.",
        "The development set chose the step.",
        "",
        "## Training",
        f"```\n{command}\n```",
        f"On {outcome.device}; {versions}.",
        "",
        f"```json\n{json.dumps(record['recipe'], indent=2)}\n```",
    ]


def _range(sizes: tuple[int, int]) -> str:
    return str(sizes[0]) if sizes[0] == sizes[1] else f"{sizes[0]} to {sizes[1]}"


def _dropped(recipe: Recipe) -> str:
    if recipe.coword:
        return f"CoWord dropout: {recipe.coword:g} of the current source's tokens."
    if recipe.word_dropout:
        return f"Word dropout: {recipe.word_dropout:g} of the encoder's words, context too."
    return "No words were dropped."


CHECKPOINTS = "checkpoints"
SETTINGS = "settings.json"
TOKENIZER = "tokenizer"
FINAL, RESULT = "final", "result.json"
STATE = "trainer_state.json"
WEIGHTS = "model.safetensors"


def prepare(out: Path, settings: Mapping[str, Any]) -> None:
    """Make the folder, or see that what was begun there is the same training.

    Raises:
        UsageError: it holds a finished model, or another training; says what differs.
    """
    work = out / CHECKPOINTS
    if not work.exists() and (out / WEIGHTS).exists():
        raise UsageError(f"{out} holds a model already; name another folder")
    kept = work / SETTINGS
    if kept.is_file():
        old = json.loads(kept.read_text("utf-8"))
        changed = sorted(name for name in {*old, *settings} if old.get(name) != settings.get(name))
        if changed:
            told = ", ".join(f"{name} was {old.get(name)!r}" for name in changed)
            raise UsageError(
                f"{out} holds a training that was broken off and had other settings: {told}."
                f" Go on with the same ones, or remove {work} to start again"
            )
        return
    with output_errors(work):
        work.mkdir(parents=True, exist_ok=True)
    with atomic_write(kept) as write:
        write(json.dumps(settings, indent=2, sort_keys=True) + "\n")


def last_checkpoint(out: Path) -> Path | None:
    """Return the last checkpoint to continue from; None = begin at the beginning.

    What a kill left half-written is removed: the state, which is written last, is absent or cut. So
    is a checkpoint after which the training was to stop: it would take a step more.
    """
    for folder in sorted((out / CHECKPOINTS).glob("checkpoint-*"), key=_step, reverse=True):
        if _goes_on(folder):
            return folder
        shutil.rmtree(folder)
    return None


def note_of(out: Path) -> str:
    """Return a note on what a stopped training leaves."""
    last = last_checkpoint(out)
    if last is None:
        return f"no checkpoint was written yet; the same command starts the training in {out} again"
    return f"kept in {out}: the training up to {last.name}; the same command goes on from there"


def save_whole(save: Callable[[Path], object], folder: Path) -> None:
    """Save something so that its folder is there wholly or not at all."""
    unfinished = folder.with_name(f"{folder.name}.part")
    for path in (unfinished, folder):
        shutil.rmtree(path, ignore_errors=True)
    save(unfinished)
    unfinished.rename(folder)


def keep_result(out: Path, save: Callable[[Path], object], result: Mapping[str, Any]) -> None:
    """Save the weights, then the figures, which mark the training as finished."""
    work = out / CHECKPOINTS
    save_whole(save, work / FINAL)
    with atomic_write(work / RESULT) as write:
        write(json.dumps(result) + "\n")


def read_result(out: Path) -> dict[str, Any] | None:
    """Return the figures of a training that is over; None = it is not."""
    file = out / CHECKPOINTS / RESULT
    if not file.is_file():
        return None
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def install(out: Path) -> None:
    """Write the final weights to the model's folder."""
    for path in sorted((out / CHECKPOINTS / FINAL).iterdir()):
        shutil.copyfile(path, out / path.name)


def finish(out: Path) -> None:
    """Remove what only a training needs."""
    shutil.rmtree(out / CHECKPOINTS)


def _step(folder: Path) -> int:
    return int(folder.name.rpartition("-")[2])


def _goes_on(folder: Path) -> bool:
    try:
        state = json.loads((folder / STATE).read_text("utf-8"))
    except (OSError, ValueError):
        return False
    control = state.get("stateful_callbacks", {}).get("TrainerControl", {}).get("args", {})
    return not control.get("should_training_stop", False)
