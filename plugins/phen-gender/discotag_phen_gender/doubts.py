"""Why no other segment is asked for a gender: the own one tells it, or it may be nobody's.

A tag shall be right, so each doubt keeps a word from being one; it stays a mark. The doubts were
chosen on judged tags of WMT and TED texts.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from discotag_phen_gender.english import english
from discotag_phen_gender.roles import (
    antecedent,
    is_generic,
    is_indefinite,
    is_person_noun,
    name_head,
    relation,
    said_of,
    surname_tells,
)
from discotag_phen_gender.shown import is_double

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Document, Token, Tokens
    from discotag_phen_gender.lists import PersonWords
    from discotag_phen_gender.people import People, Person
    from discotag_phen_gender.shown import Shown

HERE = "a word of its own source sentence tells a gender"
NAMED = "the full name stands in its own source sentence"
GENERIC = "everybody or nobody is meant"
EPICENE = "its gender is the same for everybody"
UNSURE = "it may be a firm, a place or a thing"

TELLING = frozenset({"male", "female", "jr", "jr.", "ms", "ms.", "mr", "mr.", "mrs", "mrs."})
"""English words that tell a gender wherever they stand."""
IMPERSONAL = frozenset({"it", "this", "that", "there", "what"})
"""English subjects that are no person."""
SEVERAL_TIMES = 2
"""How many pronouns make a name that of a person; a firm is seldom *he* more than once."""
NEAR = 4
"""Words between a role and the name of who has it: *Ann Lee, the firm's new director*."""
BEHIND = 5
"""Words between a noun and a participle that may belong to it."""
WITH_NOUN = frozenset({"det", "amod", "acl", "nummod"})
"""Relations of words that agree with the noun above."""
ADVERBIAL = frozenset({"obl", "obj", "advmod", "fixed", "case"})
"""Relations in which an adjective is no word for a person: *por completo*."""
OF_SUBJECTS = frozenset({"Nom", "Ins"})
"""Cases of words that agree with a subject from afar: *он был уставшим*."""


