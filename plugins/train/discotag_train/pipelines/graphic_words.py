"""Graphic words kept whole: Semitic prefixes and suffix pronouns do not become tokens of their own.

spaCy gives one analysis to a token, and its tokenizers do not split Hebrew *וכשהילד* or Arabic
*وكتابه*. Such a word takes the annotation of its content word: the word behind the prefixes and
before the suffix pronoun, whose person, number and gender become `Person[clit]` and so on where
the content word is a noun or a verb. A preposition with a pronoun counts as the pronoun.
Participles lose person and tense, which some treebanks read off the context and others leave open
(`Person=1,2,3`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discotag.plugin.training import Unit
from discotag_train.pipelines.harmonise import join, parse

if TYPE_CHECKING:
    from discotag.plugin.training import Sentence, Word

FUNCTION = frozenset({"ADP", "CCONJ", "SCONJ", "DET", "PART", "PUNCT"})
HOSTS = frozenset({"NOUN", "PROPN", "VERB"})
LAYERED = ("Person", "Number", "Gender")


def whole(sentence: Sentence) -> Sentence:
    """Return the sentence with one word for each graphic word; trees are carried over."""
    unit_of = [k for k, unit in enumerate(sentence.units) for _ in range(unit.first, unit.end)]
    words = []
    for k, unit in enumerate(sentence.units):
        group = sentence.words[unit.first : unit.end]
        chief = _chief(group, range(unit.first, unit.end))
        head = chief.head
        if head is not None and head >= 0:
            head = unit_of[head]
            if head == k:
                head = None
        words.append(replace(chief, form=unit.form, feats=_feats(chief, group), head=head))
    units = tuple(
        Unit(unit.form, k, k + 1, unit.space_after) for k, unit in enumerate(sentence.units)
    )
    return replace(sentence, words=tuple(words), units=units)


def _chief(group: tuple[Word, ...], places: range) -> Word:
    """Choose the word that speaks for the group: a content word with its head outside, if any."""
    content = [word for word in group if word.upos not in FUNCTION]
    outside = [word for word in content if word.head is None or word.head not in places]
    return (outside or content or group[-1:])[0]


def _feats(chief: Word, group: tuple[Word, ...]) -> str:
    feats = parse(chief.feats)
    if feats.get("VerbForm") == "Part":
        feats.pop("Person", None)
        feats.pop("Tense", None)
    if chief.upos in HOSTS:
        for word in group:
            suffix = parse(word.feats)
            if word.upos == "PRON" and suffix.get("PronType") == "Prs":
                feats.update({f"{name}[clit]": suffix[name] for name in LAYERED if name in suffix})
    return join(feats)
