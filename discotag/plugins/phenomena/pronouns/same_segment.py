"""What a target pronoun's own segment says of it: nouns before it that agree, names, groups.

A function that looks for a noun returns its source token, or None. `decide` says which of them
decides, and when.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.core.tokens import ROOT
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.grammar import (
    NAME,
    PRONOUN,
    SUBJECT,
    conflict,
    coordinated,
    deciding_subjects,
    is_nominal,
    is_owner,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.phenomena.pronouns.agreement import Agreement
    from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses
    from discotag.plugins.phenomena.pronouns.pairs import Pair


ROLES = frozenset(
    {"nsubj", "obj", "iobj", "obl", "nmod", "root", "conj", "appos", "xcomp", "dislocated"}
)
"""What a noun must be to decide a pronoun behind it: no part of a compound, no date."""
CONJUNCT = "conj"
REPEATING = frozenset({"appos", "dislocated"})
INDEFINITE = frozenset({"Ind", "Tot", "Neg"})
"""Types of pronouns that name persons in general (*someone*, *everyone*, *nobody*)."""
ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl"})
"""Arguments and adjuncts of a verb, no two of which stand for the same thing (principle B of
Chomsky, Lectures on Government and Binding, 1981)."""


def noun_before(agreement: Agreement, source_token: int) -> int | None:
    """Return a noun before a pronoun in its own segment that surely agrees.

    A noun that belongs to the pronoun's own verb is none: what one verb has as subject and object
    are two things ("The king signed it"), and so is an adjunct ("in any case, they …"). Nor is one
    that names a person where a thing is meant, or nothing of its own ("for example").
    """
    if "Gender" not in agreement.wanted:
        return None
    source = agreement.document.source[agreement.segment]
    upos = source.upos or ()
    for token in range(min(source_token, len(upos))):
        if upos[token] not in ud.NOMINAL or not _has_role(agreement, source, token):
            continue
        if are_arguments_of_one_verb(source, token, source_token):
            continue
        if not agreement.fits(TokenRef("source", agreement.segment, token)):
            continue
        wanted = _of_noun(agreement, source[token])
        for feats in agreement.translations(agreement.segment, token, ud.NOMINAL):
            if "Gender" in feats and not conflict(wanted, feats):
                return token
    return None


def person_before(agreement: Agreement, source_token: int, sorts: NounClasses) -> int | None:
    """Return a person before *they* in its segment whose gender nothing shows.

    Of *someone* (*if someone calls, tell them*), and of a noun in a language without genders
    (Chinese), agreement says nothing: that it names a person is enough.
    """
    document, segment = agreement.document, agreement.segment
    source, target = document.source[segment], document.target[segment]
    if agreement.number != "Plur" or "Gender" not in agreement.wanted:
        return None
    for word in islice(source, source_token):
        if word.upos == PRONOUN and word.feats.get("PronType") in INDEFINITE:
            return word.index
        is_person = word.upos in ud.NOMINAL and sorts.of_noun(word.lemma) == "persons"
        if not is_person or ud.relation(word) not in ROLES:
            continue
        linked = document.links(segment).targets(word.index)
        is_untold = bool(linked) and not any("Gender" in target[j].feats for j in linked)
        if is_untold and not are_arguments_of_one_verb(source, word.index, source_token):
            return word.index
    return None


def apposition(agreement: Agreement, source_token: int) -> int | None:
    """Return a noun that repeats a pronoun after it ("He hears *them*, the voices")."""
    source = agreement.document.source[agreement.segment]
    return next(
        (
            i
            for i in source.children(source_token)
            if source[i].deprel in REPEATING and source[i].upos in ud.NOMINAL
        ),
        None,
    )


def is_owner_of_noun_before(agreement: Agreement, source_token: int) -> bool:
    """Return whether a possessive without a noun has one before it in its segment that agrees.

    What is *mine* is mostly named just before: "her symptoms are similar to mine".
    """
    source = agreement.document.source[agreement.segment]
    is_owner = "Poss" in source[source_token].feats and source[source_token].upos == PRONOUN
    return is_owner and has_any_noun_before(agreement, agreement.token)


def is_subject_of_translation(agreement: Agreement, source_token: int) -> bool:
    """Return whether a possessive belongs to a subject that only the translation shows as one.

    In "In its last report, Renamo mentions …" a parser may miss the subject on one side.
    """
    document, segment = agreement.document, agreement.segment
    target = document.target[segment]
    if not is_owner(document.source[segment], source_token) or not agreement.points:
        return False
    for subject in deciding_subjects(target, agreement.token):
        word = target[subject]
        sources = document.links(segment).sources(subject)
        if word.upos == NAME and all(agreement.may_be_name(i) for i in sources):
            return agreement.number != "Plur"
        if word.upos in ud.NOMINAL and agreement.is_like(segment, subject):
            return any(agreement.may_be(TokenRef("source", segment, i)) for i in sources)
    return False


def may_be_named_here(document: Document, pair: Pair, sorts: NounClasses) -> bool:
    """Return whether a noun before a neuter pronoun in its segment may be the thing it stands for.

    Whatever its gender: nothing tells that of most names ("The Guardian says that *it* …"), and
    translations of neuters are often careless of it.
    """
    segment = pair.place.segment
    source = document.source[segment]
    return any(
        word.upos in ud.NOMINAL
        and ud.relation(word) in ROLES
        and sorts.fits(document, "things", TokenRef("source", segment, word.index))
        and not are_arguments_of_one_verb(source, word.index, pair.source)
        for word in islice(source, pair.source)
    )


def same_noun_before(
    agreement: Agreement, source_token: int, evidence: Iterable[TokenRef]
) -> int | None:
    """Return the noun that a pronoun stands for where it precedes it in its segment, too."""
    document = agreement.document
    lemmas = {
        document.source[place.segment][place.token].lemma
        for place in evidence
        if place.side == "source" and document.source[place.segment][place.token].upos in ud.NOMINAL
    }
    source = document.source[agreement.segment]
    return next(
        (
            word.index
            for word in islice(source, source_token)
            if word.upos in ud.NOMINAL
            and word.lemma in lemmas
            and ud.relation(word) in ROLES
            and not are_arguments_of_one_verb(source, word.index, source_token)
        ),
        None,
    )


def has_any_noun_before(agreement: Agreement, token: int) -> bool:
    """Return whether any noun before a token of the pronoun's segment, target side, agrees.

    Of several things at once, only the source's number tells which nouns may be meant.
    """
    document, segment = agreement.document, agreement.segment
    upos = document.target[segment].upos or ()
    links = document.links(segment)
    own = document.target[segment][agreement.token].head

    def fits(other: int) -> bool:
        found = [TokenRef("source", segment, i) for i in links.sources(other)]
        return not found or any(map(agreement.fits, found))

    return any(
        upos[other] in ud.NOMINAL
        and fits(other)
        and not (other == own and _is_verb(document, segment, other))
        and agreement.is_like(segment, other)
        and (
            not agreement.is_of_things
            or any(agreement.may_be(TokenRef("source", segment, i)) for i in links.sources(other))
        )
        for other in range(token)
    )


def _is_verb(document: Document, segment: int, token: int) -> bool:
    """Return whether a target word translates verbs alone, though it was taken for a noun."""
    source = document.source[segment]
    found = [source[i].upos for i in document.links(segment).sources(token)]
    return bool(found) and all(upos in ud.VERBAL for upos in found)


def _has_role(agreement: Agreement, source: Tokens, token: int) -> bool:
    """Return whether a noun may decide a pronoun, by its relation or as a subject before it."""
    if ud.base(source[token].deprel) in ROLES:
        return True
    target = agreement.document.target[agreement.segment]
    return any(
        j < agreement.token
        and ud.base(target[j].deprel) == SUBJECT
        and target[j].head != shared_verb(target, target[j].head, agreement.token)
        for j in agreement.document.links(agreement.segment).targets(token)
    )


def _of_noun(agreement: Agreement, noun: Token) -> Mapping[str, frozenset[str]]:
    """Return what a noun's translation must have; not a number that its source has already.

    Analyses are often wrong about the number of a noun with one form for both (German *seinen
    Kuchen*), and *one* takes up a plural (*two trees … one*).
    """
    wanted = dict(agreement.wanted)
    if agreement.number is None or noun.feats.get("Number") == agreement.number:
        wanted.pop("Number", None)
    return wanted


def are_arguments_of_one_verb(tokens: Tokens, first: int, second: int) -> bool:
    """Return whether two words are arguments or adjuncts of one verb.

    A subject is one of the verbs that are coordinated with its own, too, as far as they have no
    other ("Ann read *it* and tore *it* up").
    """
    heads = tokens.heads or ()
    verb = heads[second]
    if ud.base(tokens[first].deprel) == SUBJECT:
        verb = shared_verb(tokens, heads[first], second)
    return heads[first] == verb != ROOT and all(
        ud.base(tokens[token].deprel) in ARGUMENTS for token in (first, second)
    )


def shared_verb(tokens: Tokens, verb: int, argument: int) -> int:
    """Return the verb that a word belongs to, or the one in front of it that has its subject.

    Args:
        tokens: the segment.
        verb: the verb that is looked for.
        argument: the word, 0-based.
    """
    heads, deprels = tokens.heads or (), tokens.deprels or ()
    found = heads[argument]
    seen = {argument}
    while found not in {verb, ROOT} and found not in seen and ud.base(deprels[found]) == CONJUNCT:
        if any(ud.base(deprels[i]) == SUBJECT for i in tokens.children(found)):
            break
        seen.add(found)
        found = heads[found]
    return found


SPOKEN_OF = frozenset({"nsubj", "obj"})
"""Roles of names that are spoken of again."""
MANY = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "root", "conj"})
"""Roles of nouns in the plural that *they* takes up."""
NO_THING = frozenset({"compound", "flat", "fixed"})
CONTROLLED = "xcomp"
APPOSITION = "appos"


def name_before(agreement: Agreement, source_token: int) -> int | None:
    """Return a name before a pronoun in its segment that may be *it*.

    It is a subject or an object, names no person as far as the words beside it tell, and its
    translation has no other gender.

    Args:
        agreement: of the pronoun.
        source_token: the source pronoun.
    """
    source = agreement.document.source[agreement.segment]
    if agreement.number != "Sing":
        return None
    return next(
        (
            word.index
            for word in islice(source, source_token)
            if word.upos == NAME
            and _is_argument(agreement, word)
            and agreement.fits(TokenRef("source", agreement.segment, word.index))
            and not _is_beside(source, word.index, source_token)
            and agreement.may_be_name(word.index)
        ),
        None,
    )


def group_before(agreement: Agreement, source_token: int, sorts: NounClasses) -> int | None:
    """Return a group before *they* in its segment that may be who is meant.

    Several names at once ("Oslo and Rome said that *they* …"), or a singular that names a group
    ("the team … *they*"), whose translation may have any gender; any plural where the translation
    tells no gender of nouns (Chinese). Or a name whose verb is in the plural.

    Args:
        agreement: of the pronoun.
        source_token: the source pronoun.
        sorts: of the source language.
    """
    source = agreement.document.source[agreement.segment]
    if agreement.number != "Plur" or not agreement.wanted:
        return None
    words = [
        word
        for word in islice(source, source_token)
        if not _is_beside(source, word.index, source_token)
    ]
    for word in words:
        if _is_spoken_of_as_several(source, word):
            return word.index
    for word in words:
        if word.upos not in ud.NOMINAL or ud.relation(word) in NO_THING:
            continue
        if _is_several_names(source, word) or _is_group(word, sorts):
            return word.index
        noun = TokenRef("source", agreement.segment, word.index)
        if _is_several(source, word) and _has_no_genders(agreement) and agreement.fits(noun):
            return word.index
    return None


def _is_argument(agreement: Agreement, word: Token) -> bool:
    """Return whether a name is a subject or an object, on either side.

    "On its first trip *Mira* draws a map": a parser may take it for an apposition.
    """
    document, segment = agreement.document, agreement.segment
    target = document.target[segment]
    linked = document.links(segment).targets(word.index)
    return ud.relation(word) in SPOKEN_OF or (
        ud.relation(word) == APPOSITION
        and any(ud.base(target[j].deprel) in SPOKEN_OF for j in linked)
    )


def _is_several_names(tokens: Tokens, word: Token) -> bool:
    others = coordinated(tokens, word.index)
    return word.upos == NAME and any(tokens[other].upos == NAME for other in others)


def _is_several(tokens: Tokens, word: Token) -> bool:
    is_plural = word.feats.get("Number") == "Plur"
    return ud.relation(word) in MANY and (is_plural or bool(coordinated(tokens, word.index)))


def _has_no_genders(agreement: Agreement) -> bool:
    target = agreement.document.target[agreement.segment]
    return not any("Gender" in word.feats for word in target if word.upos in ud.NOMINAL)


def _is_group(word: Token, sorts: NounClasses) -> bool:
    return word.feats.get("Number") == "Sing" and sorts.is_collective(word.lemma)


def _is_spoken_of_as_several(tokens: Tokens, word: Token) -> bool:
    """Return whether a name in the singular has a verb in the plural ("*Avelo* are sure").

    British English speaks so of clubs and firms (Quirk et al. 1985, A Comprehensive Grammar of the
    English Language, 10.36).
    """
    is_name = ud.relation(word) == "nsubj" and is_nominal(word) and word.form[:1].isupper()
    if not is_name or word.upos == "NOUN" or word.feats.get("Number") == "Plur" or word.head < 0:
        return False
    helping = [tokens[i] for i in tokens.children(word.head) if tokens[i].upos == "AUX"]
    verb = (helping or [tokens[word.head]])[0]
    return verb.feats.get("Number") == "Plur" and not coordinated(tokens, word.index)


def _is_beside(tokens: Tokens, name: int, pronoun: int) -> bool:
    """Return whether a name and a pronoun belong to one verb ("Oslo is ready to leave *it*")."""
    if are_arguments_of_one_verb(tokens, name, pronoun):
        return True
    head = tokens[pronoun].head
    while head >= 0 and ud.base(tokens[head].deprel) == CONTROLLED:
        head = tokens[head].head
    return "Poss" not in tokens[pronoun].feats and head == tokens[name].head >= 0


HOSTS = frozenset({"VERB", "ADJ"})
"""What a pronoun may be attached to, or agree with one that the translation leaves out."""
FEMININE = "fem"
SAYING = frozenset({"cop", "aux:pass"})
"""Relations of what turns a word into one that is said of a subject."""
DESCRIBING = frozenset({"nmod", "acl", "amod", "compound", "advcl"})
"""Relations of what describes a noun."""


def points_back(pair: Pair, agreement: Agreement) -> bool:
    """Return whether a pronoun stands for one thing that no noun before it in its segment is.

    The words that the two pronouns belong to must translate each other, or the pronouns may have
    nothing to do with each other; a verb may have the pronoun within it, or agree with one that is
    left out. What a noun is said of may have the gender of that (Arabic
    *إنها إنفلونزا*, "it is flu"), and a possessive belongs to a word of its own clause.
    """
    document, segment = agreement.document, pair.place.segment
    source = document.source[segment]
    pronoun = source[pair.source]
    target = document.target[segment]
    other = target[pair.place.token].head
    if target[pair.place.token].upos in HOSTS:
        other = pair.place.token
    if not agreement.points or "Poss" in pronoun.feats:
        return False
    is_several = agreement.number == "Plur"
    if agreement.number != "Sing" and not (is_several and _are_known(pair, source)):
        return False
    if min(pronoun.head, other) < 0 or not _belong(document, segment, pronoun.head, other):
        return False
    is_of_noun = ud.relation(pronoun) == SUBJECT and source[pronoun.head].upos in ud.NOMINAL
    return not is_of_noun and not has_any_noun_before(agreement, pair.place.token)


def _are_known(pair: Pair, source: Tokens) -> bool:
    """Return whether a plural pronoun stands for some that a noun names, and not for people.

    Subjects may be anybody (*ils disent*); objects, demonstratives, feminines and subjects of which
    something is said or to which something is done seldom are. Several nouns of its segment may be
    what it takes up together.
    """
    pronoun = source[pair.source]
    said = [source[i].deprel for i in source.children(pronoun.head)] if pronoun.head >= 0 else []
    if pronoun.feats.get("Person", "3") != "3":
        return False
    is_known = (
        pronoun.feats.get("Case") == "Acc"
        or pronoun.feats.get("PronType") == "Dem"
        or pair.label.partition("→")[2] == FEMININE
        or (ud.relation(pronoun) == SUBJECT and not SAYING.isdisjoint(said))
    )
    return is_known and not any(
        word.upos in ud.NOMINAL
        and any(source[i].upos in ud.NOMINAL for i in coordinated(source, word.index))
        for word in islice(source, pair.source)
    )


def is_identified(agreement: Agreement, token: int) -> bool:
    """Return whether a noun says which thing a pronoun is ("What is it? *It* is the table").

    The noun decides the gender, for the pronoun points to what is identified. A noun that is
    described is said of something known ("*it* is the largest town").
    """
    source = agreement.document.source[agreement.segment]
    pronoun = source[token]
    if ud.relation(pronoun) != SUBJECT or pronoun.head < 0 or source[pronoun.head].upos != "NOUN":
        return False
    children = [source[i] for i in source.children(pronoun.head)]
    if any(ud.base(c.deprel) in DESCRIBING for c in children):
        return False
    return any(c.feats.get("Definite") == "Def" for c in children)


def _belong(document: Document, segment: int, head: int, other: int) -> bool:
    """Return whether two words translate each other, or may where the first is without link.

    Of "is he coming to *collect* it" one verb is left (*holt er sie ab*).
    """
    links, source = document.links(segment), document.source[segment]
    if links.targets(head):
        return other in links.targets(head)
    return any(source[i].upos in ud.VERBAL for i in links.sources(other))
