"""One annotation style for several treebanks: the reference's analysis wins where both can be true.

Treebanks of one language disagree on the lemma and features of closed-class words (*je*: `moi` or
`je`; Case or none). Pooling them untouched costs 1–5 points of FEATS. For each word of a foreign
treebank the reference's analyses of the same form and part of speech are looked up; the one that
agrees with most of the word's own features, and contradicts none of those that matter to meaning,
replaces it. Forms that the reference does not know keep their own analysis.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from discotag.plugin.training import Sentence, Word

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