class Doubts:
    """Doubts about the words of one document.

    Args:
        document: with tokens, trees, features on both sides, and links.
        people: the persons of its source.
        words: the target language's lists.
    """

    def __init__(self, document: Document, people: People, words: PersonWords) -> None:
        self._document = document
        self._people = people
        self._words = words

    def of(self, item: Shown, person: Person) -> str | None:
        """Return why no other segment is asked for a word's gender; None where one is."""
        if self._is_for_everybody(item):
            return EPICENE
        if self._is_told_here(item):
            return HERE
        if self._has_full_name(item):
            return NAMED
        if any(is_generic(token) for token in self._reached(item)):
            return GENERIC
        return None if self.is_sure(item, person) else UNSURE

    def is_shown(self, item: Shown, person: Person) -> bool:
        """Return whether a word surely shows a person's own gender, as DT302 asks for."""
        is_noun = item.is_noun or item.gender == "neutral"
        if not is_noun and self._is_for_everybody(item):
            return False
        is_name = any(token.upos == "PROPN" for token in self._reached(item))
        is_known = any(told.kind in {"name", "title"} for told in person.evidence)
        return (is_known or not is_name) and self.is_sure(item, person)

    def is_sure(self, item: Shown, person: Person) -> bool:
        """Return whether a word surely shows the gender of a person, not that of a thing."""
        return self._is_person(item, person) and self._agrees(item)

    def is_new(self, item: Shown) -> bool:
        """Return whether a word's person is brought in here, so that nothing before tells of it."""
        return any(is_indefinite(token) for token in self._reached(item))

    def _reached(self, item: Shown) -> list[Token]:
        tokens = self._people.side[item.segment]
        return [tokens[place] for place in item.sources]

    def _is_for_everybody(self, item: Shown) -> bool:
        token = self._document.target[item.segment][item.token]
        if item.gender == "neutral":
            return not is_double(token)
        is_masculine = item.gender == "masculine"
        if token.upos == "NOUN":
            return is_masculine and self._words.is_for_everybody(token.lemma)
        noun = token.segment[token.head] if relation(token) in WITH_NOUN else None
        if is_masculine and noun is not None and noun.upos == "NOUN":
            if self._words.is_for_everybody(noun.lemma):
                return True  # мой врач
        if token.upos == "PROPN":
            return self._words.names is None
        if token.upos == "ADJ" and self._words.is_common(token.form, item.gender):
            return True
        return relation(token) == "amod" and self._is_weak(token)

    def _is_weak(self, adjective: Token) -> bool:
        """Return whether an adjective has an ending that is the same for every gender."""
        if adjective.form.endswith(self._words.weak_endings):
            return True
        noun = adjective.segment[adjective.head] if adjective.head >= 0 else None
        return self._words.is_weak_after_article and any(
            relation(child) == "det"
            and (child.feats.get("Definite") == "Def" or child.feats.get("PronType") == "Dem")
            for child in (noun.children if noun is not None else ())
        )

    def _is_told_here(self, item: Shown) -> bool:
        tokens = self._people.side[item.segment]
        if any(form.casefold() in TELLING for form in tokens.forms):
            return True
        if any(surname_tells(token) for token in self._reached(item)):
            return True
        return any(
            told.kind != "plural" and told.gender == item.gender
            for told in self._people.gender_words([item.segment])
        )

    def _has_full_name(self, item: Shown) -> bool:
        """Return whether a name of several words says who it is: *the nurse, Kinga Göncz*."""
        tokens = self._people.side[item.segment]
        names = set(_full_names(tokens))
        for place in item.sources:
            near = {place, tokens[place].head, said_of(tokens[place])}
            near |= {child.index for child in tokens[place].children}
            heads = {name_head(tokens, i) for i in near if i is not None and i >= 0}
            if heads & {name_head(tokens, name) for name in names}:
                return True
            if any(_is_beside(tokens, name, place) for name in names):
                return True
        return False

    def _is_person(self, item: Shown, person: Person) -> bool:
        """Return whether the word that was reached is one for a person, not for a firm or town."""
        reached = self._reached(item)
        if any(token.upos == "PROPN" for token in reached):
            kinds = [told.kind for told in person.evidence]
            return "name" in kinds or "title" in kinds or kinds.count("pronoun") >= SEVERAL_TIMES
        return all(token.upos == "PRON" or is_person_noun(token) for token in reached)

    def _agrees(self, item: Shown) -> bool:
        """Return whether a word that shows a gender by agreement agrees with the person's word."""
        token = self._document.target[item.segment][item.token]
        if self._is_misread(item, token):
            return False
        if token.upos == "PRON" and "Rel" in token.feats.get("PronType", ""):
            return self._is_of(item, _relative_noun(token))
        base = relation(token)
        if item.is_noun and not (token.upos == "ADJ" and base in WITH_NOUN):
            return not self._is_of_pronoun(item, token)
        if base in WITH_NOUN:
            return self._is_of(item, token.segment[token.head] if token.head >= 0 else None)
        if base in ADVERBIAL:
            return token.upos == "PRON"
        if token.upos in {"ADJ", "VERB"} and self._is_behind_thing(item, token):
            return False
        return token.upos not in {"ADJ", "VERB", "AUX"} or self._is_of_subject(item, token)

    def _linked(self, item: Shown, token: Token) -> list[Token]:
        """Return the source words that a word of the target is linked to."""
        source = self._document.source[item.segment]
        return [source[i] for i in self._document.links(item.segment).sources(token.index)]

    def _is_of_pronoun(self, item: Shown, token: Token) -> bool:
        """Return whether a noun is linked to pronouns alone, which hardly is right."""
        linked = self._linked(item, token)
        return token.upos == "NOUN" and bool(linked) and all(x.upos == "PRON" for x in linked)

    def _is_behind_thing(self, item: Shown, token: Token) -> bool:
        """Return whether the noun before may be a thing: *le siècle passé*, *la cumbre, celebrada*.

        A predicate with its own verb is left alone: *il pilota, dopo la gara, era stanco*.
        """
        if any(relation(child) in {"cop", "aux"} for child in token.children):
            return False
        for place in range(token.index - 1, max(-1, token.index - 1 - BEHIND), -1):
            before = token.segment[place]
            if before.upos in {"VERB", "AUX", "PRON"}:
                return False
            if before.upos in {"NOUN", "PROPN"}:
                agrees = before.feats.get("Gender") == token.feats.get("Gender")
                return before.upos == "NOUN" and agrees and not self._is_of(item, before)
        return False

    def _is_misread(self, item: Shown, token: Token) -> bool:
        """Return whether a word is hardly what the analyzer takes it for, or agrees with another.

        A finite verb as an adjective (*precisa*), *one of*, *у неё был пёс*.
        """
        linked = self._linked(item, token)
        if any(word.lemma.casefold() == "one" for word in linked):
            return True
        if token.lemma.casefold() in self._words.owned:
            return any(word.lemma.casefold() == "have" for word in linked)
        is_verb = any(word.feats.get("VerbForm") in {"Fin", "Inf"} for word in linked)
        return token.upos == "ADJ" and is_verb and not self._words.finite_verbs

    def _is_of_subject(self, item: Shown, token: Token) -> bool:
        """Return whether a predicate can agree with the subject, and that is somebody."""
        in_case = token.upos == "AUX" or token.feats.get("Case", "Nom") in OF_SUBJECTS
        return in_case and self._has_link(item, token) and not self._has_other_subject(item, token)

    def _has_link(self, item: Shown, token: Token) -> bool:
        """Return whether a predicate is linked, or its own subject is, to the person."""
        if token.upos == "AUX" or self._linked(item, token):
            return True
        subjects = [child for child in token.children if child.deprel.startswith("nsubj")]
        linked = {word.index for child in subjects for word in self._linked(item, child)}
        return token.upos == "VERB" and not linked.isdisjoint(item.sources)

    def _is_of(self, item: Shown, noun: Token | None) -> bool:
        """Return whether a target noun is one for persons and stands for the person alone."""
        if noun is None or noun.upos == "PROPN":
            return False
        source = self._document.source[item.segment]
        linked = set(self._document.links(item.segment).sources(noun.index))
        if linked.isdisjoint(item.sources):
            return False
        own = [source[place] for place in linked if source[place].head not in item.sources]
        if all(is_person_noun(word) for word in own):
            return True
        is_thing = any(word.upos == "NOUN" and not is_person_noun(word) for word in own)
        return not is_thing and self._words.is_listed(noun.form, noun.lemma)

    def _has_other_subject(self, item: Shown, token: Token) -> bool:
        """Return whether the source word is said of another, or nobody: *it is necessary*."""
        for word in self._linked(item, token):
            subjects = [c for c in word.children if c.deprel.startswith(("nsubj", "expl"))]
            if any(child.form.casefold() in IMPERSONAL for child in subjects):
                return True
            if relation(word) == "acl" and not subjects and word.head >= 0:
                subjects = [word.segment[word.head]]
            if word.upos not in {"NOUN", "PROPN", "PRON"} and any(
                self._people.at(item.segment, antecedent(child)) is not item.person
                for child in subjects
            ):
                return True
        return False


