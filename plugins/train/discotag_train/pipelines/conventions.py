"""What treebanks of one language call differently, told by form: the reference decides or nobody.

AnCora's relative *que* is a PRON, GSD's mostly a SCONJ; months are nouns in one and names in the
other. A part of speech that a treebank gives a form at least twice as often as the reference does
is replaced by the reference's where that hardly varies, else left out, so that the reference alone
teaches the form. Participles that are unknown to the reference share its habits for their ending.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag_train.pipelines.lines import Line
    from discotag_train.pipelines.project import Gold

SEEN = 5
TIMES = 2
FIXED = 0.9
PARTICIPLE = re.compile(r".{2,}([ai]d[oa]s?)")

Key = tuple[str, bool]


class Conventions:
    """The reference's parts of speech by form, as far as they were read.

    Args:
        infinitives: verbs, for participles whose lemma is no infinitive.
    """

    def __init__(self, infinitives: Iterable[str]) -> None:
        self._known: dict[Key, Counter[str]] = defaultdict(Counter)
        self._analyses: dict[tuple[Key, str], Counter[tuple[str, str]]] = defaultdict(Counter)
        self._participles: dict[str, Counter[str]] = defaultdict(Counter)
        self._infinitives = frozenset(infinitives)

    def learn(self, lines: Iterable[Line]) -> None:
        """Count what the reference calls its forms; what was left out says nothing."""
        for line in lines:
            for key, gold in _keyed(line):
                if gold.upos:
                    for place in (key, *_ending(key)):
                        self._known[place][gold.upos] += 1
                    self._analyses[key, gold.upos][gold.feats, gold.lemma] += 1
                    if gold.upos == "VERB" and "VerbForm=Part" in gold.feats and _is_verb(gold):
                        self._participles[key[0]][gold.lemma] += 1

    def applied(self, lines: Sequence[Line]) -> list[Line]:
        """Return the lines of another treebank in the reference's manner."""
        own: dict[Key, Counter[str]] = defaultdict(Counter)
        for line in lines:
            for key, gold in _keyed(line):
                own[key][gold.upos] += 1
                for wider in _ending(key):
                    own[wider][gold.upos] += 1
        return [
            replace(line, gold=tuple(self._agreed(key, gold, own) for key, gold in _keyed(line)))
            for line in lines
        ]

    def _agreed(self, key: Key, gold: Gold, own: dict[Key, Counter[str]]) -> Gold:
        gold = self._with_infinitive(key[0], gold)
        for place in (key, *_ending(key)):
            known, here = self._known.get(place, Counter[str]()), own[place]
            if known.total() < SEEN:
                continue
            if known[gold.upos] * here.total() * TIMES > here[gold.upos] * known.total():
                return gold
            likely, count = known.most_common(1)[0]
            if place != key or count < FIXED * known.total():
                return replace(gold, upos="", feats="")
            ((feats, lemma), _) = self._analyses[key, likely].most_common(1)[0]
            return replace(gold, upos=likely, feats=feats, lemma=lemma)
        return gold

    def _with_infinitive(self, form: str, gold: Gold) -> Gold:
        if gold.upos != "VERB" or "VerbForm=Part" not in gold.feats or _is_verb(gold):
            return gold
        if form in self._participles:
            return replace(gold, lemma=self._participles[form].most_common(1)[0][0])
        stem = re.sub(r"[aií]d[oa]s?$", "", form)
        endings = ("ar",) if re.search(r"ad[oa]s?$", form) else ("er", "ir")
        found = [stem + ending for ending in endings if stem + ending in self._infinitives]
        return replace(gold, lemma=found[0] if len(found) == 1 and stem != form else "")


def _keyed(line: Line) -> Iterator[tuple[Key, Gold]]:
    for index, (word, gold) in enumerate(zip(line.words, line.gold, strict=True)):
        form = "0" if word.isdigit() else word.lower()
        yield (form, index > 0 and word[:1].isupper()), gold


def _ending(key: Key) -> tuple[Key, ...]:
    """Return the class of a participle: what is asked where the form itself is unknown."""
    found = PARTICIPLE.fullmatch(key[0])
    return ((f"-{found[1]}", key[1]),) if found else ()


def _is_verb(gold: Gold) -> bool:
    return gold.lemma.endswith(("r", "rse"))
