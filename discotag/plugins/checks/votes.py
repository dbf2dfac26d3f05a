"""Votes: which class of address each segment of a voice speaks for, by its surest marks."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Self

from discotag.plugins.checks.voices import Voices

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from discotag.core.document import Document
    from discotag.core.tags import Mark, TaggedDocument
    from discotag.core.tokens import Token

T, V = "T", "V"
CLASSES: Mapping[str, str] = {
    "t": T,
    "plain": T,
    "v": V,
    "polite": V,
    "honorific": V,
    "humble": V,
}
"""Labels of the formality tables → what they are held to be."""
STYLES = frozenset({"plain", "polite", "honorific", "humble"})
"""Labels of languages in which every predicate bears a class, whoever is spoken to."""
PRONOMINAL = frozenset({"PRON", "DET"})
VERBAL = frozenset({"VERB", "AUX"})
CONTENT = frozenset({"NOUN", "PROPN", "PRON", "VERB", "ADJ", "ADV", "NUM"})
ADDRESS = frozenset({"you", "your", "yours", "yourself", "yourselves", "ya", "u", "ur"})


@dataclass(frozen=True, slots=True)
class Vote:
    """What one segment says in one voice.

    Args:
        segment: the segment.
        marks: class → its marks, in text order.
        numbers: what the source itself says of the people spoken to, where its language tells.
    """

    segment: int
    marks: dict[str, list[Mark]] = field(default_factory=dict)
    numbers: set[tuple[str, str]] = field(default_factory=set)


def votes(tagged: TaggedDocument, words: AddressWords) -> dict[str, list[Vote]]:
    """Give the votes of each voice, in text order."""
    document = tagged.document
    voices = Voices(document.target.segments)
    found: dict[str, dict[int, Vote]] = {}
    by_segment: dict[int, list[Mark]] = {}
    for mark in tagged.marks:
        if mark.phenomenon == "formality" and mark.label in CLASSES:
            by_segment.setdefault(mark.segment, []).append(mark)
    for mark in chain.from_iterable(
        _sure(document, marks, words)
        for segment, marks in by_segment.items()
        if not words.several_people(document, segment)
    ):
        side = CLASSES[mark.label]
        voice = voices.at(mark.segment, document.target[mark.segment].starts[mark.token])
        vote = found.setdefault(voice, {}).setdefault(mark.segment, Vote(mark.segment))
        vote.marks.setdefault(side, []).append(mark)
        vote.numbers.update(_numbers(document, mark))
    return {voice: list(of_voice.values()) for voice, of_voice in found.items()}


class AddressWords:
    """What the check must know of words; forms are compared without case.

    Args:
        reflexive: lemmas of target pronouns that may address nobody.
        words: source words that tell of several people.
        phrases: the same of several words, with spaces between.
    """

    def __init__(
        self,
        reflexive: Collection[str] = (),
        words: Collection[str] = (),
        phrases: Collection[str] = (),
    ) -> None:
        self.reflexive = frozenset(reflexive)
        self._words = frozenset(words)
        self._phrases = tuple(f" {phrase} " for phrase in phrases)

    @classmethod
    def read(cls, source: str) -> Self:
        """Read the words of a source language."""
        data = tomllib.loads(Path(__file__).with_name("address.toml").read_text("utf-8"))
        return cls(data["reflexive"], **data["plural"].get(source.partition("-")[0], {}))

    def several_people(self, document: Document, segment: int) -> bool:
        """Tell whether a source segment speaks to several people."""
        forms = [form.casefold().replace("’", "'") for form in document.source[segment].forms]
        line = f" {' '.join(forms)} "
        return not self._words.isdisjoint(forms) or any(p in line for p in self._phrases)


def _sure(document: Document, marks: Sequence[Mark], words: AddressWords) -> list[Mark]:
    """Give the marks of a segment that can be believed.

    Pronouns can, and verbs that agree with one; of other verbs those whose form and source both
    speak to somebody, where no pronoun says otherwise. Of styles only the one that ends the segment
    counts: plain forms within a sentence are grammar.
    """
    styles = [mark for mark in marks if mark.label in STYLES]
    if styles:
        return styles[-1:] if _is_final(document, styles[-1]) else []
    pronouns = [mark for mark in marks if _is_pronoun(document, mark, words)]
    classes = {CLASSES[mark.label] for mark in pronouns}
    return [
        mark
        for mark in marks
        if CLASSES[mark.label] in classes
        or (not classes and _is_second_verb(document, mark, words))
    ]


def _is_pronoun(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Tell whether a mark is a pronoun of address.

    Polite ones that look like third persons (Spanish su, Italian si) need a source that does not.
    """
    token = document.target[mark.segment][mark.token]
    is_reflexive = token.lemma.casefold() in words.reflexive or token.feats.get("Reflex") == "Yes"
    if token.upos not in PRONOMINAL or is_reflexive:
        return False
    if CLASSES[mark.label] != V or token.feats.get("Person") != "3":
        return True
    linked = _linked(document, mark)
    if token.upos == "DET" or any(other.upos in PRONOMINAL for other in linked):
        return any(_is_second(other) for other in linked)
    return _is_addressed(document, mark)


def _is_final(document: Document, mark: Mark) -> bool:
    """Tell whether no content word stands behind a mark in its segment."""
    upos = document.target[mark.segment].upos or ()
    return CONTENT.isdisjoint(upos[mark.token + 1 :])


def _is_second_verb(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Tell whether a verb's form and its source both speak to somebody.

    Polite forms may be third persons; then the source verb itself must have such a subject.
    """
    token = document.target[mark.segment][mark.token]
    if token.upos not in VERBAL or token.feats.get("VerbForm", "Fin") != "Fin":
        return False
    if token.feats.get("Mood") == "Imp" or token.feats.get("Person") == "2":
        return _is_addressed(document, mark)
    before = token.segment[mark.token - 1].lemma if mark.token else ""
    if CLASSES[mark.label] != V or token.feats.get("Person") != "3" or before in words.reflexive:
        return False
    return any(_has_second_subject(other) for other in _linked(document, mark))


def _has_second_subject(verb: Token) -> bool:
    heads = [verb, *([verb.segment[verb.head]] if verb.upos == "AUX" and verb.head >= 0 else [])]
    return verb.feats.get("Mood") == "Imp" or any(
        child.deprel.startswith("nsubj") and _is_second(child)
        for head in heads
        for child in head.children
    )


def _is_addressed(document: Document, mark: Mark) -> bool:
    """Tell whether the source of a mark speaks to somebody."""
    return any(token.feats.get("Mood") == "Imp" for token in _linked(document, mark)) or any(
        _is_second(token) for token in document.source[mark.segment]
    )


def _linked(document: Document, mark: Mark) -> list[Token]:
    source = document.source[mark.segment]
    return [source[index] for index in mark.source_tokens]


def _is_second(token: Token) -> bool:
    return token.feats.get("Person") == "2" or token.form.casefold() in ADDRESS


def _numbers(document: Document, mark: Mark) -> set[tuple[str, str]]:
    """Give number and politeness of the second persons that a mark is linked to."""
    return {
        (token.feats.get("Number", ""), token.feats.get("Polite", token.feats["Person"]))
        for token in _linked(document, mark)
        if "Person" in token.feats and token.upos in PRONOMINAL
    }
