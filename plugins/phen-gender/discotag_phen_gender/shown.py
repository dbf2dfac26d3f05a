"""Which target words show a gender, and which person of the source they show it of.

A noun shows it by itself (*Lehrerin*); determiners, adjectives, participles, past tenses show it
by agreement with a noun, a name or a subject that is linked to a person of the source.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import ud
from discotag_phen_gender.english import DEPTH, antecedent, is_person_noun, subject_of
from discotag_phen_gender.lists import GENDERS
from discotag_phen_gender.people import FIRST

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from discotag.plugin import Token
    from discotag_phen_gender.lists import Gender
    from discotag_phen_gender.people import Person, Reading


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
        """Read a document."""
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
        """Return whether a word is a name as in the source, whatever the analyzer says."""
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
            return None  # its end may show, see _gender_of_name
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
    """Return whether a pronoun refers to a person or a relative clause's noun."""
    kind = token.feats.get("PronType", "Prs")
    return "Rel" in kind or ("Prs" in kind and token.feats.get("Person") == "3")


def is_double(token: Token) -> bool:
    """Return whether a word is a form for everybody: Lehrer:in."""
    text = token.segment.text
    found = DOUBLE.match(text, text.rfind(" ", 0, token.start) + 1)
    return found is not None and found.start() <= token.start < found.end()


IMPERSONAL = frozenset({"it", "this", "that", "there", "what"})
"""English subjects that are not persons."""
BEHIND = 5
"""Words between a noun and a participle that may belong to it."""
WITH_NOUN = frozenset({"det", "amod", "acl", "nummod"})
"""Relations of words that agree with the noun above."""
ADVERBIAL = frozenset({"obl", "obj", "advmod", "fixed", "case"})
"""Relations in which an adjective is not a word for a person: *por completo*."""
CLAUSES = frozenset({"csubj", "ccomp"})
"""What an adjective is said of, where it is said of nobody: *считает неприемлемым, чтобы …*"""
OF_SUBJECTS = frozenset({"Nom", "Ins"})
"""Cases of words that agree with a subject from afar: *он был уставшим*."""


