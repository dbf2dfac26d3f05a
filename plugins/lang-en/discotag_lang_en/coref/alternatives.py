"""What else a pronoun may stand for, for those who know more: the shares of its candidates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import Cluster
from discotag_lang_en.coref.network import best_of, shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_lang_en.coref.entities import Entity
    from discotag_lang_en.coref.mentions import Phrase
    from discotag_lang_en.coref.salience import Candidate

MOST, LEAST = 8, 0.001
"""Candidates of a pronoun that are told, and the least share of one."""
LATEST = 3
"""Mentions of a candidate that are told, beside its last noun."""
DIGITS = 4


class Weighed:
    """A chooser that notes what it weighed.

    It chooses as `choose` does; `alternatives` are filled as the text is read.
    """

    def __init__(self) -> None:
        self.alternatives: list[Cluster] = []

    def __call__(
        self, pronoun: Phrase, candidates: Sequence[Candidate], none: Sequence[str]
    ) -> tuple[int | None, float]:
        """Note the candidates, the likeliest first, then choose; args as of `choose`."""
        found = shares(pronoun, candidates, none)
        ranked = sorted(zip(found, candidates, strict=False), key=lambda pair: -pair[0])
        for share, candidate in ranked[:MOST]:
            if candidate.entity is not None and share >= LEAST:
                self._note(pronoun, candidate.entity, share)
        return best_of(found)

    def _note(self, pronoun: Phrase, entity: Entity, share: float) -> None:
        phrases = [phrase for phrase, _ in entity.mentions[-LATEST:]]
        if entity.nominal is not None:
            phrases.append(entity.nominal)
        before = sorted({one.mention for one in phrases if one.mention < pronoun.mention})
        if before:
            scores = (*(1.0 for _ in before), round(share, DIGITS))
            self.alternatives.append(Cluster((*before, pronoun.mention), scores))
