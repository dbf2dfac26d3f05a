"""Trains a language's translation table: `python -m training.lexicons fr --data DIR --out DIR`.

It is learned twice: from the text alone, then from the text and the links of a better aligner that
uses the first table. Expected counts and the teacher's links are kept in the work folder under
names that recipes, corpora and teacher decide: a second run only builds the table from them.
"""

from __future__ import annotations

import argparse
import logging
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

import numpy as np

from discotag.plugins.lexicon_aligner.storage import save
from training.lexicons.build import build, codebook
from training.lexicons.corpora import Pair, corpus_files, sentence_pairs
from training.lexicons.dictionary import dictionary_files, dictionary_pairs
from training.lexicons.recipe import Recipe, read_recipe
from training.lexicons.teacher import MOST, USUAL, load_teacher, teach
from training.lexicons.tokens import keyed
from training.lexicons.trainer import LEAN, MODEL1_ROUNDS, Counts, Lessons, train

log = logging.getLogger("training.lexicons")
WORK = Path("training/work/lexicons")
NO_TEACHER = "none"


def main() -> None:
    """Read the arguments and train."""
    parser = argparse.ArgumentParser(prog="python -m training.lexicons", description=__doc__)
    parser.add_argument("language", help="code of the other language (the table is English–xx)")
    parser.add_argument("--data", type=Path, required=True, help="folder of the unpacked data")
    parser.add_argument("--out", type=Path, required=True, help="folder for en-xx.npz")
    parser.add_argument("--work", type=Path, default=WORK, help="folder for what is kept between")
    parser.add_argument(
        "--teacher", default=USUAL, help=f"the aligner to learn from, or none ({USUAL})"
    )
    parser.add_argument(
        "--taught", type=int, default=MOST, help=f"sentence pairs that it links ({MOST})"
    )
    given = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    given.out.mkdir(parents=True, exist_ok=True)
    given.work.mkdir(parents=True, exist_ok=True)
    english, foreign = read_recipe("en"), read_recipe(given.language)
    stem = f"en-{given.language}"
    name = _name(given.data, english, foreign)
    text = _Text.read(given.data, english, foreign)
    alone = _kept_counts(given.work / f"{stem}-{name}.npz", text)
    files = [*corpus_files(given.data, foreign), *dictionary_files(given.data, foreign)]
    made_of = "; ".join(path.relative_to(given.data).as_posix() for path in files)
    table = build(alone, english.side, foreign.side, made_of)
    if given.teacher != NO_TEACHER:
        first = given.work / f"{stem}-{name}-table.npz"
        save(table, first, codebook())
        told = sha256(f"{given.teacher} {given.taught}".encode()).hexdigest()[:8]
        lessons = _kept_lessons(given, first, given.work / f"{stem}-{name}-{told}-links.npz", text)
        counts = _kept_counts(given.work / f"{stem}-{name}-{told}.npz", text, lessons)
        made_of += f"; {len(lessons.pairs)} pairs linked by {given.teacher}"
        table = build(counts, english.side, foreign.side, made_of)
    save(table, given.out / f"{stem}.npz", codebook())
    size = (given.out / f"{stem}.npz").stat().st_size
    log.info("%s.npz: %d entries, %d KB", stem, len(table.entries), size // 1024)


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


def _kept_lessons(given: argparse.Namespace, table: Path, path: Path, text: _Text) -> Lessons:
    if path.exists():
        log.info("taking the links of %s", path)
        with np.load(path, allow_pickle=False) as stored:
            return Lessons(stored["pairs"], stored["links"])
    aligner = load_teacher(given.teacher, given.language, table)
    lessons = teach(aligner, text.sentences, text.recipes, given.taught)
    _store(lessons, path)
    return lessons


def _name(data: Path, english: Recipe, foreign: Recipe) -> str:
    """Return a short name of everything that the counts are made from."""
    files = [*corpus_files(data, foreign), *dictionary_files(data, foreign)]
    made_of = [english.model_dump_json(), foreign.model_dump_json(), str((MODEL1_ROUNDS, LEAN))]
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


if __name__ == "__main__":
    main()
