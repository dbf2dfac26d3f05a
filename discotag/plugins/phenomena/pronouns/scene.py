"""What the pronouns of one document are judged by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.clauses import is_owner, subjects_above
from discotag.plugins.phenomena.pronouns.features import PRONOUN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.document import Document
    from discotag.core.tags import TokenRef
    from discotag.plugins.phenomena.pronouns.antecedents import Antecedents
    from discotag.plugins.phenomena.pronouns.pair import Pair

OWNING = frozenset({"Poss", "Reflex"})
"""Features of pronouns that stand for a word of their clause."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the pronouns of one document are judged by.

    Args:
        document: the document.
        known: what its pronouns stand for.
        following: mentions behind others of their cluster and segment.
        opened: segment and source token of every pair.
        labels: of every pair, by the place of the target pronoun.
        own: segment and source token of the pronouns that a noun of their segment decides, as they
            are found.
    """

    document: Document
    known: Antecedents
    following: frozenset[tuple[int, int]]
    opened: frozenset[tuple[int, int]]
    labels: Mapping[TokenRef, str] = field(default_factory=dict)
    own: set[tuple[int, int]] = field(default_factory=set)

    def follows_own(self, pair: Pair) -> bool:
        """Return whether a possessive belongs to a pronoun that a noun of its segment decides.

        That is the subject of its clause, before it ("Avelo said that it would sell *its* ships").
        """
        segment = pair.place.segment
        source = self.document.source[segment]
        if self.known.side != "source" or not is_owner(source, pair.source):
            return False
        return any(
            (segment, token) in self.own and token < pair.source
            for token in subjects_above(source, pair.source)
        )

    def has_own_pronoun(self, pair: Pair) -> bool:
        """Return whether a possessive follows a pronoun whose source word leaves nothing open.

        Chinese 他们的 is *their*, and so is 自己的 behind 他们 ("they").
        """
        document, segment, token = self.document, pair.place.segment, pair.place.token
        target = document.target[segment]
        if self.known.side == "source" or not OWNING & target[token].feats.keys():
            return False
        upos, links = document.source[segment].upos or (), document.links(segment)
        return any(
            upos[i] == PRONOUN and (segment, i) not in self.opened
            for other in self.known.chains.pronouns_before(segment, token)
            for i in links.sources(other)
        )