def _full_names(tokens: Tokens) -> Iterator[int]:
    """Yield the words of names of several words: by the tree, or by their capitals."""
    for token in tokens:
        other = name_head(tokens, token.index)
        if token.upos == "PROPN" and other != token.index:
            yield from (token.index, other)
    for one, other in pairwise(tokens):
        if _may_be_named(one) and _may_be_named(other) and "PROPN" in {one.upos, other.upos}:
            yield from (one.index, other.index)


def _may_be_named(token: Token) -> bool:
    """Return whether a word may be part of a name: with a capital, no title, no role."""
    form = token.form
    is_word = form.isalpha() and form.istitle() and token.upos in {"PROPN", "NOUN", "ADJ", "X"}
    is_role = is_person_noun(token) and form.casefold() not in english().names
    return is_word and form.casefold() not in english().titles and not is_role


def _is_beside(tokens: Tokens, name: int, place: int) -> bool:
    first, last = sorted((name, place))
    between = (tokens[i].upos for i in range(first + 1, last))
    return last - first <= NEAR and not any(upos in {"VERB", "AUX", "SCONJ"} for upos in between)


def _relative_noun(token: Token) -> Token | None:
    """Return the noun that a relative pronoun stands for."""
    for _ in range(len(token.segment)):
        if token.head < 0:
            return None
        above = token.segment[token.head]
        if relation(token) == "acl":
            return above
        token = above
    return None
