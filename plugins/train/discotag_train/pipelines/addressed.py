"""Training lines, and the ways in which they are varied.

Lines of dialogue are not treebank sentences: they hold two sentences, lack the full stop, or use
the typographic apostrophe. A seeded share of the lines is varied in just these ways.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag.plugin import ud
from discotag_train.pipelines.harmonise import join, parse
from discotag_train.pipelines.surface import Gold

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence
    from pathlib import Path


JOINED, UNSTOPPED, CURLED, CAPITALISED, BARE = 0.12, 0.08, 0.25, 0.5, 0.2
FINAL = frozenset({".", "!", "?", "…", "...", "。"})


@dataclass(frozen=True, slots=True)
class Line:
    """Tokens with their annotation; `spaces[j]`: a space follows token j."""

    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    gold: tuple[Gold, ...]

    @property
    def has_tree(self) -> bool:
        """Whether the treebank gave heads."""
        return all(token.head is not None for token in self.gold)


def varied(lines: Sequence[Line], chance: random.Random, *, spoken: bool) -> Iterator[Line]:
    """Vary a share of the lines; every sentence is given once, alone or joined to the next."""
    waiting: Line | None = None
    for original in lines:
        line = original
        if spoken and chance.random() < CAPITALISED:
            line = stopped(capitalised(line))
        elif spoken and chance.random() < BARE:
            line = bare(line)
        elif chance.random() < UNSTOPPED:
            line = unstopped(line)
        if chance.random() < CURLED:
            line = replace(line, words=tuple(word.replace("'", "’") for word in line.words))
        if waiting is not None and line.has_tree:
            yield joined(waiting, line)
            waiting = None
        elif chance.random() < JOINED and line.has_tree:
            waiting = line
        else:
            yield line
    if waiting is not None:
        yield waiting


def joined(first: Line, second: Line) -> Line:
    """Put two sentences on one line; the second's root hangs on the first's as `parataxis`."""
    shift = len(first.words)
    root = next((j for j, token in enumerate(first.gold) if token.head == -1), 0)
    moved = [
        replace(token, head=root, deprel="parataxis")
        if token.head == -1
        else replace(token, head=(token.head or 0) + shift)
        for token in second.gold
    ]
    return Line(
        first.words + second.words,
        (*first.spaces[:-1], True, *second.spaces),
        (*first.gold, *moved),
    )


def capitalised(line: Line) -> Line:
    """Begin with a capital letter."""
    return replace(line, words=(line.words[0][:1].upper() + line.words[0][1:], *line.words[1:]))


def stopped(line: Line) -> Line:
    """End with a full stop."""
    if line.words[-1] in FINAL or not line.has_tree:
        return line
    root = next((j for j, token in enumerate(line.gold) if token.head == -1), 0)
    return Line(
        (*line.words, "."),
        (*line.spaces[:-1], False, False),
        (*line.gold, Gold("PUNCT", ".", "_", root, "punct")),
    )


def unstopped(line: Line) -> Line:
    """Take the final full stop away."""
    last = len(line.words) - 1
    if last < 1 or line.words[-1] != "." or any(token.head == last for token in line.gold):
        return line
    return Line(line.words[:-1], line.spaces[:-1], line.gold[:-1])


def bare(line: Line) -> Line:
    """Take all punctuation away, as in unedited subtitles."""
    keep = [j for j, token in enumerate(line.gold) if token.upos != "PUNCT"]
    place = {old: new for new, old in enumerate(keep)}
    place[-1] = -1
    if not keep or any(line.gold[j].head not in place for j in keep):
        return line
    spaces = [
        line.spaces[j] or any(line.spaces[j:after])
        for j, after in zip(keep, [*keep[1:], len(line.words)], strict=True)
    ]
    gold = tuple(
        replace(line.gold[j], head=place[line.gold[j].head or 0 if line.gold[j].head != -1 else -1])
        for j in keep
    )
    return Line(tuple(line.words[j] for j in keep), tuple(spaces), gold)


SHARE = 0.4
"""Of the words that have a counterpart, how many are exchanged."""
ALIKE = 3
"""How many last letters two lemmas must share."""
STEM = 2
"""How many letters of a lemma must be at the beginning of its form."""
PARTS = {"n": "NOUN", "v": "VERB", "adj": "ADJ"}
GENDERS = {"m": "Masc", "f": "Fem", "n": "Neut", "c": "Com"}
ASPECTS = {"pf": "Perf", "impf": "Imp"}
HEAD = re.compile(r"[^{]*\{(\w+)\}")
NOTES = re.compile(r"\([^()]*\)|\[[^\]]*\]|/[^/]*/")
WORD = re.compile(r"([^\W\d_]{4,})((?: \{[\w-]+\})*)")

Key = tuple[str, str, str]
"""Part of speech, gender or aspect ("" = unknown), last letters."""


@dataclass(frozen=True)
class Words:
    """Words of a dictionary by what they can replace, each list sorted."""

    lists: dict[Key, tuple[str, ...]]

    def like(self, token: Gold) -> tuple[str, ...]:
        """Return the words that may be where a token is."""
        return self.lists.get((token.upos, _told(token), token.lemma[-ALIKE:]), ())


def read_words(path: Path) -> Words:
    """Read the nouns, adjectives and verbs of a Wiktionary dictionary from English.

    Nouns without a gender are left out; verbs without an aspect can be only for such.
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