class Belongs:
    """Asks of the words of one document whether they agree with their person."""

    def __init__(self, reading: Reading) -> None:
        """Ask of the words of a document that was read."""
        self._reading = reading

    def agrees(self, item: Shown) -> bool:
        """Return whether a word that shows a gender by agreement agrees with the person's word."""
        token = self._reading.document.target[item.segment][item.token]
        base = ud.relation(token)
        if self._is_misread(item, token) or self._is_name(item, token):
            return False
        if self._is_of_speaker(item) and (token.upos == "PRON" or _is_of_third_person(token)):
            return False
        if token.upos == "PRON" and "Rel" in token.feats.get("PronType", ""):
            return self._is_of(item, _relative_noun(token))
        if item.is_noun and not (token.upos == "ADJ" and base in WITH_NOUN):
            return not self._is_of_pronoun(item, token)
        if base in WITH_NOUN:
            return self._is_of(item, token.segment[token.head] if token.head >= 0 else None)
        return self._is_predicate(item, token)

    def _is_predicate(self, item: Shown, token: Token) -> bool:
        """Return whether a word without a noun is said of the person."""
        if ud.relation(token) in ADVERBIAL:
            return token.upos == "PRON"
        if token.upos in {"ADJ", "VERB"} and self._is_behind_thing(item, token):
            return False
        return token.upos not in {"ADJ", "VERB", "AUX"} or self._is_of_subject(item, token)

    def _is_of_pronoun(self, item: Shown, token: Token) -> bool:
        """Return whether a noun is linked to pronouns or names alone: *su padre* for *Gansu*."""
        linked = self._reading.linked(item.segment, token.index)
        is_unlike = all(
            word.upos == "PRON" or (word.upos == "PROPN" and not is_person_noun(word))
            for word in linked
        )
        return token.upos == "NOUN" and bool(linked) and is_unlike

    def _is_name(self, item: Shown, token: Token) -> bool:
        """Return whether a pronoun is not one, but a name that the analyzer does not know."""
        linked = self._reading.linked(item.segment, token.index)
        is_linked = bool(linked) and all(word.upos == "PROPN" for word in linked)
        return (
            token.upos == "PRON"
            and is_linked
            and token.form.casefold() not in self._reading.words.pronouns
        )

    def _is_of_speaker(self, item: Shown) -> bool:
        """Return whether a word was reached by *I*: no pronoun of a gender refers to it."""
        return any(word.form.casefold() in FIRST for word in self._reading.reached(item))

    def _is_behind_thing(self, item: Shown, token: Token) -> bool:
        """Return whether the noun before may be a thing: *le siècle passé*, *la cumbre, celebrada*.

        A predicate with its own verb is left alone: *il pilota, dopo la gara, era stanco*.
        """
        if any(ud.relation(child) in {"cop", "aux"} for child in token.children):
            return False
        for place in range(token.index - 1, max(-1, token.index - 1 - BEHIND), -1):
            before = token.segment[place]
            if before.upos in {"VERB", "AUX", "PRON"}:
                return False
            if before.upos in ud.NOMINAL:
                agrees = before.feats.get("Gender") == token.feats.get("Gender")
                return before.upos == "NOUN" and agrees and not self._is_of(item, before)
        return False

    def _is_misread(self, item: Shown, token: Token) -> bool:
        """Return whether a word is hardly what the analyzer takes it for, or agrees with another.

        A finite verb as an adjective (*precisa*), *one of*, *у неё был пёс*.
        """
        linked = self._reading.linked(item.segment, token.index)
        if any(word.lemma.casefold() == "one" for word in linked):
            return True
        if token.lemma.casefold() in self._reading.words.owned:
            return any(word.lemma.casefold() == "have" for word in linked)
        is_verb = any(word.feats.get("VerbForm") in {"Fin", "Inf"} for word in linked)
        return token.upos == "ADJ" and is_verb and not self._reading.words.finite_verbs

    def _is_of_subject(self, item: Shown, token: Token) -> bool:
        """Return whether a predicate can agree with the subject, and that is somebody."""
        in_case = token.upos == "AUX" or token.feats.get("Case", "Nom") in OF_SUBJECTS
        is_far = token.upos == "ADJ" and token.feats.get("Case") == "Ins"
        if is_far and any(ud.relation(child) in CLAUSES for child in token.children):
            return False
        if token.upos == "VERB" and not _has_agreeing_helper(token, self._reading.words.have):
            return False
        return in_case and self._has_link(item, token) and not self._has_other_subject(item, token)

    def _has_link(self, item: Shown, token: Token) -> bool:
        """Return whether a predicate is linked, or its own subject is, to the person."""
        if token.upos == "AUX" or self._reading.linked(item.segment, token.index):
            return True
        subjects = [child for child in token.children if child.deprel.startswith("nsubj")]
        linked = {
            word.index
            for child in subjects
            for word in self._reading.linked(item.segment, child.index)
        }
        return token.upos == "VERB" and not linked.isdisjoint(item.sources)

    def _is_of(self, item: Shown, noun: Token | None) -> bool:
        """Return whether a target noun is one for persons and refers to the person alone."""
        if noun is None or noun.upos in {"PROPN", "PRON"}:
            return False  # le sien
        linked = self._reading.linked(item.segment, noun.index)
        if not any(word.index in item.sources for word in linked):
            return False
        own = [word for word in linked if word.head not in item.sources]
        if all(is_person_noun(word) for word in own):
            return self._may_name_person(noun)
        is_thing = any(word.upos == "NOUN" and not is_person_noun(word) for word in own)
        return not is_thing and self._reading.words.is_listed(noun.form, noun.lemma)

    def _may_name_person(self, noun: Token) -> bool:
        """Return whether a noun is listed or ends like one for persons: not *lobby*.

        Where men's nouns have no endings of their own (Arabic), any noun may.
        """
        words = self._reading.words
        if not any(gender == "masculine" for _, gender in words.endings):
            return True
        is_listed = words.is_listed(noun.form, noun.lemma)
        return is_listed or words.noun(noun.form, noun.lemma, is_person=True) is not None

    def _has_other_subject(self, item: Shown, token: Token) -> bool:
        """Return whether the source word is said of another, or nobody: *it is necessary*."""
        for word in self._reading.linked(item.segment, token.index):
            subjects = [c for c in word.children if c.deprel.startswith(("nsubj", "expl"))]
            if any(child.form.casefold() in IMPERSONAL for child in subjects):
                return True
            if ud.relation(word) == "acl" and not subjects and word.head >= 0:
                subjects = [word.segment[word.head]]
            if ud.relation(word) == "conj" and not subjects and word.upos == "VERB":
                head = word.segment[word.head]
                subjects = [c for c in head.children if c.deprel.startswith("nsubj")]
            if word.upos not in {"NOUN", "PROPN", "PRON"} and any(
                self._reading.people.at(item.segment, antecedent(child)) is not item.person
                for child in subjects
            ):
                return True
        return False


def _has_agreeing_helper(participle: Token, have: Container[str]) -> bool:
    """Return whether a participle belongs to *être* and not to *avoir*: *est allée, a dormi*.

    In languages without such helpers it does. One next to another shares its helper: *a vu et lu*.
    """
    if not have or participle.feats.get("VerbForm") != "Part":
        return True
    helpers = [child for child in participle.children if ud.relation(child) in {"aux", "cop"}]
    if helpers:
        one = participle.feats.get("Number")
        return all(
            helper.lemma.casefold() not in have
            and helper.feats.get("Number", one) == (one or helper.feats.get("Number"))
            for helper in helpers
        )
    if ud.relation(participle) == "conj":
        head = participle.segment[participle.head]
        return head.upos in {"VERB", "ADJ"} and _has_agreeing_helper(head, have)
    return not any(child.deprel.startswith("nsubj") for child in participle.children)


def _is_of_third_person(token: Token) -> bool:
    """Return whether a predicate has a subject that cannot be *I*: *qu'il soit beau*."""
    subjects = [child for child in token.children if ud.relation(child) in {"nsubj", "expl"}]
    helpers = [child for child in token.children if ud.relation(child) in {"aux", "cop"}]
    is_thing = any(child.upos in ud.NOMINAL for child in subjects)
    return is_thing or any(child.feats.get("Person") == "3" for child in (*subjects, *helpers))


def _relative_noun(token: Token) -> Token | None:
    """Return the noun that a relative pronoun refers to."""
    for _ in range(len(token.segment)):
        if token.head < 0:
            return None
        above = token.segment[token.head]
        if ud.relation(token) == "acl":
            return above
        token = above
    return None
