"""Sentences said again with other words of a dictionary, inflected as the words they stand for.

A treebank of ten thousand words shows few stems, and a network that has met few stems knows words
instead of endings. A noun, adjective or verb is exchanged for one of the dictionary that has the
same part of speech, gender or aspect, and the same last letters, with the ending that its own form
has: *v hotelu* becomes *v tunelu*. Sense is lost; endings, and what stands beside them, stay true.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from discotag_train.pipelines.harmonise import parse

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag_train.pipelines.lines import Line
    from discotag_train.pipelines.project import Gold

SHARE = 0.4
"""Of the words that have a counterpart, how many are exchanged."""
ALIKE = 3
"""How many last letters two lemmas must share."""
STEM = 2
"""How many letters of a lemma must stand at the beginning of its form."""
PARTS = {"n": "NOUN", "v": "VERB", "adj": "ADJ"}
GENDERS = {"m": "Masc", "f": "Fem", "n": "Neut", "c": "Com"}
ASPECTS = {"pf": "Perf", "impf": "Imp"}
HEAD = re.compile(r"[^{]*\{(\w+)\}")
NOTES = re.compile(r"\([^()]*\)|\[[^\]]*\]|/[^/]*/")
WORD = re.compile(r"([^\W\d_]{4,})((?: \{[\w-]+\})*)")

Key = tuple[str, str, str]
"""Part of speech, gender or aspect ("" = not told), last letters."""


@dataclass(frozen=True)
class Words:
    """Words of a dictionary by what they can stand for, each list sorted."""

    lists: dict[Key, tuple[str, ...]]

    def like(self, token: Gold) -> tuple[str, ...]:
        """Return the words that may stand where a token stands."""
        return self.lists.get((token.upos, _told(token), token.lemma[-ALIKE:]), ())


def read_words(path: Path) -> Words:
    """Read the nouns, adjectives and verbs of a Wiktionary dictionary from English.

    Nouns without a gender are left out; verbs without an aspect can stand only for such.
    """
    found: dict[Key, set[str]] = defaultdict(set)
    for line in path.read_text(encoding="utf-8").splitlines():
        head, mark, body = line.partition(" :: ")
        match = HEAD.match(head)
        if not mark or match is None or match[1] not in PARTS:
            continue
        upos = PARTS[match[1]]
        for part in re.split(r"[,;]", NOTES.sub("", body)):
            entry = WORD.fullmatch(part.strip())
            if entry is None or not entry[1].islower():
                continue
            marks = re.findall(r"\{([\w-]+)\}", entry[2])
            told = _marked(upos, marks)
            if told is not None:
                found[upos, told, entry[1][-ALIKE:]].add(entry[1])
    return Words({key: tuple(sorted(words)) for key, words in found.items()})


def exchanged(lines: Sequence[Line], words: Words, chance: random.Random) -> Iterator[Line]:
    """Yield lines with some words exchanged, those in which any word can be."""
    for line in lines:
        forms, gold = list(line.words), list(line.gold)
        is_changed = False
        for place, token in enumerate(gold):
            others = words.like(token)
            if not others or chance.random() >= SHARE:
                continue
            lemma = chance.choice(others)
            form = inflected(forms[place], token.lemma, lemma)
            if form is not None and lemma != token.lemma:
                forms[place], gold[place] = form, replace(token, lemma=lemma)
                is_changed = True
        if is_changed:
            yield replace(line, words=tuple(forms), gold=tuple(gold))


def inflected(form: str, lemma: str, other: str) -> str | None:
    """Return the form of another lemma that has the ending which a lemma has in a form.

    None where the two do not begin alike, or where the ending does not fit the other lemma.
    """
    low = form.lower()
    size = next((k for k, (a, b) in enumerate(zip(low, lemma, strict=False)) if a != b), None)
    size = min(len(low), len(lemma)) if size is None else size
    taken = lemma[size:]
    if size < STEM or len(taken) >= ALIKE or not other.endswith(taken):
        return None
    made = other.removesuffix(taken) + low[size:]
    if form.isupper() and len(form) > 1:
        return made.upper()
    return made[:1].upper() + made[1:] if form[:1].isupper() else made


def _told(token: Gold) -> str:
    feats = parse(token.feats)
    if token.upos == "NOUN":
        return feats.get("Gender", "")
    return feats.get("Aspect", "") if token.upos == "VERB" else ""


def _marked(upos: str, marks: Sequence[str]) -> str | None:
    """Return the gender or aspect that a word's marks tell; None for one that cannot be used."""
    if "p" in marks or "m-p" in marks or "f-p" in marks or "n-p" in marks:
        return None  # a plural, whose endings are others
    if upos == "NOUN":
        genders = [GENDERS[mark] for mark in marks if mark in GENDERS]
        return genders[0] if len(genders) == 1 else None
    aspects = [ASPECTS[mark] for mark in marks if mark in ASPECTS]
    return aspects[0] if upos == "VERB" and len(aspects) == 1 else ""
