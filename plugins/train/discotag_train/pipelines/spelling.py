"""Words of a spelling dictionary (Hunspell), and the endings of their forms.

Such dictionaries exist for more languages, and under more licences, than any other. They hold words
with flags, and what forms a flag makes of a word; they do not show what part of speech a flag
belongs to. That is learned from the words which a treebank knows, too. The result is in a file
of its own, since its licence is another one than the treebank's.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError
from discotag.plugin.embedded import normal
from discotag.plugin.training import lexicon
from discotag_train.pipelines.addressed import shared
from discotag_train.pipelines.recipes import table_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from spacy.tokens import Doc

NAME = "discotag_spelling"
"""The component's name, and that of its folder in a pipeline."""
PARTS = frozenset({"NOUN", "ADJ", "VERB"})
COUNTED = PARTS | {"ADV"}
"""Parts of speech that words with flags may be; those of `PARTS` are kept."""
EVERY = 5
"""Of how many words one is inflected to learn endings."""
USUAL = 3
"""How often an ending must be met among these."""
TOLD = 2
"""How many words of the treebank must have the same flags to show what they are together."""
STEM = 2

Change = tuple[str, str, re.Pattern[str]]
"""What is taken from the end of a word, what is put there, and how the word must end."""


@dataclass(frozen=True)
class Spelling:
    """A spelling dictionary.

    Args:
        words: words in lower case, with their flags.
        changes: flag → the suffixes that it allows.
    """

    words: tuple[tuple[str, tuple[str, ...]], ...]
    changes: Mapping[str, Sequence[Change]]

    def forms(self, word: str, flags: Iterable[str]) -> Iterator[str]:
        """Yield the forms that suffixes make of a word; prefixes are not used."""
        for flag in flags:
            for taken, put, fits in self.changes.get(flag, ()):
                if word.endswith(taken) and fits.search(word):
                    yield word[: len(word) - len(taken)] + put


def read_spelling(path: Path) -> Spelling:
    """Read `NAME.dic` and `NAME.aff` next to it.

    Raises:
        InputError: one of them is missing or cannot be read; names it.
    """
    rules = path.with_suffix(".aff")
    try:
        encoding = _setting(rules.read_bytes().decode("latin-1"), "SET") or "latin-1"
        affixes = rules.read_text(encoding=encoding)
        entries = path.read_text(encoding=encoding).splitlines()[1:]
    except (OSError, ValueError, LookupError) as error:
        raise InputError(f"cannot be read as a spelling dictionary: {error}", path=path) from error
    kind = _setting(affixes, "FLAG")
    rows = [line.split() for line in affixes.splitlines()]
    aliases = [row[1] for row in rows if len(row) > 1 and row[0] == "AF"][1:]
    changes: dict[str, list[Change]] = defaultdict(list)
    for row in rows:
        if len(row) > 4 and row[0] == "SFX":
            taken, put = ("" if part == "0" else part for part in (row[2], row[3].split("/")[0]))
            changes[row[1]].append((taken, put, _end(row[4], rules)))
    words = []
    for entry in entries:
        word, _, flags = (entry.split() or [""])[0].partition("/")
        if len(word) > 1 and word.islower():
            told = aliases[int(flags) - 1] if aliases and flags.isdigit() else flags
            words.append((word, _flags(told, kind)))
    return Spelling(tuple(words), changes)


def guesses(spelling: Spelling, docs: Iterable[Doc]) -> dict[str, Any]:
    """Return the words by part of speech, and which ending of a form is which of its word.

    Args:
        spelling: the dictionary.
        docs: the training documents, by which flags are learned.
    """
    parts = _parts(spelling, docs)
    words: dict[str, set[str]] = defaultdict(set)
    changes: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for place, (word, flags) in enumerate(spelling.words):
        upos = parts.get(flags)
        if upos is None:
            continue
        words[upos].add(word)
        if place % EVERY:
            continue
        for form in (word, *spelling.forms(word, flags)):
            size = shared(form, word)
            if size >= STEM and len(form) - size <= lexicon.LONGEST_ENDING:
                changes[upos][form[size:]][word[size:]] += 1
    return {
        "words": {upos: sorted(words[upos]) for upos in sorted(words)},
        "changes": {
            upos: {
                end: kept
                for end, found in sorted(ends.items())
                if (kept := [put for put, count in found.most_common() if count >= USUAL])
            }
            for upos, ends in sorted(changes.items())
        },
    }


