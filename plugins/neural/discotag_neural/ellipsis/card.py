"""The card of a trained classifier: what it learned from, how it was judged, what that is worth."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from discotag_neural.ellipsis.examples import NONE, Level
from discotag_neural.ellipsis.reading import kinds_seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from discotag_neural.ellipsis.command import Recipe
    from discotag_neural.ellipsis.reading import Split
    from discotag_neural.ellipsis.training import Outcome


ENOUGH = 1000
"""Elliptical sentences in training below which nothing is claimed; the MuDA classifier had 2,863 in
training and evaluation together."""
ENOUGH_JUDGED = 100
"""Likewise in the test set."""
EVALUATION = "evaluation.json"
CARD = "README.md"
WARNING = (
    "**Not a figure of quality.** It was trained on {train} elliptical sentences and judged on"
    " {test}: too few. The figures show that training and evaluation run; do not quote them, and do"
    " not use this model for results."
)


def write_card(
    out: Path, recipe: Recipe, parts: Split, outcome: Outcome, *, command: str
) -> tuple[str, ...]:
    """Write `README.md` and `evaluation.json` next to a model; give the figures as lines."""
    counts = {
        name: {
            "files": len({example.group for example in examples}),
            "sentences": len(examples),
            "elliptical": sum(example.is_elliptical for example in examples),
            "sites": kinds_seen(examples),
        }
        for name, examples in parts.parts.items()
    }
    table = _table(outcome)
    told = {
        "schema": "discotag-ellipsis-evaluation/1",
        "is_quality": is_quality(parts),
        "recipe": recipe.model_dump(mode="json"),
        "labels": list(outcome.labels),
        "steps": outcome.steps,
        "data": counts,
        "figures": {
            part: {row: figure.describe() for row, figure in rows.items()}
            for part, rows in outcome.figures.items()
        },
    }
    text = json.dumps(told, ensure_ascii=False, indent=2, allow_nan=False)
    (out / EVALUATION).write_text(text + "\n", "utf-8")
    (out / CARD).write_text(_card(recipe, parts, outcome, counts, command), "utf-8")
    return table


def is_quality(parts: Split) -> bool:
    """Return whether there was enough to learn from and to judge by."""
    return _count(parts.train) >= ENOUGH and _count(parts.test) >= ENOUGH_JUDGED


def warning(parts: Split) -> str:
    """Return why the figures say nothing about quality."""
    return WARNING.format(train=_count(parts.train), test=_count(parts.test))


def _count(examples: Any) -> int:
    return sum(example.is_elliptical for example in examples)


def _card(
    recipe: Recipe, parts: Split, outcome: Outcome, counts: dict[str, dict[str, Any]], command: str
) -> str:
    unit = "each token" if recipe.level == "token" else "the segment as a whole"
    source = "`*?*` alone" if recipe.only_traces else "`*?*`, remnants of gapping, bare questions"
    use = "discotag run … --annotator ellipsis-model:FOLDER"
    versions = f"torch {version('torch')}, transformers {version('transformers')}"
    lines = [
        "# Ellipsis classifier",
        "",
        f"Labels {unit}: {', '.join(outcome.labels)}. Use it with `{use}`.",
        *(["", warning(parts)] if not is_quality(parts) else []),
        "",
        "## Data",
        f"Of treebank trees counts: {source}. Whole files are held out.",
        "The treebank's licence governs what may be done with a model trained on it.",
        "",
        "| part | files | sentences | elliptical | sites |",
        "|---|---|---|---|---|",
        *(f"| {name} | {_data_cells(row)} |" for name, row in counts.items()),
        "",
        "## Figures",
        "0–1; – is undefined. `dev` chose the epoch, `test` did not.",
        "",
        *_table(outcome),
        "",
        "## Training",
        f"```\n{command}\n```",
        f"{outcome.steps} steps on {outcome.device}; {versions}.",
        "",
        f"```json\n{json.dumps(recipe.model_dump(mode='json'), indent=2)}\n```",
        "",
    ]
    return "\n".join(lines)


def _data_cells(row: dict[str, Any]) -> str:
    sites = ", ".join(f"{kind} {count}" for kind, count in row["sites"].items()) or "–"
    return f"{row['files']} | {row['sentences']} | {row['elliptical']} | {sites}"


def _table(outcome: Outcome) -> tuple[str, ...]:
    lines = [
        "| part | row | support | said | right | P | R | F1 |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for part, rows in outcome.figures.items():
        for row, figure in rows.items():
            lines.append(f"| {part} | {row} | {_cells(figure)} |")
    return tuple(lines)


def _cells(figure: Figure) -> str:
    measures = (figure.precision, figure.recall, figure.f1)
    shown = ["–" if value is None else f"{value:.3f}" for value in measures]
    return " | ".join([str(figure.gold), str(figure.said), str(figure.right), *shown])


SEGMENTS = "segments"
SITES = "sites"


@dataclass(frozen=True, slots=True)
class Figure:
    """Counts of one row.

    Args:
        right: said and true.
        said: said.
        gold: true: the support.
    """

    right: int
    said: int
    gold: int

    @property
    def precision(self) -> float | None:
        """Share of what was said that is true; None if nothing was said."""
        return self.right / self.said if self.said else None

    @property
    def recall(self) -> float | None:
        """Share of what is true that was said; None if there is nothing."""
        return self.right / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """2 right / (said + gold); None if both are 0."""
        both = self.said + self.gold
        return 2 * self.right / both if both else None

    def describe(self) -> dict[str, float | int | None]:
        """Return counts and measures, 0–1."""
        return {
            "right": self.right,
            "said": self.said,
            "support": self.gold,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
        }


def figures(
    pairs: Iterable[tuple[Sequence[str], Sequence[str]]], level: Level
) -> dict[str, Figure]:
    """Compare labels.

    Args:
        pairs: of each segment, the labels said and the true ones.
        level: what is labelled.

    Returns:
        `segments`: whether a segment is elliptical; at the level of tokens also `sites`, whatever
        their kind, and each kind.
    """
    right, said, gold = Counter[str](), Counter[str](), Counter[str]()
    for given, true in pairs:
        is_said, is_gold = set(given) != {NONE}, set(true) != {NONE}
        said[SEGMENTS] += is_said
        gold[SEGMENTS] += is_gold
        right[SEGMENTS] += is_said and is_gold
        for one, other in zip(given, true, strict=True):
            if level is Level.TOKEN:
                said[SITES] += one != NONE
                gold[SITES] += other != NONE
                right[SITES] += NONE not in {one, other}
                said[one] += 1
                gold[other] += 1
                right[one] += one == other
    rows = [SEGMENTS]
    if level is Level.TOKEN:
        rows += [SITES, *sorted((set(said) | set(gold)) - {NONE, SITES, SEGMENTS})]
    return {row: Figure(right[row], said[row], gold[row]) for row in rows}
