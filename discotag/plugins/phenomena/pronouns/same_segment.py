"""Words of a pronoun's own segment that may decide it, where the source names the antecedent.

`OwnWord` is a row of a table: a source word before the pronoun, with what is known of it as
columns. `decide` says which of them decide a pronoun, and when.
"""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.grammar import (
    CONTROLLED,
    NAME,
    PRONOUN,
    SUBJECT,
    conflict,
    coordinated,
    deciding_subjects,
    hangs_below,
    is_argument_of_same_verb,
    is_owner,
    is_subject_noun,
    shared_verb,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.phenomena.pronouns.agreement import Agreement
    from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses
    from discotag.plugins.phenomena.pronouns.pairs import Pair


ROLES = frozenset(
    {"nsubj", "obj", "iobj", "obl", "nmod", "root", "conj", "appos", "xcomp", "dislocated"}
)
"""What a noun must be to decide a pronoun after it: no part of a compound, no date."""
REPEATING = frozenset({"appos", "dislocated"})
INDEFINITE = frozenset({"Ind", "Tot", "Neg"})
"""Types of pronouns that name persons in general (*someone*, *everyone*, *nobody*)."""
SPOKEN_OF = frozenset({"nsubj", "obj"})
"""Roles of names that are spoken of again."""
MANY = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "root", "conj"})
"""Roles of nouns in the plural that *they* takes up."""
NO_THING = frozenset({"compound", "flat", "fixed"})
HOSTS = frozenset({"VERB", "ADJ"})
"""What a pronoun may be attached to, or agree with one that the translation leaves out."""
SAYING = frozenset({"cop", "aux:pass"})
"""Relations of what turns a word into one that is said of a subject."""
DESCRIBING = frozenset({"nmod", "acl", "amod", "compound", "advcl"})
"""Relations of what describes a noun."""


def words_before(agreement: Agreement, pronoun: int, sorts: NounClasses) -> Iterator[OwnWord]:
    """Yield the source words before a pronoun in its segment."""
    source = agreement.document.source[agreement.segment]
    return (OwnWord(agreement, pronoun, word, sorts) for word in islice(source, pronoun))


