"""The likeliest noun of a pronoun for which the coreference names none that agrees with it.

A pronoun with a gender that no noun of its own segment has points back all the same: the tag is
sure, only its evidence has to be found. It is the noun of the segments before that agrees with the
pronoun on the target side, translates a noun, and has the best place: a subject before an object,
the nearer one first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.plugins.pronouns.agreement import GENDERS
from discotag.plugins.pronouns.antecedents import Antecedent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.plugins.pronouns.agreement import Agreement

REACH = 2
"""Segments back in which the noun is looked for."""
FAR = 60
"""Words of the translation between noun and pronoun, from which nothing is found."""
ROLES = {"nsubj": 14.0, "obj": 10.0, "root": 9.0, "dislocated": 9.0, "obl": 4.0, "conj": 3.0}
"""What the role of a noun is worth, in words of distance; others nothing. Chosen on SCAT train."""
NO_THING = frozenset({"compound", "fixed", "flat", "obl:unmarked", "obl:tmod", "nmod:unmarked"})
"""Relations of source nouns that name no thing of their own: parts of names, times."""
NOUN = "NOUN"
CLEAR = frozenset(GENDERS.values()) - {"Neut"}
"""Genders that point to a noun; a neuter may stand for a clause."""


def nearest(document: Document, place: TokenRef, agreement: Agreement) -> Antecedent | None:
    """Return the likeliest noun of earlier segments as an antecedent; None if there is none.

    Args:
        document: the document.
        place: the target pronoun.
        agreement: of the pronoun.
    """
    if not agreement.genders & CLEAR or agreement.has_any_noun_before(place.token):
        return None
    best: tuple[float, TokenRef, TokenRef] | None = None
    for noun, target, distance in _candidates(document, place, agreement):
        if not agreement.fits(noun):
            continue
        role = document.source[noun.segment][noun.token].deprel.partition(":")[0]
        value = ROLES.get(role, 0.0) - distance
        if best is None or value > best[0]:
            best = value, noun, target
    if best is None:
        return None
    return Antecedent(
        is_known=True,
        evidence=best[1:],
        told="the coreference is not sure; the likeliest noun before it that agrees with it",
    )


def _candidates(
    document: Document, place: TokenRef, agreement: Agreement
) -> Iterator[tuple[TokenRef, TokenRef, int]]:
    """Yield nouns that agree: source place, target place, distance in words of the translation."""
    behind = place.token
    for segment in range(place.segment - 1, max(-1, place.segment - 1 - REACH), -1):
        target, links = document.target[segment], document.links(segment)
        for word in target:
            distance = behind + len(target) - word.index
            if distance > FAR or word.upos != NOUN or not agreement.is_like(segment, word.index):
                continue
            for i in links.sources(word.index):
                word_there = document.source[segment][i]
                if word_there.upos == NOUN and word_there.deprel not in NO_THING:
                    yield (
                        TokenRef("source", segment, i),
                        TokenRef("target", segment, word.index),
                        distance,
                    )
                    break
        behind += len(target)
