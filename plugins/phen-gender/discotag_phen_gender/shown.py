"""Which target words show a gender, and which person of the source they show it of.

A noun shows it by itself (*Lehrerin*); determiners, adjectives, participles, past tenses show it
by agreement with a noun, a name or a subject that is linked to a person of the source.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import ud
from discotag_phen_gender.lists import GENDERS
from discotag_phen_gender.roles import DEPTH, antecedent, is_person_noun, subject_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Token
    from discotag_phen_gender.lists import Gender
    from discotag_phen_gender.people import Person
    from discotag_phen_gender.reading import Reading

DOUBLE = re.compile(
    r"\w{2,}(?:[:*_·•][^\W\d]{1,7}|/(?:In\b|[^\W\dA-ZÄÖÜ]{1,7}))"
    r"|\w{2,}(?:\([^\W\d]{1,6}\)|-(?:in|innen|e|es|ne|nes|trice|trices)\b)"
    r"|\w{3,}[a-zäöüß]Innen\b|\w{3,}[a-zäöüß]In\b"
)
"""Forms for everybody: Lehrer:in, Lehrer*innen, étudiant·e, LehrerIn; no names such as Re/Max."""
AGREEING = frozenset({"DET", "ADJ", "VERB", "AUX"})
UPWARDS = frozenset({"det", "amod", "acl", "aux", "cop", "conj", "xcomp", "advcl", "appos", "flat"})
"""Relations over which a word shows the gender of the word above."""


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
    """Finds the words of one document that show a gender."""

    def __init__(self, reading: Reading) -> None:
        """Look at a document that was read."""
        self._reading = reading
        self._document, self._words = reading.document, reading.words

    def all(self) -> Iterator[Shown]:
        """Yield the words, in text order."""
        for segment in range(len(self._document)):
            for token in self._document.target[segment]:
                found = self._shown(segment, token)
                if found is not None:
                    yield found

    def _shown(self, segment: int, token: Token) -> Shown | None:
        is_person = self._names_person(segment, token)
        is_nominal = token.upos in ud.NOMINAL
        is_noun = is_nominal or is_person
        gender = self._gender(segment, token, is_noun=is_noun, is_person=is_person)
        if gender is None and self._words.names is None:
            return None
        sources, person = self._reached(segment, token, DEPTH)
        if gender is None and person is not None:
            gender = self._gender_of_name(segment, token)
        if gender is None:
            return None
        source = self._document.source[segment]
        is_plural = self._is_plural(segment, token) or any(
            source[place].feats.get("Number") == "Plur" for place in sources
        )
        return Shown(segment, token.index, gender, sources, person, is_noun, is_plural)

    def _names_person(self, segment: int, token: Token) -> bool:
        """Return whether a word is linked to an English noun for persons."""
        return any(is_person_noun(source) for source in self._reading.linked(segment, token.index))

    def _is_copied(self, segment: int, token: Token) -> bool:
        """Return whether a word is a name as the source has it, whatever the analyzer says."""
        return any(
            source.form == token.form and source.upos == "PROPN"
            for source in self._reading.linked(segment, token.index)
        )

    def _is_name(self, segment: int, token: Token) -> bool:
        """Return whether a word is a name, by its source where the analyzer does not know it."""
        if token.upos == "PROPN":
            return True
        sources = [source.upos for source in self._reading.linked(segment, token.index)]
        is_name = bool(sources) and all(upos == "PROPN" for upos in sources)
        is_listed = self._words.is_listed(token.form, token.lemma)
        return is_name and token.form[:1].isupper() and not is_listed

    def _is_plural(self, segment: int, token: Token) -> bool:
        """Return whether several are meant; of a noun the source is surer."""
        for source in self._reading.linked(segment, token.index) if token.upos == "NOUN" else ():
            if is_person_noun(source):
                return source.feats.get("Number") == "Plur"
        return token.feats.get("Number") == "Plur"

    def _gender(
        self, segment: int, token: Token, *, is_noun: bool, is_person: bool
    ) -> Gender | None:
        is_name = self._is_copied(segment, token)  # Weber
        if is_name or token.form.casefold() in self._words.invariable:
            return None
        if is_double(token):
            return "neutral"
        if self._words.names is not None and self._is_name(segment, token):
            return None  # its end may tell, see _gender_of_name
        if is_noun and token.upos != "PRON":
            found = self._words.noun(token.form, token.lemma, is_person=is_person)
            if found is not None or token.upos in ud.NOMINAL:
                return found
        return self._gender_of_agreement(token)

    def _gender_of_agreement(self, token: Token) -> Gender | None:
        """Return what a pronoun, or a word that takes over a gender, shows."""
        if token.upos == "PRON" and token.form.casefold() in self._words.pronouns:
            return self._words.pronouns[token.form.casefold()]
        if self._is_fixed(token):
            return None
        feature = GENDERS.get(token.feats.get("Gender", ""))
        if token.upos == "PRON":
            return feature if _is_personal(token) else None
        is_verb = token.upos in ud.VERBAL
        is_showing = token.upos in AGREEING and (not is_verb or self._agrees(token))
        return feature if is_showing else None

    def _agrees(self, token: Token) -> bool:
        """Return whether a verb shows its subject's gender: est allée, not: a dormi, roulant."""
        is_past = token.feats.get("VerbForm") == "Part" and token.feats.get("Tense") != "Pres"
        if not is_past and not self._words.finite_verbs:
            return False
        helpers = (child for child in token.children if ud.relation(child) == "aux")
        return all(helper.lemma.casefold() not in self._words.have for helper in helpers)

    def _is_fixed(self, token: Token) -> bool:
        """Return whether a word agrees with a noun whose gender is nobody's: la victime."""
        nouns = [token.segment[place] for place in _governors(token)]
        return any(
            noun.upos == "NOUN"
            and self._words.noun(noun.form, noun.lemma, is_person=False) == "neutral"
            for noun in nouns
        )

    def _gender_of_name(self, segment: int, token: Token) -> Gender | None:
        """Return what the end of a name shows, where names change."""
        linked = list(self._reading.linked(segment, token.index))
        if not linked or linked[-1].upos != "PROPN" or not token.form[:1].isupper():
            return None
        base = ud.relation(token)
        if base.startswith("nsubj"):
            return None
        behind = token.index + 1
        if base == "nmod" and behind < len(token.segment):
            verb = token.segment[behind]
            if verb.upos == "VERB" and verb.feats.get("VerbForm") == "Fin":
                return None  # its subject, misread
        has_preposition = any(child.deprel == "case" for child in token.children)
        is_oblique = base == "nmod" or (base == "obl" and has_preposition)
        return self._words.name(linked[-1].form, token.form, is_oblique=is_oblique)

    def _reached(
        self, segment: int, token: Token, depth: int
    ) -> tuple[tuple[int, ...], Person | None]:
        """Return the source words and the person that a target word is about."""
        if token.upos not in {"DET", "AUX"}:
            for source in self._reading.linked(segment, token.index):
                place = antecedent(source)
                person = self._reading.people.at(segment, place)
                if person is not None:
                    return (place,), person
        if token.upos == "NOUN" and not self._words.is_listed(token.form, token.lemma):
            return (), None  # a thing
        for other in _governors(token) if depth else ():
            found = self._reached(segment, token.segment[other], depth - 1)
            if found[1] is not None:
                return found
        has_subject = any(child.deprel.startswith("nsubj") for child in token.children)
        if has_subject or token.upos not in {"VERB", "ADJ", "AUX"}:
            return (), None
        for source in self._reading.linked(segment, token.index):
            subject = subject_of(source)
            person = self._reading.people.at(segment, subject) if subject is not None else None
            if subject is not None and person is not None:
                return (subject,), person
        return (), None


def _governors(token: Token) -> Iterator[int]:
    """Yield the words whose gender a word takes over, the nearest kind first."""
    subjects = [child.index for child in token.children if child.deprel.startswith("nsubj")]
    yield from subjects
    if subjects or token.head < 0:
        return
    base, head = ud.relation(token), token.segment[token.head]
    if base in UPWARDS:
        yield token.head
    elif base in {"obl", "nmod", "obj"} and token.upos in {"NOUN", "ADJ", "VERB"}:
        for child in head.children:
            if child.deprel.startswith("nsubj") and child.index != token.index:
                yield child.index


def _is_personal(token: Token) -> bool:
    """Return whether a pronoun stands for a person or a relative clause's noun."""
    kind = token.feats.get("PronType", "Prs")
    return "Rel" in kind or ("Prs" in kind and token.feats.get("Person") == "3")


def is_double(token: Token) -> bool:
    """Return whether a word is a form for everybody: Lehrer:in."""
    text = token.segment.text
    found = DOUBLE.match(text, text.rfind(" ", 0, token.start) + 1)
    return found is not None and found.start() <= token.start < found.end()
