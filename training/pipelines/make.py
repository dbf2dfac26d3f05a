"""The stages of making a pipeline: convert → train → finish; what was done before is skipped."""

from __future__ import annotations

import hashlib
import json
import logging
import shutil
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, cast

import spacy
from spacy.tokens import DocBin
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as train_loop
from thinc.util import fix_random_seed

from discotag.plugins.embedded import affixes, lexicon
from training.pipelines import genders
from training.pipelines.config import tokenizer_block, training_config
from training.pipelines.corpus import development_lines, save, training_lines
from training.pipelines.lexicon import build
from training.pipelines.recipes import find
from training.pipelines.shrink import shrink

if TYPE_CHECKING:
    from spacy.language import Language

    from discotag.plugins.embedded.lexicon import LexiconLemmatizer
    from discotag_lang_fr.agreement import Agreement
    from training.pipelines.recipes import Recipe

log = logging.getLogger(__name__)

DATA_FIELDS = {
    "spacy_language",
    "tokenizer",
    "split_mode",
    "development",
    "development_size",
    "drop_feats",
    "contractions",
    "graphic_words",
    "second_person",
    "sejong",
    "conventions",
    "hold_out",
    "treebanks",
}
PROGRESS = "progress.jsonl"
REGISTERED = (affixes.ARCHITECTURE, lexicon.FACTORY)


def convert(recipe: Recipe, folders: list[Path], work: Path) -> tuple[Path, Path]:
    """Write `train.spacy` and `dev.spacy` below `work`, unless made by the same recipe before."""
    data = recipe.model_dump(mode="json", include=DATA_FIELDS)
    digest = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
    train, development, mark = work / "train.spacy", work / "dev.spacy", work / "converted"
    if mark.is_file() and mark.read_text(encoding="utf-8") == digest:
        log.info("conversion: done before")
        return train, development
    work.mkdir(parents=True, exist_ok=True)
    nlp = blank(recipe)
    lemmas = recipe.network.lemmatizer
    tags = recipe.network.tagger
    tokens = save(training_lines(recipe, folders, nlp), nlp, train, lemmas=lemmas, tags=tags)
    save(development_lines(recipe, folders, nlp), nlp, development, lemmas=lemmas, tags=tags)
    log.info("conversion: %d training tokens", tokens)
    mark.write_text(digest, encoding="utf-8")
    return train, development


def blank(recipe: Recipe) -> Language:
    """Make the language object with nothing but the pipeline's tokenizer."""
    config = {"nlp": {"tokenizer": tokenizer_block(recipe)}}
    return spacy.blank(recipe.spacy_language, config=config)


def train(recipe: Recipe, work: Path, corpora: tuple[Path, Path]) -> Path:
    """Train, unless done with the same configuration; gives the best checkpoint's directory."""
    config = training_config(recipe, *corpora, work / "model" / PROGRESS)
    text = config.to_str()
    mark, best = work / "trained", work / "model" / "model-best"
    if mark.is_file() and mark.read_text(encoding="utf-8") == text and best.is_dir():
        log.info("training: done before")
        return best
    mark.unlink(missing_ok=True)
    shutil.rmtree(work / "model", ignore_errors=True)
    (work / "model").mkdir(parents=True)
    fix_random_seed(0)
    nlp = init_nlp(config)
    train_loop(nlp, work / "model", stdout=sys.stderr, stderr=sys.stderr)
    mark.write_text(text, encoding="utf-8")
    return best


def step_of(checkpoint: Path) -> int:
    """Return the training step of the kept checkpoint from the progress log; 0 without a log."""
    log_file = checkpoint.parent / PROGRESS
    if not log_file.is_file():
        return 0
    rows = [json.loads(line) for line in log_file.read_text(encoding="utf-8").splitlines()]
    return int(max(rows, key=lambda row: float(row["score"]))["step"]) if rows else 0


def finish(
    recipe: Recipe, checkpoint: Path, train_file: Path, dictionaries: list[Path], out: Path
) -> None:
    """Add lexicon and rules to a checkpoint and write what a pack ships.

    Raises:
        FileNotFoundError: if a word list of the recipe is in none of the dictionary folders.
    """
    nlp = spacy.load(checkpoint)
    if recipe.agreement is not None:
        rules = tomllib.loads((Path(__file__).parent / recipe.agreement).read_text("utf-8"))
        agreement = cast("Agreement", nlp.add_pipe(recipe.agreement_factory))
        agreement.fill(rules)
    if recipe.lexicon:
        headwords = None
        if recipe.headwords is not None:
            headwords = find(dictionaries, recipe.headwords)
            if headwords is None:
                raise FileNotFoundError(
                    f"{recipe.headwords}: in none of the dictionary folders (--dict)"
                )
        docs = DocBin().from_disk(train_file).get_docs(nlp.vocab)
        words = build(docs, headwords)
        cast("LexiconLemmatizer", nlp.add_pipe(lexicon.FACTORY)).fill(words)
        if recipe.agreement is not None and "verbs" in rules:
            agreement.fill({**rules, "verbs": words["verbs"]})
    shrink(
        nlp,
        out,
        name=f"discotag_{recipe.language}",
        licence=recipe.licence,
        description=recipe.description,
    )
    if recipe.genders is not None:
        genders.add(genders.build(recipe.genders, dictionaries), out)
