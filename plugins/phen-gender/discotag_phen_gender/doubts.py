"""Why no other segment is asked for a gender: the own one tells it, or it may be nobody's.

A tag shall be right, so each doubt keeps a word from being one; it stays a mark. The doubts were
chosen on judged tags of WMT and TED texts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag_phen_gender.belongs import IMPERSONAL, WITH_NOUN, Belongs
from discotag_phen_gender.full_names import full_names, is_apposed_name, is_beside, surnames
from discotag_phen_gender.roles import (
    is_generic,
    is_indefinite,
    is_person_noun,
    is_role,
    is_timeless,
    name_head,
    said_of,
    surname_tells,
)
from discotag_phen_gender.shown import is_double

if TYPE_CHECKING:
    from discotag.plugin import Token
    from discotag_phen_gender.people import Person
    from discotag_phen_gender.reading import Reading
    from discotag_phen_gender.shown import Shown

HERE = "a word of its own source sentence tells a gender"
NAMED = "the full name, or one that may be a given name, stands in its own source sentence"
GENERIC = "everybody or nobody is meant"
EPICENE = "its gender is the same for everybody"
UNSURE = "it may be a firm, a place or a thing"

TELLING = frozenset({"male", "female", "jr", "jr.", "ms", "ms.", "mr", "mr.", "mrs", "mrs."})
"""English words that tell a gender wherever they stand."""
LETTERS = 2
"""Letters of the shortest name that may stand for several words: HP."""
SEVERAL_TIMES = 2
"""How many pronouns make a name that of a person; a firm is seldom *he* more than once."""


class Doubts:
    """Doubts about the words of one document."""

    def __init__(self, reading: Reading) -> None:
        """Doubt the words of a document that was read."""
        self._reading = reading
        self._belongs = Belongs(reading)
        self._surnames = surnames(reading.people.side)

    def of(self, item: Shown, person: Person) -> str | None:
        """Return why no other segment is asked for a word's gender; None where one is."""
        if self._is_for_everybody(item):
            return EPICENE
        if self._is_told_here(item):
            return HERE
        reached = self._reading.reached(item)
        if self._has_full_name(item) or any(map(self._may_be_given_name, reached)):
            return NAMED
        is_named = any(told.kind in {"name", "title"} for told in person.evidence)
        if any(is_generic(token) for token in reached):
            return GENERIC
        if not is_named and any(is_timeless(token) for token in reached):
            return GENERIC
        return None if self.is_sure(item, person) else UNSURE

    def is_shown(self, item: Shown, person: Person) -> bool:
        """Return whether a word surely shows a person's own gender, as DT302 asks for."""
        is_noun = item.is_noun or item.gender == "neutral"
        if not is_noun and self._is_for_everybody(item):
            return False
        is_name = any(token.upos == "PROPN" for token in self._reading.reached(item))
        is_known = any(told.kind in {"name", "title"} for told in person.evidence)
        return (is_known or not is_name) and self.is_sure(item, person)

    def is_sure(self, item: Shown, person: Person) -> bool:
        """Return whether a word surely shows the gender of a person, not that of a thing."""
        return self._is_person(item, person) and self._belongs.agrees(item)

    def is_new(self, item: Shown) -> bool:
        """Return whether a word's person is brought in here, so that nothing before tells of it."""
        return any(is_indefinite(token) for token in self._reading.reached(item))

    def _is_for_everybody(self, item: Shown) -> bool:
        token = self._reading.document.target[item.segment][item.token]
        if item.gender == "neutral":
            return not is_double(token)
        is_masculine = item.gender == "masculine"
        if token.upos == "NOUN":
            return is_masculine and self._reading.words.is_for_everybody(token.lemma)
        if is_masculine and ud.relation(token) in WITH_NOUN:
            noun = token.segment[token.head]
            if noun.upos == "NOUN" and self._reading.words.is_for_everybody(noun.lemma):
                return True  # мой врач
        if token.upos == "PROPN":
            return self._reading.words.names is None
        if token.upos == "ADJ" and self._reading.words.is_common(token.form, item.gender):
            return True
        return ud.relation(token) == "amod" and self._is_weak(token)

    def _is_weak(self, adjective: Token) -> bool:
        """Return whether an adjective has an ending that is the same for every gender."""
        if adjective.form.endswith(self._reading.words.weak_endings):
            return True
        noun = adjective.segment[adjective.head] if adjective.head >= 0 else None
        return self._reading.words.is_weak_after_article and any(
            ud.relation(child) == "det"
            and (child.feats.get("Definite") == "Def" or child.feats.get("PronType") == "Dem")
            for child in (noun.children if noun is not None else ())
        )

    def _is_told_here(self, item: Shown) -> bool:
        tokens = self._reading.people.side[item.segment]
        if any(form.casefold() in TELLING for form in tokens.forms):
            return True
        if any(surname_tells(token) for token in self._reading.reached(item)):
            return True
        return any(
            told.gender == item.gender
            and (told.kind != "plural" or tokens[told.place.token].deprel == "nmod:poss")
            for told in self._reading.people.gender_words([item.segment])
        )

    def _may_be_given_name(self, token: Token) -> bool:
        """Return whether a word is a name that the text does not show to be a surname."""
        return token.upos == "PROPN" and not is_role(token) and token.form not in self._surnames

    def _has_full_name(self, item: Shown) -> bool:
        """Return whether a name of several words says who it is: *the nurse, Kinga Göncz*."""
        tokens = self._reading.people.side[item.segment]
        names = set(full_names(tokens))
        for place in item.sources:
            near = {place, tokens[place].head, said_of(tokens[place])}
            near |= {child.index for child in tokens[place].children}
            heads = {name_head(tokens, i) for i in near if i is not None and i >= 0}
            if heads & {name_head(tokens, name) for name in names}:
                return True
            if any(is_beside(tokens, name, place) for name in names):
                return True
            if is_apposed_name(tokens[place]):
                return True
        return False

    def _is_person(self, item: Shown, person: Person) -> bool:
        """Return whether the word that was reached is one for a person, not for a firm or town."""
        reached = self._reading.reached(item)
        if any(token.form.casefold() in IMPERSONAL for token in reached):
            return False
        if any(token.upos == "PROPN" and not is_role(token) for token in reached):
            if any(_is_of_firm(token) for token in reached):
                return False
            kinds = [told.kind for told in person.evidence]
            return "name" in kinds or "title" in kinds or kinds.count("pronoun") >= SEVERAL_TIMES
        return all(token.upos == "PRON" or is_person_noun(token) for token in reached)


def _is_of_firm(name: Token) -> bool:
    """Return whether a name is written as those of firms are, not of persons: IBM, Re/Max."""
    form = name.form
    is_short_for_more = len(form) >= LETTERS and form.isupper()
    return is_short_for_more or not all(sign.isalpha() or sign in "-'’." for sign in form)
