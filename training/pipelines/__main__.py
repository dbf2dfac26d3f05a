"""Command: make one language's embedded pipeline.

`python -m training.pipelines fr --ud FOLDER [--ud FOLDER] [--dict FOLDER] --out DIRECTORY [--work
DIRECTORY]`
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from training.pipelines.card import write_card
from training.pipelines.make import convert, finish, step_of, train
from training.pipelines.recipes import load_recipe


def main() -> None:
    """Read the arguments and run the stages."""
    parser = argparse.ArgumentParser(prog="python -m training.pipelines", description=__doc__)
    parser.add_argument("language", help="a recipe's name: en, fr, ja")
    parser.add_argument(
        "--ud", type=Path, action="append", required=True, help="folder of treebanks"
    )
    parser.add_argument(
        "--dict", type=Path, action="append", default=[], help="folder of Wiktionary lists (French)"
    )
    parser.add_argument("--out", type=Path, required=True, help="directory to write")
    parser.add_argument("--work", type=Path, help="where stages are kept (training/work/LANGUAGE)")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    recipe = load_recipe(arguments.language)
    work = arguments.work or Path(__file__).parents[1] / "work" / arguments.language
    corpora = convert(recipe, arguments.ud, work)
    best = train(recipe, work, corpora)
    finish(recipe, best, corpora[0], arguments.dict, arguments.out)
    write_card(recipe, arguments.ud, arguments.out, step=step_of(best))


if __name__ == "__main__":
    main()
