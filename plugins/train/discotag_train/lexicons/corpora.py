"""Sentence pairs of free corpora: Tatoeba, FLORES-200 devtest, TICO-19 and a recipe's own.

Corpora for research only (newstest, Multi30k) are never read: what is learned from them could not
be shipped.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import spacy

from discotag.plugin import InputError
from discotag.plugin.training import normal_spelling, stemmer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from spacy.tokens import Doc

    from discotag_train.lexicons.making import Recipe


Pair = tuple[str, str]
SPLIT_NEGATION = re.compile(r"n 't\b")
SPLIT_CLITIC = re.compile(r" (?='(?:s|m|d|ll|re|ve)\b)")
SPLIT_MARK = re.compile(r" (?=[.,?!;:])")


def sentence_pairs(data: Path, recipe: Recipe) -> list[Pair]:
    """Read a language's (English, foreign) sentence pairs, each once, in the files' order."""
    return list(dict.fromkeys(_all_pairs(data, recipe)))


def corpus_files(data: Path, recipe: Recipe) -> list[Path]:
    """Return the files that the sentence pairs come from."""
    joined = [_sides(data / "parallel" / name) for name in recipe.joined]
    aligned = [_files(data, names) for names in recipe.aligned]
    return [
        *_tables(data, recipe),
        *(path for sides in (*joined, *aligned) for path in sides),
    ]


def _all_pairs(data: Path, recipe: Recipe) -> Iterator[Pair]:
    for path in _tables(data, recipe):
        columns = (1, 2) if path.name.startswith("all.") else (0, 1)
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            cells = line.split("\t")
            if len(cells) > max(columns):
                yield cells[columns[0]].strip(), cells[columns[1]].strip()
            elif recipe.tables and line.strip():
                what = f"has no column {max(columns) + 1}: English, a tab, {recipe.language}"
                raise InputError(what, path=path, line=number)
    for name in recipe.joined:
        yield from _joined(data / "parallel" / name)
    for names in recipe.aligned:
        english, foreign = (file.read_text("utf-8").split("\n") for file in _files(data, names))
        yield from (
            (a.strip(), b.strip()) for a, b in zip(english, foreign, strict=True) if a and b
        )


def _tables(data: Path, recipe: Recipe) -> list[Path]:
    if recipe.tables:
        return [named(data, name) for name in recipe.tables]
    language = recipe.language
    folder = data / "parallel" / f"en-{language}"
    found = [*folder.glob("tatoeba-*.tsv"), *folder.glob("flores200-*.tsv")]
    tico = (data / "parallel" / "tico19").glob(f"all.en-{language}*.tsv")
    return [path for path in (*sorted(found), *sorted(tico)) if path.is_file()]


def named(data: Path, name: str) -> Path:
    """Return a file of the data folder that a recipe names; InputError where it is not there."""
    path = data / name
    if not path.is_file():
        raise InputError("the recipe names this file, which is not there", path=path)
    return path


def _files(data: Path, names: tuple[str, str]) -> tuple[Path, Path]:
    """Return the English and the foreign file of a line-aligned corpus of plain text."""
    english, foreign = (named(data / "parallel", name) for name in names)
    return english, foreign


def _sides(stem: Path) -> tuple[Path, Path]:
    """Return the English and the foreign file of a line-aligned corpus, `NAME.en` and `NAME.xx`."""
    english = stem.with_suffix(".en")
    others = [path for path in sorted(stem.parent.glob(f"{stem.name}.*")) if path != english]
    if not english.exists() or not others:
        raise InputError("the recipe names this corpus, which is not there", path=stem)
    return english, others[0]


def _joined(stem: Path) -> Iterator[Pair]:
    """Read line-aligned files of spaced-out words as plain text."""
    english, foreign = (path.read_text(encoding="utf-8").splitlines() for path in _sides(stem))
    for first, second in zip(english, foreign, strict=True):
        text = SPLIT_CLITIC.sub("", SPLIT_NEGATION.sub("n't", first))
        yield SPLIT_MARK.sub("", text), second.replace(" ", "")


BRACES = re.compile(r"\{[^}]*\}")
ASIDE = re.compile(r"\([^()]*\)|\[[^\]]*\]|/[^/]*/|\"[^\"]*\"")
SEPARATORS = re.compile(r"[,;]")
DEFINITION = re.compile(
    r"\b(?:of|who|which|that|relating|pertaining|form|alternative|given|surname|used)\b"
)
LONGEST = 4
"""Most words of a headword or a translation; longer ones are explanations."""


def dictionary_pairs(data: Path, recipe: Recipe) -> list[tuple[str, str]]:
    """Read all (English, foreign) entries, each once, in the order of the files."""
    found: list[tuple[str, str]] = []
    for path in dictionary_files(data, recipe):
        if path.name.startswith("en-"):
            found += _entries(path)
        else:
            found += [
                (english.removeprefix("to "), foreign)
                for foreign, english in _entries(path)
                if not DEFINITION.search(english)
            ]
    return list(dict.fromkeys(found))


def dictionary_files(data: Path, recipe: Recipe) -> list[Path]:
    """Return the dictionaries there are, from English first."""
    if recipe.dictionaries:
        return [named(data, name) for name in recipe.dictionaries]
    code = recipe.dictionary or recipe.language
    folder = data / "dict" / "wiktionary_2015"
    names = (f"en-{code}-enwiktionary.txt", f"{code}-en-enwiktionary.txt")
    return [folder / name for name in names if (folder / name).exists()]


def _entries(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        head, mark, body = line.partition(" :: ")
        if not mark or head.startswith("#") or " SEE: " in head:
            continue
        word = _plain(head)
        for translation in SEPARATORS.split(_plain(body)):
            other = translation.strip()
            if word and other and _is_short(word) and _is_short(other):
                yield word, other


def _plain(text: str) -> str:
    return " ".join(ASIDE.sub(" ", BRACES.sub(" ", text)).split())


def _is_short(text: str) -> bool:
    return len(text.split()) <= LONGEST


OFTEN = 2
"""Fewest occurrences of a spelling whose key the table stores."""


@dataclass(frozen=True)
class Keyed:
    """Texts as keys.

    Args:
        rows: the keys of each text's tokens, in order.
        forms: normalised spelling → key, for spellings met at least twice.
    """

    rows: Sequence[Sequence[str]]
    forms: Mapping[str, str]


def tokenizer_of(recipe: Recipe) -> Callable[[str], Doc]:
    """Build the tokenizer of a language."""
    return spacy.blank(recipe.spacy_language, config=recipe.spacy).tokenizer


def keyed(texts: Iterable[str], recipe: Recipe) -> Keyed:
    """Tokenize texts and look up their keys."""
    tokenizer = tokenizer_of(recipe)
    key = stemmer(recipe.key)
    known: dict[str, str] = {}
    met: Counter[str] = Counter()
    found = []
    for text in texts:
        row = []
        for token in tokenizer(text):
            form = token.text
            if form.isspace():
                continue
            met[form] += 1
            if form not in known:
                known[form] = key(form)
            row.append(known[form])
        found.append(row)
    spellings = {normal_spelling(form): key for form, key in known.items() if met[form] >= OFTEN}
    return Keyed(found, spellings)
