"""What treebanks of one language call differently, separated by form, by the reference only.

AnCora's relative *que* is a PRON, GSD's mostly a SCONJ; months are nouns in one and names in the
other. A part of speech that a treebank gives a form at least twice as often as the reference does
is replaced by the reference's where that hardly varies, else left out, so that the reference alone
teaches the form. Participles that are unknown to the reference share its habits for their ending.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from discotag.plugin.training import Sentence, Word
    from discotag_train.pipelines.addressed import Line
    from discotag_train.pipelines.surface import Gold


SEEN = 5
TIMES = 2
FIXED = 0.9
PARTICIPLE = re.compile(r".{2,}([ai]d[oa]s?)")

Key = tuple[str, bool]


class Conventions:
    """The reference's parts of speech by form, as far as they were read.

    Args:
        infinitives: verbs, for participles whose lemma is not an infinitive.
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


SEJONG = tomllib.loads((Path(__file__).parent / "sejong.toml").read_text(encoding="utf-8"))
"""Sejong tags by Kaist's: `tags`, and `beginnings` of the others."""
USUAL = 0.1
"""Share of a tag's words below which the reference is taken not to use a part of speech."""


class Sejong:
    """Rewrites words of Korean treebanks in the manner of a reference.

    Args:
        reference: sentences of the reference treebank, which has Sejong tags.
    """

    def __init__(self, reference: Iterable[Sentence]) -> None:
        self._whole: dict[str, Counter[str]] = defaultdict(Counter)
        self._edges: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for sentence in reference:
            for word in sentence.words:
                self._whole[word.xpos or ""][word.upos or "X"] += 1
                self._edges[_edges(word.xpos or "")][word.upos or "X"] += 1

    def sentence(self, sentence: Sentence) -> Sentence:
        """Return a sentence with all its words rewritten."""
        return replace(sentence, words=tuple(map(self.word, sentence.words)))

    def word(self, word: Word) -> Word:
        """Return a word with Sejong tags, the reference's part of speech and all its morphemes.

        A lemma that has fewer or more parts than the tag, and no original in `OrigLemma`, is taken
        away: it is not learned.
        """
        tags = [_sejong(tag, part) for tag, part in _parts(word)]
        xpos = "+".join(tags)
        lemma = _original(word.misc) or word.lemma or ""
        if lemma.count("+") != xpos.count("+") and word.form != "+":
            lemma = ""
        return replace(word, lemma=lemma, xpos=xpos, upos=self._upos(xpos, word.upos or "X"))

    def _upos(self, xpos: str, own: str) -> str:
        known = self._whole.get(xpos) or self._edges.get(_edges(xpos))
        if not known or known[own] >= USUAL * known.total():
            return own
        return known.most_common(1)[0][0]


def _parts(word: Word) -> list[tuple[str, str]]:
    tags = (word.xpos or "").split("+")
    parts = (word.lemma or "").split("+")
    if len(parts) != len(tags):
        parts = [""] * len(tags)
    return list(zip(tags, parts, strict=True))


def _sejong(tag: str, part: str) -> str:
    if tag in {"nnc", "nno"} and part.isdigit():
        return "SN"
    return str(SEJONG["tags"].get(tag) or SEJONG["beginnings"].get(tag[:2], tag))


def _original(misc: str) -> str | None:
    pairs = (pair.partition("=") for pair in misc.split("|"))
    return next((value for name, _, value in pairs if name == "OrigLemma"), None)


def _edges(xpos: str) -> tuple[str, str]:
    tags = xpos.split("+")
    return tags[0], tags[-1]


DECISIVE = frozenset(
    {"Person", "Number", "Gender", "Mood", "Tense", "VerbForm", "Polarity", "Reflex"}
)
CLOSED = frozenset(
    {"PRON", "DET", "NUM", "AUX", "ADV", "ADP", "SCONJ", "CCONJ", "PART", "INTJ", "PUNCT"}
)
SEEN_ENOUGH = 5
DOMINANT = 0.95

Feats = dict[str, str]


