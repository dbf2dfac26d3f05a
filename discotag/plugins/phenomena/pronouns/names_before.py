"""Names and groups of a target pronoun's own segment that stand before it and may be what it is.

Nothing tells the gender of most names ("Renamo has asked for reforms, but *it* …"), and a group has
that of a noun in the singular. Where nothing further back is sure, they are what is spoken of.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.clauses import is_nominal, plain
from discotag.plugins.phenomena.pronouns.features import (
    NAME,
    NOUNS,
    coordinated,
)
from discotag.plugins.phenomena.pronouns.own_nouns import are_arguments_of_one_verb

if TYPE_CHECKING:
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.phenomena.pronouns.agreement import Agreement
    from discotag.plugins.phenomena.pronouns.sorts import Sorts

ROLES = frozenset({"nsubj", "obj"})
"""Roles of names that are spoken of again."""
MANY = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "root", "conj"})
"""Roles of nouns in the plural that *they* takes up."""
NO_THING = frozenset({"compound", "flat", "fixed"})
CONTROLLED = "xcomp"
APPOSITION = "appos"


def has_name_before(agreement: Agreement, source_token: int) -> bool:
    """Return whether a name before a pronoun in its segment may be *it*.

    It is a subject or an object, names no person as far as the words beside it tell, and its
    translation has no other gender.

    Args:
        agreement: of the pronoun.
        source_token: the source pronoun.
    """
    source = agreement.document.source[agreement.segment]
    if agreement.number != "Sing":
        return False
    return any(
        word.upos == NAME
        and _has_role(agreement, word)
        and agreement.fits(TokenRef("source", agreement.segment, word.index))
        and not _is_beside(source, word.index, source_token)
        and agreement.may_be_name(word.index)
        for word in islice(source, source_token)
    )


def has_group_before(agreement: Agreement, source_token: int, sorts: Sorts) -> bool:
    """Return whether a group before *they* in its segment may be who is meant.

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
        return False
    return any(
        _is_spoken_of_as_several(source, word) and not _is_beside(source, word.index, source_token)
        for word in islice(source, source_token)
    ) or any(
        word.upos in NOUNS
        and plain(word.deprel) not in NO_THING
        and not _is_beside(source, word.index, source_token)
        and (
            _is_several_names(source, word)
            or _is_group(word, sorts)
            or (
                (_is_several(source, word) and _has_no_genders(agreement))
                and agreement.fits(TokenRef("source", agreement.segment, word.index))
            )
        )
        for word in islice(source, source_token)
    )


def _has_role(agreement: Agreement, word: Token) -> bool:
    """Return whether a name is a subject or an object, on either side.

    "On its first trip *Mira* draws a map": a parser may take it for an apposition.
    """
    document, segment = agreement.document, agreement.segment
    target = document.target[segment]
    linked = document.links(segment).targets(word.index)
    return plain(word.deprel) in ROLES or (
        plain(word.deprel) == APPOSITION and any(plain(target[j].deprel) in ROLES for j in linked)
    )


def _is_several_names(tokens: Tokens, word: Token) -> bool:
    others = coordinated(tokens, word.index)
    return word.upos == NAME and any(tokens[other].upos == NAME for other in others)


def _is_several(tokens: Tokens, word: Token) -> bool:
    is_plural = word.feats.get("Number") == "Plur"
    return plain(word.deprel) in MANY and (is_plural or bool(coordinated(tokens, word.index)))


def _has_no_genders(agreement: Agreement) -> bool:
    target = agreement.document.target[agreement.segment]
    return not any("Gender" in word.feats for word in target if word.upos in NOUNS)


def _is_group(word: Token, sorts: Sorts) -> bool:
    return word.feats.get("Number") == "Sing" and sorts.is_collective(word.lemma)


def _is_spoken_of_as_several(tokens: Tokens, word: Token) -> bool:
    """Return whether a name in the singular has a verb in the plural ("*Avelo* are sure").

    British English speaks so of clubs and firms (Quirk et al. 1985, A Comprehensive Grammar of the
    English Language, 10.36).
    """
    is_name = plain(word.deprel) == "nsubj" and is_nominal(word) and word.form[:1].isupper()
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
    while head >= 0 and plain(tokens[head].deprel) == CONTROLLED:
        head = tokens[head].head
    return "Poss" not in tokens[pronoun].feats and head == tokens[name].head >= 0
