"""The card of a trained model: data, counts, development figures, settings, command."""

from __future__ import annotations

import json
import math
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from discotag.plugin.files import atomic_write

if TYPE_CHECKING:
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
    """Write `README.md` for people and `training.json` for programs beside the model."""
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
        "Use it with `discotag cxmi --model FOLDER`, `discotag contrast`, `discotag decode`.",
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
