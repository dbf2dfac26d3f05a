"""Nouns and their genders as dictionaries and treebanks give them."""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from discotag.plugin import InputError
from discotag.plugin.embedded import normal
from discotag.plugin.training import genders, read_conllu
from discotag_train.pipelines.harmonise import parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

CASES = ("nominativ", "genitiv", "dativ", "akkusativ")
RARE = 0.2
"""The share of a treebank's nouns of one lemma that a gender must exceed to count."""
PURE = 0.9
"""The least share of a lemma's nouns that must have its gender."""
HEADWORD = re.compile(r"([^\W\d_][\w'’-]*) \{([mfnc]|mf)\}")
ENTRY = re.compile(r"(?:^|[,;] )([^\W\d_][\w'’-]*) ((?:\{[mfnc]\} ?)+)")
INFINITIVE = re.compile(r"(?:^|[,;] )([^\W\d_]+n)(?=$|[,;]| [/{])")


def nouns(path: Path, *, has_forms: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the nouns of a dictionary or treebank, each with its genders as letters."""
    if path.suffix == ".csv":
        return _table(path)
    if path.suffix == ".conllu":
        return _treebank(path, has_forms=has_forms)
    return _wiktionary(path) if path.name.startswith("en-") else _headwords(path)


def _treebank(path: Path, *, has_forms: bool) -> Iterator[tuple[str, str]]:
    """Yield the lemmas of nouns with one gender; a gender counts if a fifth of them have it."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for sentence in read_conllu(path):
        for word in sentence.words:
            gender = genders.LETTERS.get(parse(word.feats).get("Gender", ""))
            if word.upos == "NOUN" and gender:
                told = {word.lemma, word.form.casefold()} if has_forms else {word.lemma}
                for noun in told:
                    if noun and noun.isalpha():
                        counts[noun][gender] += 1
    for lemma, found in counts.items():
        least = found.total() * RARE
        yield lemma, "".join(letter for letter, count in found.most_common() if count > least)


def lemmas(paths: Iterable[Path]) -> tuple[dict[str, str], list[str]]:
    """Return the dictionary forms whose gender treebanks agree on, and which of them are names.

    A treebank tells a gender that nearly all of its nouns with this lemma have.
    """
    told: dict[str, str] = {}
    doubtful: set[str] = set()
    names: set[str] = set()
    for path in paths:
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for word in (word for sentence in read_conllu(path) for word in sentence.words):
            gender = genders.LETTERS.get(parse(word.feats).get("Gender", ""))
            own = normal(word.lemma or "")
            if word.upos == "PROPN":
                names.update((normal(word.form), own))
            elif word.upos == "NOUN" and gender and own.isalpha():
                counts[own][gender] += 1
        for lemma, found in counts.items():
            letter, count = found.most_common(1)[0]
            if count >= PURE * found.total() and told.setdefault(lemma, letter) != letter:
                doubtful.add(lemma)
    told = {lemma: letter for lemma, letter in sorted(told.items()) if lemma not in doubtful}
    return told, sorted(names.intersection(told))


def _headwords(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the headwords that have a gender (`mot {m} :: word`)."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := HEADWORD.match(line):
            yield found[1], found[2]


def _wiktionary(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the translations of nouns that have a gender (`word {n} :: Wort {n}, …`)."""
    for line in path.read_text(encoding="utf-8").splitlines():
        head, _, translations = line.partition(" :: ")
        if "{n}" in head:
            for word, letters in ENTRY.findall(translations):
                yield word, "".join(re.findall(r"\{(.)\}", letters))


def infinitives(path: Path) -> Iterator[str]:
    """Yield the translations of verbs that are one word in -n (`word {v} :: lesen, …`)."""
    for line in path.read_text(encoding="utf-8").splitlines():
        head, _, translations = line.partition(" :: ")
        if "{v}" in head:
            yield from map(normal, INFINITIVE.findall(translations))


def _table(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the nouns of german-nouns with their genders: lemmas, and forms that are no lemma."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        for column in ("pos", "lemma", "nominativ plural"):
            if column not in (reader.fieldnames or ()):
                raise InputError(f"has no column {column!r}", path=path, line=1)
        rows = [row for row in reader if "Substantiv" in row["pos"]]
    lemmas = {  # an infinitive without a plural (das Reisen) leaves its form to others (die Reisen)
        normal(row["lemma"]) for row in rows if _genus(row) and row["nominativ plural"]
    }
    for row in rows:
        letters = "mf" if "adjektivische" in row["pos"] else "".join(_genus(row))
        forms = {row[key] for key in row if key.startswith(CASES)}
        others = {form for form in forms if normal(form) not in lemmas}
        for form in sorted({row["lemma"], *others} if letters else ()):
            if form.isalpha():
                yield form, letters


def _genus(row: Mapping[str, str]) -> list[str]:
    return [row[key] for key in row if key.startswith("genus") and row[key] in {"m", "f", "n"}]