def seen(
    docs: Iterable[Doc], closed: Mapping[str, Sequence[str]], parts: Collection[str]
) -> dict[str, set[str]]:
    """Return the forms that a treebank or a list of function words has, by part of speech.

    Args:
        docs: sentences of the treebank.
        closed: form → part of speech and lemma.
        parts: the parts of speech that are wanted.
    """
    forms: dict[str, set[str]] = {upos: set() for upos in parts}
    for form, (upos, _) in closed.items():
        if upos in forms:
            forms[upos].add(form)
    for doc in docs:
        for token in doc:
            if token.pos_ in forms:
                forms[token.pos_].add(normal(token.text))
    return forms


def read_shapes(path: Path) -> dict[str, dict[str, str]]:
    """Read the features that forms have by their end: part of speech, features, ends, with tabs.

    Raises:
        InputError: the file cannot be read, a line lacks a column, or an end is repeated or is
            too long.
    """
    shapes: dict[str, dict[str, str]] = defaultdict(dict)
    for number, (upos, feats, ends) in table_rows(path, "part of speech, features, ends"):
        for end in ends.split():
            if end in shapes[upos] or len(end) > lexicon.LONGEST_SHAPE:
                most = lexicon.LONGEST_SHAPE
                what = f"{end} appears twice, or has more than {most} letters"
                raise InputError(what, path=path, line=number)
            shapes[upos][end] = "" if feats == "_" else feats
    return {upos: dict(sorted(ends.items())) for upos, ends in sorted(shapes.items())}


def _parts(spelling: Spelling, docs: Iterable[Doc]) -> dict[tuple[str, ...], str]:
    """Return what part of speech the words with some flags are."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for token in (token for doc in docs for token in doc):
        if token.pos_ in COUNTED:
            seen[token.lemma_][token.pos_] += 1
    together: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    alone: dict[str, Counter[str]] = defaultdict(Counter)
    for word, flags in spelling.words:
        if word in seen and flags:
            upos = _most(seen[word])
            together[flags][upos] += 1
            for flag in flags:
                alone[flag][upos] += 1
    found = {}
    for flags in dict.fromkeys(flags for _, flags in spelling.words if flags):
        told = together.get(flags, Counter())
        upos = _most(told) if told.total() >= TOLD else _voted(flags, alone)
        if upos in PARTS:
            found[flags] = upos
    return found


def _voted(flags: Collection[str], alone: Mapping[str, Counter[str]]) -> str:
    votes: dict[str, float] = defaultdict(float)
    for flag in flags:
        told = alone.get(flag, Counter())
        for upos, count in told.items():
            votes[upos] += count / told.total()
    return min(votes, key=lambda upos: (-votes[upos], upos), default="")


def _most(counts: Counter[str]) -> str:
    return min(counts, key=lambda upos: (-counts[upos], upos))


def _setting(text: str, name: str) -> str:
    match = re.search(rf"^{name}\s+(\S+)", text.lstrip("\ufeff"), re.MULTILINE)
    return match[1] if match else ""


def _flags(text: str, kind: str) -> tuple[str, ...]:
    if kind == "num":
        return tuple(text.split(",")) if text else ()
    size = 2 if kind == "long" else 1
    return tuple(text[at : at + size] for at in range(0, len(text), size))


def _end(condition: str, path: Path) -> re.Pattern[str]:
    try:
        return re.compile(f"(?:{condition})$")
    except re.error as error:
        raise InputError(f"{condition} is no condition of a suffix: {error}", path=path) from error
