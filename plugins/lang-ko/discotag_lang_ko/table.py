"""The schema of `speech_levels.toml`: endings of the levels, and what ends sentences."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

Words = tuple[str, ...]


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PoliteEndings(_Words):
    """Endings of the polite levels.

    Args:
        endings: those that are nothing else.
        particle: the particle that makes any word polite (요).
        nouns: nouns that merely end in it.
        before_particle: syllables that tell the particle in what the analysis takes for a noun.
        final: endings that are polite at the end of a sentence only (하오체).
        honorific: endings that hold -시-.
        not_honorific: letters in words that end likewise without it.
    """

    endings: Words
    particle: str
    nouns: frozenset[str]
    before_particle: frozenset[str]
    final: Words
    honorific: Words
    not_honorific: Words


class PlainEndings(_Words):
    """Endings of the plain levels.

    Args:
        endings: those that end a sentence.
        certain: those of them that are nothing else, whatever the analysis says.
        nouns: ends of nouns that end like `certain` (동네, 노래).
        before_comma: those that also stand before a comma.
        clauses: endings of clauses that end a plain sentence if a stop follows.
        joining: endings that never end one, whatever the analysis says.
        words: whole predicates that the analysis may not know as such.
        not_predicates: words that end likewise.
    """

    endings: Words
    certain: Words
    nouns: Words
    before_comma: Words
    clauses: Words
    joining: Words
    words: frozenset[str]
    not_predicates: frozenset[str]


class BoundarySigns(_Words):
    """What stands behind a sentence.

    Args:
        stops: signs that end a sentence.
        closing: quotes and brackets.
        quotatives: what follows a quotation.
        laughter: letters that stand for laughter or tears.
    """

    stops: frozenset[str]
    closing: frozenset[str]
    quotatives: frozenset[str]
    laughter: str


class SpeechLevels(_Words):
    """The schema of `speech_levels.toml`."""

    source: str
    polite: PoliteEndings
    plain: PlainEndings
    boundary: BoundarySigns
