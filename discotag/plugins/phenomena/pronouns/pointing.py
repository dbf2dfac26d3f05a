"""Pronouns whose gender must come from an earlier segment, though nothing is found there.

*It* that became Russian *она* stands for something with a feminine noun. Where no noun before it
in its own segment agrees, that noun is further back: the tag is sure, its evidence is unknown.
Aligners and resolvers miss nouns that the translation renders freely (*scheme* → *Maßnahme*).
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.clauses import SUBJECT, plain
from discotag.plugins.phenomena.pronouns.features import NOUNS, coordinated
from discotag.plugins.phenomena.pronouns.own_nouns import VERBAL, has_any_noun_before

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.core.tokens import Tokens
    from discotag.plugins.phenomena.pronouns.agreement import Agreement
    from discotag.plugins.phenomena.pronouns.pair import Pair

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
    is_of_noun = plain(pronoun.deprel) == SUBJECT and source[pronoun.head].upos in NOUNS
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
        or (plain(pronoun.deprel) == SUBJECT and not SAYING.isdisjoint(said))
    )
    return is_known and not any(
        word.upos in NOUNS and any(source[i].upos in NOUNS for i in coordinated(source, word.index))
        for word in islice(source, pair.source)
    )


def is_identified(agreement: Agreement, token: int) -> bool:
    """Return whether a noun says which thing a pronoun is ("What is it? *It* is the table").

    The noun decides the gender, for the pronoun points to what is identified. A noun that is
    described is said of something known ("*it* is the largest town").
    """
    source = agreement.document.source[agreement.segment]
    pronoun = source[token]
    if plain(pronoun.deprel) != SUBJECT or pronoun.head < 0 or source[pronoun.head].upos != "NOUN":
        return False
    children = [source[i] for i in source.children(pronoun.head)]
    if any(plain(c.deprel) in DESCRIBING for c in children):
        return False
    return any(c.feats.get("Definite") == "Def" for c in children)


def _belong(document: Document, segment: int, head: int, other: int) -> bool:
    """Return whether two words translate each other, or may where the first is without link.

    Of "is he coming to *collect* it" one verb is left (*holt er sie ab*).
    """
    links, source = document.links(segment), document.source[segment]
    if links.targets(head):
        return other in links.targets(head)
    return any(source[i].upos in VERBAL for i in links.sources(other))