class Harmoniser:
    """Rewrites words in the manner of the reference treebank.

    Args:
        reference: sentences of the reference treebank.
        drop: features to remove everywhere.
    """

    def __init__(self, reference: Iterable[Sentence], drop: Collection[str]) -> None:
        self._drop = frozenset(drop)
        self._known: dict[tuple[str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
        self._lemmas: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        for sentence in reference:
            for word in sentence.words:
                key = _key(word)
                feats = {k: v for k, v in parse(word.feats).items() if k not in self._drop}
                self._known[key][word.lemma or "", join(feats)] += 1
                self._lemmas[key][word.lemma or ""] += 1

    def own(self, word: Word) -> Word:
        """Return a word of the reference treebank, dropped features apart."""
        feats = {k: v for k, v in parse(word.feats).items() if k not in self._drop}
        return replace(word, feats=join(feats))

    def foreign(self, words: Sequence[Word]) -> list[Word]:
        """Return the words of a sentence of another treebank in the reference's manner."""
        return [self._foreign(word, words) for word in words]

    def _foreign(self, word: Word, words: Sequence[Word]) -> Word:
        feats = {**_from_misc(word.misc), **parse(word.feats)}
        feats = {k: v for k, v in feats.items() if k not in self._drop}
        feats = _participle(word, words, feats)
        if feats.get("Mood") == "Imp" and word.form.lower() == word.lemma and "Number" not in feats:
            feats.pop("Person", None)
        key = _key(word)
        if word.upos in CLOSED:
            analysis = self._best(key, word.lemma or "", feats)
            if analysis is not None:
                lemma = word.lemma if word.form.isdigit() else analysis[0]
                return replace(word, lemma=lemma, feats=analysis[1])
        if word.upos == "ADV" and feats.get("Degree") == "Pos":
            feats.pop("Degree")
        lemmas = self._lemmas.get(key)
        lemma = word.lemma
        if lemmas and lemmas.total() >= SEEN_ENOUGH:
            likely, count = lemmas.most_common(1)[0]
            if count >= DOMINANT * lemmas.total():
                lemma = likely
        return replace(word, lemma=lemma, feats=join(feats))

    def _best(self, key: tuple[str, str], lemma: str, feats: Feats) -> tuple[str, str] | None:
        best: tuple[float, int] | None = None
        found = None
        for (other_lemma, other_feats), count in self._known.get(key, Counter()).items():
            other = parse(other_feats)
            clashes = [k for k in other.keys() & feats.keys() if other[k] != feats[k]]
            if DECISIVE.intersection(clashes):
                continue
            agreement = sum(other[k] == feats[k] for k in other.keys() & feats.keys() & DECISIVE)
            extra = len((other.keys() - feats.keys()) & DECISIVE)
            score = (agreement - 0.5 * extra + 0.25 * (other_lemma == lemma) - len(clashes), count)
            if best is None or score > best:
                best, found = score, (other_lemma, other_feats)
        return found


def _key(word: Word) -> tuple[str, str]:
    form = word.form.lower().replace("’", "'")
    return ("0" if form.isdigit() else form, word.upos or "X")


def parse(feats: str) -> Feats:
    """Read a FEATS cell."""
    if feats in {"_", ""}:
        return {}
    return dict(pair.split("=", 1) for pair in feats.split("|"))


def join(feats: Feats) -> str:
    """Write a FEATS cell, names sorted without regard to case."""
    return "|".join(f"{k}={feats[k]}" for k in sorted(feats, key=str.lower)) or "_"


def _from_misc(misc: str) -> Feats:
    """Gender and number that the French spoken treebanks keep apart as lexical or contextual."""
    found: Feats = {}
    for pair in misc.split("|"):
        name, _, value = pair.partition("=")
        base, bracket, _ = name.partition("[")
        if (
            bracket
            and base in {"Gender", "Number"}
            and name.endswith(("[lex]", "[ctxt]"))
            and value.isalpha()
        ):
            found[base] = value
    return found


def _participle(word: Word, words: Sequence[Word], feats: Feats) -> Feats:
    """Complete French participles: tense by ending, voice by auxiliary."""
    if feats.get("VerbForm") != "Part" or word.upos != "VERB" or word.head is None:
        return feats
    if "Tense" not in feats and "Voice" in feats:
        feats = {**feats, "Tense": "Pres" if word.form.lower().endswith("ant") else "Past"}
    if feats.get("Tense") == "Past" and "Gender" in feats and "Voice" not in feats:
        me = next(index for index, other in enumerate(words) if other is word)
        relations = {other.deprel for other in words if other.head == me}
        active = "aux:tense" in relations and not relations & {"aux:pass", "nsubj:pass"}
        feats = {**feats, "Voice": "Act" if active else "Pass"}
    return feats
