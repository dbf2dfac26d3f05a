"""How likely the translation of a source noun agrees with a pronoun, where no link settles it.

A noun whose counterpart is linked and tells its gender agrees or does not. A name seldom tells its
gender (*York*), and of a noun without a link the gender must be guessed: by its other mentions,
which are linked, by the nouns of its segment that nothing is linked to, or not at all. A likely
noun of which little is known is worth more than an unlikely one that agrees.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.features import NOUNS

if TYPE_CHECKING:
    from discotag.core.coreference import Mention
    from discotag.core.document import Document
    from discotag.plugins.phenomena.pronouns.agreement import Agreement

OPEN, OTHER_NUMBER = 0.2, 0.02
"""That a translation agrees whose gender nothing tells, and that where the source noun has another
number than the pronoun."""
ELSEWHERE = 0.9
"""That a noun agrees that has no link here, and agrees wherever it has one."""
BESIDE = 0.5, 0.05
"""That a noun without a link agrees, where the nearest noun beside it that has none either, does,
and where that does not."""
UNTOLD = 0.03
"""That it agrees where its segment has no noun left that could translate it."""

HEARD = frozenset({"1", "2"})
"""Persons that speak or are spoken to: nobody speaks of them as *it* or *they*."""


class Chances:
    """Tells how likely source nouns agree with pronouns.

    Args:
        document: the document.
    """

    def __init__(self, document: Document) -> None:
        self._document = document

    def of(self, mention: Mention, agreement: Agreement) -> float:
        """Return the probability that the translation of a source mention agrees, 0-1."""
        agrees = agreement.verdict(mention)
        word = self._document.source[mention.segment][mention.head]
        if word.feats.get("Person") in HEARD:
            return 0.0
        if agrees and not agreement.is_told(mention):
            is_of_number = agreement.has_number(word.feats.get("Number"))
            return OPEN if is_of_number else OTHER_NUMBER
        if agrees is not None:
            return float(agrees)
        if mention.kind == "pronoun":
            return 0.0
        return self._elsewhere(mention, agreement) or self._beside(mention, agreement)

    def _elsewhere(self, mention: Mention, agreement: Agreement) -> float:
        """Return the share of the noun's other mentions that agree; 0 where none of them tells."""
        lemma = self._document.source[mention.segment][mention.head].lemma
        told = [
            agreement.is_like(place.segment, j)
            for place in self._places.get(lemma, ())
            for j in self._document.links(place.segment).targets(place.token)
            if agreement.tells(place.segment, j)
        ]
        return ELSEWHERE * sum(told) / len(told) if told else 0.0

    def _beside(self, mention: Mention, agreement: Agreement) -> float:
        """Return how likely the nearest noun that has no link either is the translation."""
        segment = mention.segment
        target, links = self._document.target[segment], self._document.links(segment)
        longer = len(target) / max(len(self._document.source[segment]), 1)
        left = [
            (abs(word.index - mention.head * longer), word.index)
            for word in target
            if word.upos in NOUNS and not links.sources(word.index)
        ]
        if not left or not agreement.tells(segment, min(left)[1]):
            return UNTOLD
        return BESIDE[0] if agreement.is_like(segment, min(left)[1]) else BESIDE[1]

    @cached_property
    def _places(self) -> dict[str, list[TokenRef]]:
        found = defaultdict(list)
        for segment in range(len(self._document)):
            for word in self._document.source[segment]:
                if word.upos in NOUNS:
                    found[word.lemma].append(TokenRef("source", segment, word.index))
        return found
