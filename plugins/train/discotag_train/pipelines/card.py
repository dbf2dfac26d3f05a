"""The card of a pipeline: its data and licences, how to remake it, what was measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from discotag.plugin.training import EmbeddedAnalyzer, load_pipeline
from discotag_train.pipelines.corpus import training_files
from discotag_train.pipelines.evaluate import MEASURES, evaluate
from discotag_train.pipelines.recipes import find
from discotag_train.pipelines.shrink import size

if TYPE_CHECKING:
    from discotag_train.pipelines.recipes import Recipe

CARD = "CARD.md"
FRAME = (Path(__file__).parent / "card.md").read_text(encoding="utf-8")


def write_card(recipe: Recipe, folders: list[Path], out: Path, *, step: int, command: str) -> None:
    """Measure a pipeline on its recipe's test files and write its card.

    Args:
        recipe: what it was made by.
        folders: the treebank folders.
        out: the pipeline's directory.
        step: training step of the kept checkpoint.
        command: the command that makes it.
    """
    trained_on = {path.stem for bank in recipe.treebanks for path in training_files(bank, folders)}
    data = [
        f"| {', '.join(path.name for path in training_files(bank, folders))} | {bank.licence} |"
        for bank in recipe.treebanks
    ]
    text = FRAME.format(
        language=recipe.language,
        description=recipe.description,
        megabytes=size(out) / 1e6,
        licence=recipe.licence,
        data="\n".join(data),
        notes="".join(f"\n{note}\n" for note in recipe.notes),
        command=command,
        step=step,
        steps=recipe.network.steps,
        development=recipe.development,
        held_out="part of" if recipe.development in trained_on else "not in",
        dropped=", ".join(recipe.drop_feats) or "none",
        table="\n".join(_table(recipe, folders, out)),
    )
    (out / CARD).write_text(text, encoding="utf-8")


def _table(recipe: Recipe, folders: list[Path], out: Path) -> list[str]:
    analyzer = EmbeddedAnalyzer(load_pipeline(out))
    lines = [f"| file | {' | '.join(MEASURES)} | tokens/s |", "|---" * (len(MEASURES) + 2) + "|"]
    for name in recipe.tests:
        path = find(folders, name)
        if path is None:
            lines.append(f"| {name} (absent) |" + " – |" * (len(MEASURES) + 1))
            continue
        found = evaluate(analyzer, path, drop=recipe.drop_feats, graphic_words=recipe.graphic_words)
        cells = [f"{found[measure]:.1f}" if measure in found else "–" for measure in MEASURES]
        lines.append(f"| {name} | {' | '.join(cells)} | {found['tokens/s']:,.0f} |")
    return lines
