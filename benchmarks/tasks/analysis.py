"""Analysis of raw text by the packs' own pipelines against treebanks (`xx_*-ud-*.conllu`).

Token F1 compares character spans with the treebank's surface tokens; all other figures are shares
of the tokens whose span matches (`discotag train pack measure`). Features that a pipeline's
recipe does not learn are left out on both sides. Published rules need no analysis of their own:
there is none to compare with.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.tasks.harness import Figures, Value, registry, treebanks, without_data
from discotag.core.interfaces import Context
from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer
from discotag_train.pipelines.finish import MEASURES, evaluate
from discotag_train.pipelines.recipes import load_recipe

if TYPE_CHECKING:
    import argparse

RECIPES = Path(__file__).parents[2] / "training" / "pipelines"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--split", default="test", help="which files: train, dev or test")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Analyse every treebank file below the folder whose language has a pack."""
    known = registry()
    rows: list[tuple[Value, ...]] = []
    for path, code in treebanks(given):
        pack = known.language(code).info
        analyzer = EmbeddedAnalyzer.create(Context("embedded", pack, pack, side="source"))
        recipe = load_recipe(RECIPES / f"{code}.toml")
        found = evaluate(analyzer, path, drop=recipe.drop_feats, graphic_words=recipe.graphic_words)
        rows.append((path.name, *(found.get(name) for name in MEASURES), round(found["tokens/s"])))
    if not rows:
        raise without_data(f"xx_*-ud-{given.split}*.conllu of an installed language", given.folder)
    return [Figures("analysis of raw text, %", ("file", *MEASURES, "tokens/s"), tuple(rows), 1)]