class OwnWord:
    """A source word before a pronoun in its own segment.

    Args:
        agreement: of the pronoun.
        pronoun: the source pronoun.
        word: the word.
        sorts: of the source language.
    """

    def __init__(self, agreement: Agreement, pronoun: int, word: Token, sorts: NounClasses) -> None:
        self._agreement = agreement
        self._pronoun = pronoun
        self._sorts = sorts
        self.word = word
        self.index = word.index
        self.is_noun = word.upos in ud.NOMINAL
        self.is_name = word.upos == NAME

    @property
    def fits(self) -> bool:
        """Whether it is such a thing as the pronoun may refer to."""
        return self._agreement.fits(TokenRef("source", self._agreement.segment, self.index))

    @property
    def has_role(self) -> bool:
        """Whether its relation is one of what is spoken of again."""
        return ud.relation(self.word) in ROLES

    @property
    def is_subject_of_translation(self) -> bool:
        """Whether its translation is a subject before the pronoun, of another verb."""
        target = self._agreement.document.target[self._agreement.segment]
        pronoun = self._agreement.token
        return any(
            word.index < pronoun
            and ud.relation(word) == SUBJECT
            and word.head != shared_verb(target, word.head, pronoun)
            for word in self._translations
        )

    @property
    def is_argument_of_its_verb(self) -> bool:
        """Whether the pronoun hangs below it, or it is an argument or adjunct of the same verb.

        What one verb has as subject and object are two things ("The king signed it"), and so is an
        adjunct ("in any case, they …").
        """
        tokens = self.word.segment
        return hangs_below(tokens, self.index, self._pronoun) or is_argument_of_same_verb(
            tokens, self.index, self._pronoun
        )

    @property
    def is_argument_of_its_clause(self) -> bool:
        """Whether it belongs to the pronoun's verb or one above ("Oslo is ready to leave *it*")."""
        if self.is_argument_of_its_verb:
            return True
        tokens = self.word.segment
        head = tokens[self._pronoun].head
        while head >= 0 and ud.relation(tokens[head]) == CONTROLLED:
            head = tokens[head].head
        return "Poss" not in tokens[self._pronoun].feats and head == self.word.head >= 0

    @property
    def agrees(self) -> bool:
        """Whether a translation of it shows the pronoun's gender, and no other number.

        The number does not count where the source noun has another than the source pronoun, for
        analyses are often wrong about a noun with one form for both (German *seinen Kuchen*), and
        *one* takes up a plural (*two trees … one*).
        """
        agreement = self._agreement
        wanted = dict(agreement.wanted)
        if agreement.number is None or self.word.feats.get("Number") == agreement.number:
            wanted.pop("Number", None)
        found = agreement.translations(agreement.segment, self.index, ud.NOMINAL)
        return any("Gender" in feats and not conflict(wanted, feats) for feats in found)

    @property
    def is_person_without_gender(self) -> bool:
        """Whether it names a person, and no translation shows a gender.

        Of *someone* (*if someone calls, tell them*), and of a noun in a language without genders
        (Chinese), agreement says nothing.
        """
        word = self.word
        if word.upos == PRONOUN and word.feats.get("PronType") in INDEFINITE:
            return True
        is_person = self.is_noun and self._sorts.of_noun(word.lemma) == "persons"
        found = self._translations if is_person and self.has_role else []
        has_gender = any("Gender" in other.feats for other in found)
        return bool(found) and not has_gender and not self.is_argument_of_its_verb

    @property
    def is_thing_by_name(self) -> bool:
        """Whether it is a name that may be *it*: a subject or object, no person, no other gender.

        "On its first trip *Mira* draws a map": a parser may take it for an apposition.
        """
        if not self.is_name:
            return False
        relation = ud.relation(self.word)
        is_spoken_of = relation in SPOKEN_OF or (
            relation == "appos"
            and any(ud.relation(word) in SPOKEN_OF for word in self._translations)
        )
        return (
            is_spoken_of
            and self.fits
            and not self.is_argument_of_its_clause
            and self._agreement.may_be_name(self.index)
        )

    @property
    def is_group(self) -> bool:
        """Whether it may be who *they* are, whatever gender its translation has.

        Several names at once ("Oslo and Rome said that *they* …"), or a singular that names a group
        ("the team … *they*"); any plural where the translation shows no gender of nouns (Chinese).
        Or a name whose verb is in the plural ("*Avelo* are sure"): British English speaks so of
        clubs and firms (Quirk et al. 1985, A Comprehensive Grammar of the English Language, 10.36).
        """
        if self.is_argument_of_its_clause:
            return False
        word, tokens = self.word, self.word.segment
        others = coordinated(tokens, self.index)
        number = word.feats.get("Number")
        is_odd_name = is_subject_noun(word) and word.form[:1].isupper() and word.upos != "NOUN"
        if is_odd_name and ud.relation(word) == SUBJECT and number != "Plur" and word.head >= 0:
            helping = [tokens[i] for i in tokens.children(word.head) if tokens[i].upos == "AUX"]
            verb = (helping or [tokens[word.head]])[0]
            if verb.feats.get("Number") == "Plur" and not others:
                return True
        if not self.is_noun or ud.relation(word) in NO_THING:
            return False
        if self.is_name and any(tokens[other].upos == NAME for other in others):
            return True
        if number == "Sing" and self._sorts.is_collective(word.lemma):
            return True
        is_several = ud.relation(word) in MANY and (number == "Plur" or bool(others))
        return is_several and self._has_no_genders and self.fits

    @property
    def _has_no_genders(self) -> bool:
        target = self._agreement.document.target[self._agreement.segment]
        return not any("Gender" in word.feats for word in target if word.upos in ud.NOMINAL)

    @cached_property
    def _translations(self) -> list[Token]:
        document, segment = self._agreement.document, self._agreement.segment
        target = document.target[segment]
        return [target[j] for j in document.links(segment).targets(self.index)]


def repeating_noun(tokens: Tokens, pronoun: int) -> int | None:
    """Return a noun that repeats a pronoun after it ("He hears *them*, the voices")."""
    return next(
        (
            i
            for i in tokens.children(pronoun)
            if tokens[i].deprel in REPEATING and tokens[i].upos in ud.NOMINAL
        ),
        None,
    )


def is_identified(tokens: Tokens, token: int) -> bool:
    """Return whether a noun says which thing a pronoun is ("What is it? *It* is the table").

    The noun decides the gender, for the pronoun points to what is identified. A noun that is
    described is said of something known ("*it* is the largest town").
    """
    pronoun = tokens[token]
    if ud.relation(pronoun) != SUBJECT or pronoun.head < 0 or tokens[pronoun.head].upos != "NOUN":
        return False
    children = [tokens[i] for i in tokens.children(pronoun.head)]
    if any(ud.relation(child) in DESCRIBING for child in children):
        return False
    return any(child.feats.get("Definite") == "Def" for child in children)


