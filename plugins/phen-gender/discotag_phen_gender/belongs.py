"""Whether a target word that shows a gender agrees with the word for a person, not with a thing's.

*Le siècle passé*, *la cumbre, celebrada en Lima*, *für den Trump* agree with things. A wrong tree
or link lets them seem a person's; each rule here is the answer to tags that were judged wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag_phen_gender.roles import antecedent, is_person_noun
from discotag_phen_gender.speakers import FIRST

if TYPE_CHECKING:
    from collections.abc import Container

    from discotag.plugin import Token
    from discotag_phen_gender.reading import Reading
    from discotag_phen_gender.shown import Shown

IMPERSONAL = frozenset({"it", "this", "that", "there", "what"})
"""English subjects that are no person."""
BEHIND = 5
"""Words between a noun and a participle that may belong to it."""
WITH_NOUN = frozenset({"det", "amod", "acl", "nummod"})
"""Relations of words that agree with the noun above."""
ADVERBIAL = frozenset({"obl", "obj", "advmod", "fixed", "case"})
"""Relations in which an adjective is no word for a person: *por completo*."""
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
        """Return whether a word that stands with no noun is said of the person."""
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
        """Return whether a pronoun is none, but a name that the analyzer does not know."""
        linked = self._reading.linked(item.segment, token.index)
        is_linked = bool(linked) and all(word.upos == "PROPN" for word in linked)
        return (
            token.upos == "PRON"
            and is_linked
            and token.form.casefold() not in self._reading.words.pronouns
        )

    def _is_of_speaker(self, item: Shown) -> bool:
        """Return whether a word was reached by *I*: no pronoun of a gender stands for it."""
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
        """Return whether a target noun is one for persons and stands for the person alone."""
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
    """Return whether a participle stands with *être* and not with *avoir*: *est allée, a dormi*.

    In languages without such helpers it does. One beside another shares its helper: *a vu et lu*.
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
    """Return the noun that a relative pronoun stands for."""
    for _ in range(len(token.segment)):
        if token.head < 0:
            return None
        above = token.segment[token.head]
        if ud.relation(token) == "acl":
            return above
        token = above
    return None
