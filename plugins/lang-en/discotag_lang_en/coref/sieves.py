"""Links that need no weights: equal names, appositions, and who *I* and *you* are in a dialogue."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag.plugin import Cluster, Mention
from discotag_lang_en.coref.words import words

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from discotag.plugin import Side, Tokens
    from discotag_lang_en.coref.mentions import Entities, Entity, Phrase


SCORE = 0.7
_NAMED = re.compile(r"\s*([A-Z][\w.' -]{0,30}?)\s?:\s")
_TURN = re.compile(r"\s*[-–—]\s?\w")
OPENING, CLOSING, EITHER = "“„«", "”»", '"'


def speaker_chains(document: Side) -> tuple[Cluster, ...]:
    """Return the chains of first persons of a document's side, in text order."""
    chains: dict[Hashable, list[Mention]] = {}
    quotation, depth = 0, False
    for segment, tokens in enumerate(document):
        voice = _voice(segment, tokens.text)
        if _NAMED.match(tokens.text):
            depth = False
        for index, form in enumerate(tokens.forms):
            if form in OPENING or (form == EITHER and not depth):
                quotation, depth = quotation + 1, True
            elif form in CLOSING or form == EITHER:
                depth = False
            elif form.casefold() in words().speakers and _is_pronoun(tokens, index):
                key = ("quotation", quotation) if depth else voice
                chains.setdefault(key, []).append(
                    Mention(segment, index, index + 1, index, "pronoun")
                )
    return tuple(
        Cluster(tuple(chain), (1.0, *(SCORE for _ in chain[1:])))
        for chain in chains.values()
        if len(chain) > 1
    )


def _voice(segment: int, text: str) -> Hashable:
    """Return whose words a segment holds outside quotations."""
    named = _NAMED.match(text)
    if named:
        return "speaker", named[1]
    return ("turn", segment) if _TURN.match(text) else "text"


def _is_pronoun(tokens: Tokens, index: int) -> bool:
    """Return whether a form is the pronoun: not the numeral of *World War I*."""
    return tokens.upos is None or tokens.upos[index] in {"PRON", "DET"}


def with_speakers(found: Sequence[Cluster], document: Side) -> tuple[Cluster, ...]:
    """Return clusters with the chains of first persons among them, in text order."""
    return tuple(sorted((*found, *speaker_chains(document)), key=lambda cluster: cluster.mentions))


REFERRING = frozenset({"definite", "demonstrative", "possessive"})


class Sieves:
    """Finds the earlier entity of a noun phrase by constant-time look-ups.

    Args:
        entities: the document's entities, read and never changed here.
        reach: how many segments back a common noun may be taken up again.
    """

    def __init__(self, entities: Entities, *, reach: int) -> None:
        self._entities = entities
        self._reach = reach
        self._names: dict[str, Entity] = {}
        self._parts: dict[str, Entity] = {}
        self._acronyms: dict[str, Entity] = {}
        self._nouns: dict[str, list[Entity]] = {}

    def find(self, phrase: Phrase) -> tuple[Entity, float] | None:
        """Return the entity that a noun phrase repeats, and a confidence 0-1; None if it is new."""
        if phrase.is_coordination:
            return None
        found = self._apposition(phrase)
        if found is not None:
            return found
        return self._name(phrase) if phrase.name else self._noun(phrase)

    def record(self, phrase: Phrase, entity: Entity) -> None:
        """Remember a noun phrase so that later ones can repeat it."""
        if phrase.is_coordination or phrase.pronoun is not None:
            return
        if phrase.name:
            self._names[" ".join(phrase.name)] = entity
            if len(phrase.name) > 1:
                for part in (phrase.name[0], phrase.name[-1]):
                    self._parts[part] = entity
                self._acronyms["".join(word[0] for word in phrase.name)] = entity
        else:
            known = self._nouns.setdefault(phrase.lemma, [])
            if entity in known:
                known.remove(entity)
            known.append(entity)
            del known[:-4]

    def _apposition(self, phrase: Phrase) -> tuple[Entity, float] | None:
        syntax = phrase.syntax
        if syntax.relations[phrase.head] != "appos":
            return None
        entity = self._entities.at(phrase.segment, syntax.heads[phrase.head])
        if entity is None or not entity.traits.agrees(phrase.traits):
            return None
        return entity, APPOSITION

    def _name(self, phrase: Phrase) -> tuple[Entity, float] | None:
        full = " ".join(phrase.name)
        entity = self._names.get(full)
        if entity is not None and entity.traits.agrees(phrase.traits):
            return entity, SAME_NAME
        if len(phrase.name) == 1:
            entity = self._parts.get(full)
            if entity is not None and entity.traits.agrees(phrase.traits) and _is_personal(entity):
                return entity, PART_OF_NAME
            entity = self._acronyms.get(full)
            if entity is not None and len(full) > 1:
                return entity, ACRONYM
        elif phrase.traits.animacy in {"person", "unknown"}:
            entity = self._names.get(phrase.name[-1])
            if entity is not None and entity.traits.agrees(phrase.traits) and _is_personal(entity):
                return entity, PART_OF_NAME
        return None

    def _agreeing(
        self, entity: Entity, phrase: Phrase, score: float
    ) -> tuple[Entity, float] | None:
        return (entity, score) if entity.traits.agrees(phrase.traits) else None

    def _noun(self, phrase: Phrase) -> tuple[Entity, float] | None:
        if phrase.syntax.upos[phrase.head] != "NOUN":
            return None
        if phrase.determiner == "bare" and not phrase.modifiers and phrase.lemma in self._names:
            return self._agreeing(self._names[phrase.lemma], phrase, SAME_NAME)
        for entity in reversed(self._nouns.get(phrase.lemma, ())):
            last = entity.mentions[-1][0]
            known = entity.nominal
            if known is None or phrase.segment - last.segment > self._reach:
                continue
            if not entity.traits.agrees(phrase.traits) or not phrase.traits.agrees(known.traits):
                continue
            if last.segment == phrase.segment and _overlap(last, phrase):
                continue
            if phrase.determiner in REFERRING and phrase.modifiers <= entity.modifiers:
                if phrase.determiner == "possessive" and not self._same_possessor(phrase, known):
                    continue
                if known.determiner == "possessive" and phrase.determiner == "possessive":
                    return entity, DEFINITE
                return entity, DEFINITE
            if (
                phrase.determiner == "bare"
                and known.determiner == "bare"
                and phrase.modifiers == known.modifiers
            ):
                return entity, BARE
        return None

    def _same_possessor(self, phrase: Phrase, known: Phrase) -> bool:
        owner, other = (_possessor(item) for item in (phrase, known))
        if owner is None or other is None:
            return False
        if phrase.syntax.forms[owner] == known.syntax.forms[other]:
            return True
        entity = self._entities.at(phrase.segment, owner)
        return entity is not None and entity is self._entities.at(known.segment, other)


SAME_NAME, PART_OF_NAME, ACRONYM, APPOSITION, DEFINITE, BARE = 0.9, 0.85, 0.8, 0.8, 0.7, 0.6


def _is_personal(entity: Entity) -> bool:
    return entity.traits.animacy in {"person", "unknown"}


def _possessor(phrase: Phrase) -> int | None:
    for child in phrase.syntax.children[phrase.head]:
        if phrase.syntax.deprels[child] == "nmod:poss":
            return child
    return None


def _overlap(first: Phrase, second: Phrase) -> bool:
    return first.mention.start < second.mention.end and second.mention.start < first.mention.end
