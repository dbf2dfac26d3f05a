"""Learns a language's translation table from parallel text and dictionaries.

It is learned twice: from the text alone, then from the text and the links of a better aligner that
uses the first table. Expected counts and the teacher's links are kept in the work folder under
names that recipes, corpora and teacher decide: a second run only builds the table from them.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from discotag.plugin import InputError
from discotag.plugin.training import save_table
from discotag_train.lexicons.build import build, codebook
from discotag_train.lexicons.corpora import Pair, corpus_files, sentence_pairs
from discotag_train.lexicons.dictionary import dictionary_files, dictionary_pairs
from discotag_train.lexicons.recipe import Recipe, read_recipe
from discotag_train.lexicons.teacher import MOST, USUAL, load_teacher, teach
from discotag_train.lexicons.tokens import keyed
from discotag_train.lexicons.trainer import LEAN, MODEL1_ROUNDS, Counts, Lessons, train

if TYPE_CHECKING:
    from pathlib import Path

log = logging.getLogger("discotag_train.lexicons")
NO_TEACHER = "none"


@dataclass(frozen=True)
class Teaching:
    """Who teaches: an installed aligner, or `none`.

    Args:
        name: as after `--aligner`.
        pairs: how many sentence pairs it links.
    """

    name: str = USUAL
    pairs: int = MOST


def make_table(
    recipes: Path, language: str, *, data: Path, out: Path, work: Path, teaching: Teaching
) -> Path:
    """Learn a table between English and a language; return the file written, `OUT/en-xx.npz`.

    Args:
        recipes: a TOML file with a section for the language.
        language: its code.
        data: the folder below which the recipe names files.
        out: the folder to write into.
        work: the folder for what is kept between runs.
        teaching: who teaches.

    Raises:
        InputError: a recipe, file or column is missing; names it.
    """
    english, foreign = read_recipe(recipes, "en"), read_recipe(recipes, language)
    out.mkdir(parents=True, exist_ok=True)
    work.mkdir(parents=True, exist_ok=True)
    stem = f"en-{language}"
    name = _name(data, english, foreign)
    text = _Text.read(data, english, foreign)
    if not text.sentences and not text.words:
        raise InputError(f"holds no sentence pair and no dictionary of {language}", path=data)
    alone = _kept_counts(work / f"{stem}-{name}.npz", text)
    files = [*corpus_files(data, foreign), *dictionary_files(data, foreign)]
    made_of = "; ".join(path.relative_to(data).as_posix() for path in files)
    table = build(alone, english.side, foreign.side, made_of)
    if teaching.name != NO_TEACHER:
        first = work / f"{stem}-{name}-table.npz"
        save_table(table, first, codebook())
        told = sha256(f"{teaching.name} {teaching.pairs}".encode()).hexdigest()[:8]
        links = work / f"{stem}-{name}-{told}-links.npz"
        lessons = _kept_lessons(teaching, language, first, links, text)
        counts = _kept_counts(work / f"{stem}-{name}-{told}.npz", text, lessons)
        made_of += f"; {len(lessons.pairs)} pairs linked by {teaching.name}"
        table = build(counts, english.side, foreign.side, made_of)
    path = out / f"{stem}.npz"
    save_table(table, path, codebook())
    log.info("%s: %d entries, %d KB", path.name, len(table.entries), path.stat().st_size // 1024)
    return path


@dataclass(frozen=True)
class _Text:
    """What a table is learned from.

    Args:
        recipes: of English and the other language.
        sentences: sentence pairs.
        words: word pairs, from dictionaries and the recipe.
    """

    recipes: tuple[Recipe, Recipe]
    sentences: list[Pair]
    words: list[Pair]

    @classmethod
    def read(cls, data: Path, english: Recipe, foreign: Recipe) -> Self:
        words = dictionary_pairs(data, foreign) + foreign.own_pairs
        return cls((english, foreign), sentence_pairs(data, foreign), words)

    def count(self, lessons: Lessons | None) -> Counts:
        pairs = self.sentences + self.words
        log.info("%d sentence and word pairs", len(pairs))
        first, second = (
            keyed([pair[at] for pair in pairs], recipe) for at, recipe in enumerate(self.recipes)
        )
        return train(first, second, lessons)


def _kept_counts(path: Path, text: _Text, lessons: Lessons | None = None) -> Counts:
    if path.exists():
        return _load(path)
    counts = text.count(lessons)
    _store(counts, path)
    return counts


def _kept_lessons(
    teaching: Teaching, language: str, table: Path, path: Path, text: _Text
) -> Lessons:
    if path.exists():
        log.info("taking the links of %s", path)
        with np.load(path, allow_pickle=False) as stored:
            return Lessons(stored["pairs"], stored["links"])
    aligner = load_teacher(teaching.name, language, table)
    lessons = teach(aligner, text.sentences, text.recipes, teaching.pairs)
    _store(lessons, path)
    return lessons


def _name(data: Path, english: Recipe, foreign: Recipe) -> str:
    """Return a short name of everything that the counts are made from."""
    files = [*corpus_files(data, foreign), *dictionary_files(data, foreign)]
    made_of = [english.made_of, foreign.made_of, str((MODEL1_ROUNDS, LEAN))]
    made_of += [f"{path.relative_to(data).as_posix()} {path.stat().st_size}" for path in files]
    return sha256("\n".join(made_of).encode()).hexdigest()[:12]


def _store(counts: Counts | Lessons, path: Path) -> None:
    columns: dict[str, Any] = {
        field.name: np.asarray(getattr(counts, field.name)) for field in fields(counts)
    }
    np.savez(path, **columns)


def _load(path: Path) -> Counts:
    log.info("taking the counts of %s", path)
    with np.load(path, allow_pickle=False) as stored:
        columns = {name: stored[name] for name in stored.files}
    for name in ("source_keys", "target_keys", "source_forms", "target_forms"):
        columns[name] = tuple(columns[name].tolist())
    return Counts(**columns)
