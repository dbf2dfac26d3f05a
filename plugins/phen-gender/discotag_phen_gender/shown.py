"""Which target words show a gender, and which person of the source they show it of.

A noun shows it by itself (*Lehrerin*); determiners, adjectives, participles, past tenses show it
by agreement with a noun, a name or a subject that is linked to a person of the source.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from discotag_phen_gender.lists import GENDERS
from discotag_phen_gender.people import is_person_noun, subject_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Alignment, Document, Token
    from discotag_phen_gender.lists import Gender, PersonWords
    from discotag_phen_gender.people import People, Person

DOUBLE = re.compile(r"\w{2,}(?:[:*_·•/]\w{1,6}|\(\w{1,5}\)|-(?:in|innen|e|es|ne|trice))\b|\w{3,}Innen?\b")
"""Forms for everybody: Lehrer:in, Lehrer*innen, étudiant·e, LehrerIn."""
DEPTH = 4
AGREEING = frozenset({"DET", "ADJ", "VERB", "AUX"})


class Shown(NamedTuple):
    """A target word that shows a gender.

    Args:
        segment: of the target, from 0.
        token: in the segment, from 0.
        gender: what it shows.
        sources: the source words of the person that it was reached by.
        person: of whom; None if that is not known.
        is_noun: whether the word itself names the person; else it agrees.
        is_plural: whether it is said of several.
    """

    segment: int
    token: int
    gender: Gender
    sources: tuple[int, ...]
    person: Person | None
    is_noun: bool
    is_plural: bool


class Shows:
    """Finds the words of one document.

    Args:
        document: with tokens, trees, features on both sides, and links.
        words: the target language's lists.
        people: the persons of its source.
    """

    def __init__(self, document: Document, words: PersonWords, people: People) -> None:
        self._document = document
        self._words = words
        self._people = people

    def all(self) -> Iterator[Shown]:
        """Yield the words, in text order."""
        for segment in range(len(self._document)):
            for token in self._document.target[segment]:
                found = self._shown(segment, token)
                if found is not None:
                    yield found

    def _shown(self, segment: int, token: Token) -> Shown | None:
        sources, person = self._reached(segment, token, DEPTH)
        is_noun = token.upos in {"NOUN", "PROPN"} or self._names_person(segment, token)
        gender = self._gender(segment, token, is_noun=is_noun)
        is_plural = token.feats.get("Number") == "Plur"
        if gender is None:
            return None
        return Shown(segment, token.index, gender, sources, person, is_noun, is_plural)

    def _names_person(self, segment: int, token: Token) -> bool:
        """Return whether a word is linked to an English noun for persons."""
        source = self._document.source[segment]
        return any(
            is_person_noun(source[place])
            for place in self._links(segment).sources(token.index)
        )

    def _gender(self, segment: int, token: Token, *, is_noun: bool) -> Gender | None:
        form = token.form.casefold()
        if _is_double(token):
            return "neutral"
        if token.upos == "PRON" and form in self._words.pronouns:
            return self._words.pronouns[form]
        if is_noun:
            return self._words.noun(
                token.form, token.lemma, is_person=self._names_person(segment, token)
            )
        feature = GENDERS.get(token.feats.get("Gender", ""))
        if token.upos == "PRON":
            is_personal = token.feats.get("PronType") in {"Prs", None}
            return feature if is_personal and token.feats.get("Person") == "3" else None
        return feature if token.upos in AGREEING else None

    def _links(self, segment: int) -> Alignment:
        return self._document.links(segment)

    def _linked(self, segment: int, token: int) -> tuple[tuple[int, ...], Person | None]:
        """Return the source words of a person that a target word is linked to."""
        for source in self._links(segment).sources(token):
            person = self._people.at(segment, source)
            if person is not None:
                return (source,), person
        return (), None

    def _reached(
        self, segment: int, token: Token, depth: int
    ) -> tuple[tuple[int, ...], Person | None]:
        """Return the source words and the person that a target word is about."""
        if token.upos not in {"DET", "AUX"}:
            found = self._linked(segment, token.index)
            if found[1] is not None:
                return found
        for other in _governors(token) if depth else ():
            found = self._reached(segment, token.segment[other], depth - 1)
            if found[1] is not None:
                return found
        if token.upos not in {"VERB", "ADJ", "AUX"}:
            return (), None
        for source in self._links(segment).sources(token.index):
            subject = subject_of(self._document.source[segment][source])
            person = self._people.at(segment, subject) if subject is not None else None
            if subject is not None and person is not None:
                return (subject,), person
        return (), None


def _governors(token: Token) -> Iterator[int]:
    """Yield the words whose gender a word takes over, the nearest kind first."""
    base = token.deprel.partition(":")[0]
    for child in token.children:
        if child.deprel.startswith("nsubj"):
            yield child.index
    if token.head < 0:
        return
    head = token.segment[token.head]
    if base in {"det", "amod", "acl", "aux", "cop", "conj", "xcomp", "advcl", "appos", "flat"}:
        yield token.head
    elif base in {"obl", "nmod", "nsubj", "obj"} and token.upos in {"NOUN", "ADJ", "VERB"}:
        for child in head.children:
            if child.deprel.startswith("nsubj") and child.index != token.index:
                yield child.index


def _is_double(token: Token) -> bool:
    text = token.segment.text
    start = text.rfind(" ", 0, token.start) + 1
    found = DOUBLE.match(text, start)
    return found is not None and found.end() >= token.end and found.group().isascii() is not None \
        and token.start < found.end() and "http" not in found.group()
