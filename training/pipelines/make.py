"""The stages of making a pipeline: convert → train → shrink; each is skipped when its result is there."""

from __future__ import annotations

import hashlib
import json
import logging
import shutil
import sys
from typing import TYPE_CHECKING

import spacy
from spacy import util
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as train_loop

from discotag.plugins.embedded import affixes, french
from training.pipelines.config import tokenizer_block, training_config
from training.pipelines.corpus import development_lines, save, training_lines

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.language import Language

    from training.pipelines.recipes import Recipe

log = logging.getLogger(__name__)

REGISTERED = (affixes.ARCHITECTURE, french.TOKENIZER)


def convert(recipe: Recipe, folders: list[Path], work: Path) -> tuple[Path, Path]:
    """Write `train.spacy` and `dev.spacy` below `work`, unless made by the same recipe before."""
    data = recipe.model_dump(mode="json", exclude={"network", "tests"})
    digest = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
    train, development, mark = work / "train.spacy", work / "dev.spacy", work / "converted"
    if mark.is_file() and mark.read_text(encoding="utf-8") == digest:
        log.info("conversion: done before")
        return train, development
    work.mkdir(parents=True, exist_ok=True)
    nlp = blank(recipe)
    lemmas = recipe.network.lemmatizer
    tokens = save(training_lines(recipe, folders, nlp), nlp, train, lemmas=lemmas)
    save(development_lines(recipe, folders, nlp), nlp, development, lemmas=lemmas)
    log.info("conversion: %d training tokens", tokens)
    mark.write_text(digest, encoding="utf-8")
    return train, development


def blank(recipe: Recipe) -> Language:
    """Make the language object with nothing but the pipeline's tokenizer."""
    config = {"nlp": {"tokenizer": tokenizer_block(recipe)}}
    return spacy.blank(recipe.spacy_language, config=config)


def train(recipe: Recipe, work: Path, corpora: tuple[Path, Path]) -> Path:
    """Train, unless it was done with the same configuration before; gives the directory of the best checkpoint."""
    config = training_config(recipe, *corpora)
    text = config.to_str()
    mark, best = work / "trained", work / "model" / "model-best"
    if mark.is_file() and mark.read_text(encoding="utf-8") == text and best.is_dir():
        log.info("training: done before")
        return best
    mark.unlink(missing_ok=True)
    shutil.rmtree(work / "model", ignore_errors=True)
    (work / "model").mkdir(parents=True)
    util.fix_random_seed(0)
    nlp = init_nlp(config)
    train_loop(nlp, work / "model", stdout=sys.stderr, stderr=sys.stderr)
    mark.write_text(text, encoding="utf-8")
    return best