def shared(first: str, second: str) -> int:
    """Count the letters that two words begin with."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(first), len(second)))


def inflected(form: str, lemma: str, other: str) -> str | None:
    """Return the form of another lemma that has the ending which a lemma has in a form.

    None where the two do not begin alike, or where the ending does not fit the other lemma.
    """
    low = form.lower()
    size = shared(low, lemma)
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
    """Return the gender or aspect that a word's marks show; None for one that cannot be used."""
    if "p" in marks or "m-p" in marks or "f-p" in marks or "n-p" in marks:
        return None  # a plural, whose endings are others
    if upos == "NOUN":
        genders = [GENDERS[mark] for mark in marks if mark in GENDERS]
        return genders[0] if len(genders) == 1 else None
    aspects = [ASPECTS[mark] for mark in marks if mark in ASPECTS]
    return aspects[0] if upos == "VERB" and len(aspects) == 1 else ""


SUBJECTS = frozenset({"nsubj", "nsubj:pass", "csubj", "csubj:pass", "expl"})


class Person(BaseModel):
    """How a verb of one person becomes one of the second.

    Args:
        feats: the features that a verb must have.
        endings: end of its form → end of the new one; the first that fits counts.
        words: form → new form, for verbs that go their own way; before the endings.
        becomes: the features that change.
        pronoun: the subject, where there was one of one word; it has the verb's person and number.
        lemma: of the pronoun.
        share: of the sentences that can be said so, how many are.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    feats: dict[str, str]
    endings: tuple[tuple[str, str], ...] = ()
    words: dict[str, str] = {}
    becomes: dict[str, str]
    pronoun: str
    lemma: str
    share: float = 0.5

    def form(self, form: str) -> str | None:
        """Return the form of the second person, in lower case; None where no rule fits."""
        low = form.lower()
        if low in self.words:
            return self.words[low]
        for end, new in self.endings:
            if low.endswith(end) and len(low) > len(end):
                return low[: len(low) - len(end)] + new
        return None


def addressed(
    lines: Sequence[Line], persons: Sequence[Person], chance: random.Random
) -> Iterator[Line]:
    """Yield the lines that can be said to somebody, said so: each by a share of the rules."""
    for line in lines:
        for person in persons:
            said = _said(line, person) if line.has_tree else None
            if said is not None and chance.random() < person.share:
                yield said


def _said(line: Line, person: Person) -> Line | None:
    """Return a line with its first fitting verb in the second person; None where there is none."""
    for place, token in enumerate(line.gold):
        feats = parse(token.feats)
        if token.upos not in ud.VERBAL or not person.feats.items() <= feats.items():
            continue
        form = person.form(line.words[place])
        whose = place if token.deprel == "root" or token.upos == "VERB" else token.head
        subjects = [
            j for j, other in enumerate(line.gold)
            if other.head == whose and other.deprel in SUBJECTS
        ]  # fmt: skip
        if form is None or len(subjects) > 1 or not all(_is_alone(line, j) for j in subjects):
            continue
        words, gold = list(line.words), list(line.gold)
        words[place] = _cased(form, words[place])
        gold[place] = replace(token, feats=join(feats | person.becomes))
        for j in subjects:
            words[j] = _cased(person.pronoun, words[j] if j == 0 else "")
            told = {"Case": "Nom", "PronType": "Prs", "Person": "2"}
            told |= {k: v for k, v in person.becomes.items() if k == "Number"}
            told.setdefault("Number", feats.get("Number", "Sing"))
            gold[j] = replace(gold[j], upos="PRON", lemma=person.lemma, feats=join(told))
        return replace(line, words=tuple(words), gold=tuple(gold))
    return None


def _is_alone(line: Line, place: int) -> bool:
    """Return whether a subject is one word without dependents."""
    is_leaf = all(token.head != place for token in line.gold)
    return is_leaf and line.gold[place].upos in {"NOUN", "PROPN", "PRON"}


def _cased(form: str, like: str) -> str:
    return form[:1].upper() + form[1:] if like[:1].isupper() else form