def is_of_subject_of_translation(agreement: Agreement, pronoun: int) -> bool:
    """Return whether a possessive belongs to a subject that only the translation shows as one.

    In "In its last report, Renamo mentions …" a parser may miss the subject on one side.
    """
    document, segment = agreement.document, agreement.segment
    target = document.target[segment]
    if not is_owner(document.source[segment], pronoun) or not agreement.points:
        return False
    for subject in deciding_subjects(target, agreement.token):
        word = target[subject]
        sources = document.links(segment).sources(subject)
        if word.upos == NAME and all(agreement.may_be_name(i) for i in sources):
            return agreement.number != "Plur"
        if word.upos in ud.NOMINAL and agreement.is_like(segment, subject):
            return any(agreement.may_be(TokenRef("source", segment, i)) for i in sources)
    return False


def may_be_thing_here(document: Document, pair: Pair, sorts: NounClasses) -> bool:
    """Return whether a noun before a neuter pronoun in its segment may be the thing it refers to.

    Whatever its gender: nothing shows that of most names ("The Guardian says that *it* …"), and
    translations of neuters are often careless of it.
    """
    segment = pair.place.segment
    source = document.source[segment]
    return any(
        word.upos in ud.NOMINAL
        and ud.relation(word) in ROLES
        and sorts.fits(document, "things", TokenRef("source", segment, word.index))
        and not is_argument_of_same_verb(source, word.index, pair.source)
        for word in islice(source, pair.source)
    )


def agreeing_noun_before(agreement: Agreement, token: int) -> int | None:
    """Return a noun before a token of the pronoun's segment, target side, that agrees.

    Of several things at once, only the source's number shows which nouns may be meant.
    """
    document, segment = agreement.document, agreement.segment
    source, target = document.source[segment], document.target[segment]
    head = target[agreement.token].head
    for word in islice(target, token):
        if word.upos not in ud.NOMINAL or not agreement.is_like(segment, word.index):
            continue
        sources = document.links(segment).sources(word.index)
        nouns = [TokenRef("source", segment, i) for i in sources]
        is_verb = bool(nouns) and all(source[i].upos in ud.VERBAL for i in sources)
        if (word.index == head and is_verb) or (nouns and not any(map(agreement.fits, nouns))):
            continue
        if not agreement.is_of_things or any(map(agreement.may_be, nouns)):
            return word.index
    return None


def points_back(pair: Pair, agreement: Agreement) -> bool:
    """Return whether a pronoun refers to one thing that no noun before it in its segment is.

    The words that the two pronouns belong to must translate each other, or the pronouns may have
    nothing to do with each other; a verb may have the pronoun within it, or agree with one that is
    left out. What a noun is said of may have the gender of that (Arabic
    *إنها إنفلونزا*, "it is flu"), and a possessive belongs to a word of its own clause.
    """
    document, segment = agreement.document, pair.place.segment
    source, target = document.source[segment], document.target[segment]
    pronoun, counterpart = source[pair.source], target[pair.place.token]
    if not agreement.points or "Poss" in pronoun.feats:
        return False
    is_several = agreement.number == "Plur" and _is_known_plural(pair, pronoun)
    if agreement.number != "Sing" and not is_several:
        return False
    other = counterpart.index if counterpart.upos in HOSTS else counterpart.head
    if min(pronoun.head, other) < 0 or not _are_counterparts(
        document, segment, pronoun.head, other
    ):
        return False
    is_of_noun = ud.relation(pronoun) == SUBJECT and source[pronoun.head].upos in ud.NOMINAL
    return not is_of_noun and agreeing_noun_before(agreement, pair.place.token) is None


def _is_known_plural(pair: Pair, pronoun: Token) -> bool:
    """Return whether a plural pronoun refers to some that a noun names, and not to people.

    Subjects may be anybody (*ils disent*); objects, demonstratives, feminines and subjects of which
    something is said or to which something is done seldom are. Several nouns of its segment may be
    what it takes up together.
    """
    source = pronoun.segment
    said = [source[i].deprel for i in source.children(pronoun.head)] if pronoun.head >= 0 else []
    if pronoun.feats.get("Person", "3") != "3":
        return False
    is_known = (
        pronoun.feats.get("Case") == "Acc"
        or pronoun.feats.get("PronType") == "Dem"
        or pair.form_class == "fem"
        or (ud.relation(pronoun) == SUBJECT and not SAYING.isdisjoint(said))
    )
    return is_known and not any(
        word.upos in ud.NOMINAL
        and any(source[i].upos in ud.NOMINAL for i in coordinated(source, word.index))
        for word in islice(source, pair.source)
    )


def _are_counterparts(document: Document, segment: int, head: int, other: int) -> bool:
    """Return whether two words translate each other, or may where the first is without link.

    Of "is he coming to *collect* it" one verb is left (*holt er sie ab*).
    """
    links, source = document.links(segment), document.source[segment]
    if links.targets(head):
        return other in links.targets(head)
    return any(source[i].upos in ud.VERBAL for i in links.sources(other))
