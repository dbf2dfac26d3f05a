"""The stages of making a pipeline: convert → train → finish; what was done before is skipped."""

from __future__ import annotations

import hashlib
import json
import logging
import shutil
import sys
import tomllib
from typing import TYPE_CHECKING, Any, cast

import spacy
from spacy.tokens import DocBin
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as train_loop
from thinc.util import fix_random_seed

from discotag.plugin import InputError
from discotag.plugin.training import ARCHITECTURE, lexicon
from discotag_train.pipelines import genders
from discotag_train.pipelines.corpus import (
    development_lines,
    forms_of,
    save,
    training_lines,
    words_of,
)
from discotag_train.pipelines.finish import shrink
from discotag_train.pipelines.lexicon import build, read_closed
from discotag_train.pipelines.recipes import find, missing, tokenizer_block, training_config
from discotag_train.pipelines.spelling import NAME, guesses, read_shapes, read_spelling, seen

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.language import Language
    from spacy.tokens import Doc

    from discotag.plugin.training import StoredData
    from discotag_train.pipelines.recipes import Recipe

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
    "addressed",
    "exchange",
    "exchange_copies",
    "sejong",
    "conventions",
    "hold_out",
    "treebanks",
}
PROGRESS = "progress.jsonl"
REGISTERED = (ARCHITECTURE, lexicon.FACTORY)


def convert(
    recipe: Recipe, folders: list[Path], dictionaries: list[Path], work: Path
) -> tuple[Path, Path]:
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
    lines = training_lines(recipe, folders, dictionaries, nlp)
    tokens = save(lines, nlp, train, lemmas=lemmas, tags=tags)
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
    recipe: Recipe,
    checkpoint: Path,
    train_file: Path,
    dictionaries: list[Path],
    out: Path,
    *,
    beside: Path,
) -> None:
    """Add lexicon and rules to a checkpoint and write what a pack ships.

    Args:
        recipe: what is made.
        checkpoint: the trained pipeline.
        train_file: the training documents, from which the lexicon is read.
        dictionaries: folders of word lists.
        out: the directory to write.
        beside: the recipe's folder, in which it names further files.

    Raises:
        InputError: a word list of the recipe is in none of the dictionary folders.
    """
    nlp = spacy.load(checkpoint)
    rules = {} if recipe.agreement is None else _beside(beside / recipe.agreement)
    if recipe.agreement is not None and not recipe.agreement_reads_lemmas:
        agreement = cast("StoredData", nlp.add_pipe(recipe.agreement_factory))
        agreement.fill(rules)
    if recipe.lexicon:
        docs = list(DocBin().from_disk(train_file).get_docs(nlp.vocab))
        words = _lexicon_of(recipe, docs, dictionaries, beside)
        cast("lexicon.LexiconLemmatizer", nlp.add_pipe(lexicon.FACTORY)).fill(words)
        if "verbs" in rules:
            agreement.fill({**rules, "verbs": words["verbs"]})
        if recipe.spelling is not None:
            told = _spelling_of(recipe, docs, dictionaries, beside)
            behind = cast("lexicon.LexiconLemmatizer", nlp.add_pipe(lexicon.FACTORY, name=NAME))
            behind.fill({**told, "lowered": words["lowered"]})
            behind.see(seen(docs, words.get("closed", {}), recipe.misread))
    if recipe.agreement is not None and recipe.agreement_reads_lemmas:
        cast("StoredData", nlp.add_pipe(recipe.agreement_factory)).fill(rules)
    shrink(
        nlp,
        out,
        name=f"discotag_{recipe.language}",
        licence=recipe.licence,
        description=recipe.description,
    )
    if recipe.genders is not None:
        genders.add(genders.build(beside / recipe.genders, dictionaries), out)


def _lexicon_of(
    recipe: Recipe, docs: list[Doc], dictionaries: list[Path], beside: Path
) -> dict[str, Any]:
    headwords = None
    if recipe.headwords is not None:
        headwords = find(dictionaries, recipe.headwords)
        if headwords is None:
            raise missing(recipe.headwords, dictionaries, "--dict")
    listed = words_of(recipe, dictionaries)
    forms = forms_of(recipe, dictionaries)
    words = build(docs, headwords, listed, recipe.lemma_prefixes, forms)
    if recipe.closed is not None:
        words["closed"] = read_closed(beside / recipe.closed)
    return words


def _spelling_of(
    recipe: Recipe, docs: list[Doc], dictionaries: list[Path], beside: Path
) -> dict[str, Any]:
    """Return the data of a component that guesses among the words of a spelling dictionary."""
    path = find(dictionaries, f"{recipe.spelling}.dic")
    if path is None:
        raise missing(f"{recipe.spelling}.dic", dictionaries, "--dict")
    told: dict[str, Any] = {"lemmas": {}, "verbs": [], "endings": {}, "capitals": True}
    told |= guesses(read_spelling(path), docs) | {"prefixes": list(recipe.lemma_prefixes)}
    if recipe.shapes is not None:
        shapes = read_shapes(beside / recipe.shapes)
        told["shapes"] = {upos: ends for upos, ends in shapes.items() if upos in told["words"]}
    return told


def _beside(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"the recipe names this file: {error}", path=path) from error
