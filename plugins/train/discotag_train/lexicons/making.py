"""The recipe of a table: keys, tokenizer and files of a language, one section of a TOML file."""

from __future__ import annotations

import hashlib
import logging
import tomllib
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import InputError, Tokens, UnknownNameError
from discotag.plugin.training import SideInfo, aligner_of_pair, save_table
from discotag_train.lexicons.corpora import (
    Pair,
    corpus_files,
    dictionary_files,
    dictionary_pairs,
    keyed,
    sentence_pairs,
    tokenizer_of,
)
from discotag_train.lexicons.trainer import (
    LEAN,
    LONGEST,
    MODEL1_ROUNDS,
    Counts,
    Lessons,
    build,
    codebook,
    train,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from spacy.tokens import Doc

    from discotag.plugin import Aligner


ENGLISH: dict[str, Any] = {"key": "snowball:english"}
"""Of a file that has no section of its own for English."""


class Recipe(BaseModel):
    """One language's section.

    Args:
        language: code of the language, the section's name.
        spacy_language: spaCy's code for the language, where it is another.
        key: steps from form to table key (`plain`, `prefix:5`, `snowball:swedish`).
        shortest_piece: fewest letters of a known piece of an unknown word.
        latin: romaniser for likeness of spelling.
        dictionary: the code that the Wiktionary files use, where it is another.
        spacy: settings of spaCy's tokenizer; they must fit the analyzer's tokens.
        tables: sentence pairs, files below the data folder with tabs: English, the language.
            Where none is named, the files that the folder `parallel` usually holds.
        dictionaries: Wiktionary dictionaries from or into English, files below the data folder.
            Where none is named, those of `dict/wiktionary_2015`.
        joined: corpora whose words come spaced out in a script without spaces.
        aligned: corpora of plain text below `parallel`: English file, other file, line by line.
        pairs: English word → words that translate it in texts, but hardly in isolated sentences.
        pair_weight: how many sentences each of these pairs counts for.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    spacy_language: str
    key: str
    shortest_piece: int = 4
    latin: str = "letters"
    dictionary: str | None = None
    spacy: dict[str, Any] = Field(default_factory=dict)
    tables: tuple[str, ...] = ()
    dictionaries: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    aligned: tuple[tuple[str, str], ...] = ()
    pairs: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    pair_weight: int = 60

    @property
    def own_pairs(self) -> list[tuple[str, str]]:
        """Word pairs of the recipe itself, as often as they count."""
        found = [(word, other) for word, others in self.pairs.items() for other in others]
        return found * self.pair_weight

    @property
    def side(self) -> SideInfo:
        """How the table looks up this language's words."""
        return SideInfo(
            language=self.language,
            key=self.key,
            shortest_piece=self.shortest_piece,
            latin=self.latin,
        )

    @property
    def made_of(self) -> str:
        """The recipe as text, without what is not set: new fields leave it as it was."""
        return self.model_dump_json(exclude={"tables", "dictionaries"}) + "".join(
            f" {names}" for names in (self.tables, self.dictionaries) if names
        )


def read_recipe(path: Path, language: str) -> Recipe:
    """Read a language's section of a file of recipes.

    Raises:
        InputError: the file or the section cannot be read; names the field.
        UnknownNameError: the file has no such section.
    """
    try:
        entries = {"en": ENGLISH, **tomllib.loads(path.read_text(encoding="utf-8"))}
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read as recipes of tables: {error}", path=path) from error
    if language not in entries:
        raise UnknownNameError("language", language, entries)
    try:
        return Recipe(**{"language": language, "spacy_language": language, **entries[language]})
    except (TypeError, ValueError) as error:
        raise InputError(f"[{language}] is no recipe of a table: {error}", path=path) from error


log = logging.getLogger(__name__)
USUAL = "joined:lexicon+e5"
MOST = 12_000
"""Sentence pairs that are taught: at 0.02 to 0.05 CPU seconds each."""
AT_ONCE = 512
LONG, BLUR = 400, 102
"""Characters of English from which a pair is as long as any, and by which the order is blurred."""


def load_teacher(name: str, language: str, table: Path) -> Aligner:
    """Return an aligner of English and another language; one that reads a table reads this one.

    Raises:
        PlanError: it is not installed, or does not serve the language.
    """
    options = {"lexicon": {"table": str(table)}} if "lexicon" in name else {}
    return aligner_of_pair(name, "en", language, options)


def teach(
    aligner: Aligner, pairs: Sequence[Pair], recipes: tuple[Recipe, Recipe], most: int = MOST
) -> Lessons:
    """Let an aligner link a part of the sentence pairs.

    Args:
        aligner: links English with the other language.
        pairs: sentence pairs, English first.
        recipes: of both languages.
        most: how many pairs are taught.
    """
    tokenizers = (tokenizer_of(recipes[0]), tokenizer_of(recipes[1]))
    chosen = taught_pairs(pairs, most)
    taught: list[int] = []
    links: list[tuple[int, int, int]] = []
    for start in range(0, len(chosen), AT_ONCE):
        some = [
            (
                place,
                (
                    tokens_of(pairs[place][0], tokenizers[0]),
                    tokens_of(pairs[place][1], tokenizers[1]),
                ),
            )
            for place in chosen[start : start + AT_ONCE]
        ]
        some = [(place, both) for place, both in some if all(0 < len(x) <= LONGEST for x in both)]
        found = aligner.align([both for _, both in some])
        for (place, _), alignment in zip(some, found, strict=True):
            taught.append(place)
            links += [(place, i, j) for i, j in alignment.links]
        log.info("taught %d of %d pairs", start + len(some), len(chosen))
    return Lessons(np.array(taught, dtype=np.int64), np.array(links, dtype=np.int64).reshape(-1, 3))


def taught_pairs(pairs: Sequence[Pair], most: int) -> list[int]:
    """Return the places of the longest pairs, in ascending order; the texts alone decide which."""

    def rank(place: int) -> float:
        noise = hashlib.sha1(repr(pairs[place]).encode(), usedforsecurity=False).digest()[0]
        return noise * BLUR / 255 - min(len(pairs[place][0]), LONG)

    return sorted(sorted(range(len(pairs)), key=rank)[:most])


def tokens_of(text: str, tokenizer: Callable[[str], Doc]) -> Tokens:
    """Return the tokens that the table is trained on, with their places."""
    doc = tokenizer(text)
    kept = [token for token in doc if not token.text.isspace()]
    starts = tuple(token.idx for token in kept)
    forms = tuple(token.text for token in kept)
    ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
    return Tokens(doc.text, forms, starts, ends)


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
