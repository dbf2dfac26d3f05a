"""Korean treebanks in one style: Sejong tags of morphemes, the reference's parts of speech.

Korean treebanks write a word's morphemes and their tags joined by `+`. Kaist has tags of its own,
and each treebank its habits with parts of speech (an inflected verb is VERB, SCONJ, CCONJ or AUX).
Tags: 세종 형태분석 말뭉치 (Sejong corpus); Choi et al. 1994 for Kaist's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.plugin.training import Sentence, Word

KAIST = {
    "f": "SL",
    "ii": "IC",
    "mag": "MAG",
    "mad": "MAG",
    "maj": "MAJ",
    "xsa": "XSM",
    "xp": "XPN",
    "xsn": "XSN",
    "xsv": "XSV",
    "xsm": "XSA",
    "jp": "VCP",
    "ep": "EP",
    "ef": "EF",
    "etn": "ETN",
    "etm": "ETM",
    "sf": "SF",
    "sp": "SP",
    "sl": "SS",
    "sr": "SS",
    "sd": "SO",
    "se": "SE",
    "su": "SW",
    "sy": "SW",
    "jcs": "JKS",
    "jcc": "JKC",
    "jco": "JKO",
    "jcm": "JKG",
    "jcv": "JKV",
    "jca": "JKB",
    "jct": "JKB",
    "jcj": "JC",
    "jcr": "JKQ",
    "nbn": "NNB",
    "nbu": "NNB",
    "nnc": "NR",
    "nno": "NR",
    "npp": "NP",
    "npd": "NP",
    "pvg": "VV",
    "pvd": "VV",
    "paa": "VA",
    "pad": "VA",
    "px": "VX",
}
FAMILIES = {"nc": "NNG", "nq": "NNP", "mm": "MM", "ec": "EC", "jx": "JX"}
"""Beginnings of Kaist's other tags."""
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
    return KAIST.get(tag) or FAMILIES.get(tag[:2], tag)


def _original(misc: str) -> str | None:
    pairs = (pair.partition("=") for pair in misc.split("|"))
    return next((value for name, _, value in pairs if name == "OrigLemma"), None)


def _edges(xpos: str) -> tuple[str, str]:
    tags = xpos.split("+")
    return tags[0], tags[-1]
