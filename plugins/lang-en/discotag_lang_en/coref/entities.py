"""Entities of a document as they build up: their mentions, and what is known of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discotag_lang_en.coref.agreement import Traits
    from discotag_lang_en.coref.mentions import Phrase


@dataclass(slots=True, eq=False)
class Entity:
    """One thing that the text speaks of.

    Args:
        traits: number, gender and animacy as known so far.
        mentions: its mentions in text order, with the confidence 0-1 of each link (the first has
            1.0).
        nominal: its latest mention that is no pronoun.
        modifiers: all modifiers that its noun phrases had.
        trust: how sure the first pronoun behind its latest noun is, 0-1: a chain is no surer.
    """

    traits: Traits
    mentions: list[tuple[Phrase, float]] = field(default_factory=list)
    nominal: Phrase | None = None
    modifiers: frozenset[str] = frozenset()
    trust: float = 1.0

    def add(self, phrase: Phrase, score: float) -> None:
        """Add a mention, and what it tells."""
        self.mentions.append((phrase, score))
        self.traits = self.traits.merged(phrase.traits)
        if phrase.pronoun is None:
            self.nominal = phrase
            self.trust = 1.0
        elif self.mentions[-2:-1] and self.mentions[-2][0].pronoun is None:
            self.trust = score
            self.modifiers |= phrase.modifiers


class Entities:
    """The entities of one document so far, and which of them each mention belongs to."""

    def __init__(self) -> None:
        self.all: list[Entity] = []
        self._of: dict[tuple[int, int, int, int], Entity] = {}
        self._heads: dict[tuple[int, int], Entity] = {}

    def start(self, phrase: Phrase) -> Entity:
        """Begin an entity with its first mention."""
        entity = Entity(phrase.traits)
        self.all.append(entity)
        self.join(phrase, entity, score=1.0)
        return entity

    def join(self, phrase: Phrase, entity: Entity, *, score: float) -> None:
        """Add a mention to an entity."""
        entity.add(phrase, score)
        self._of[_key(phrase)] = entity
        if not phrase.is_coordination:
            self._heads[phrase.segment, phrase.head] = entity

    def of(self, phrase: Phrase) -> Entity | None:
        """Return the entity of a mention, None if it was not placed yet."""
        return self._of.get(_key(phrase))

    def at(self, segment: int, head: int) -> Entity | None:
        """Return the entity of the mention with this head (not of a coordination)."""
        return self._heads.get((segment, head))


def _key(phrase: Phrase) -> tuple[int, int, int, int]:
    mention = phrase.mention
    return mention.segment, mention.start, mention.end, mention.head
