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
        before_particle: syllables that show the particle in what the analysis takes for a noun.
        final: endings that are polite at the end of a sentence only (하오체).
        honorific: endings that hold -시-.
        not_honorific: letters in words that end likewise without it.
        honorific_stems: verbs that are honorific themselves (계시다).
        attributes: ends of attributes that hold -시-, if the analysis calls them attributes.
    """

    endings: Words
    particle: str
    nouns: frozenset[str]
    before_particle: frozenset[str]
    final: Words
    honorific: Words
    not_honorific: Words
    honorific_stems: frozenset[str]
    attributes: Words


class PlainEndings(_Words):
    """Endings of the plain levels.

    Args:
        endings: those that end a sentence.
        certain: those of them that are nothing else, whatever the analysis says.
        before_comma: those that also are before a comma.
        clauses: endings of clauses that end a plain sentence if a stop follows.
        joining: endings that never end one, whatever the analysis says.
        words: whole predicates that the analysis may not know as such.
        not_predicates: words that end likewise.
        at_stop: endings that are plain before a stop, whatever the analysis says.
        nouns: ends of nouns that look so.
        words_at_stop: whole words that are plain before a stop only.
        inside: endings that end a plain sentence, even if no sign follows.
        openers: words that begin a new sentence after a comma.
        exclamations: words that are not predicates at the beginning of a sentence.
    """

    endings: Words
    certain: Words
    before_comma: Words
    clauses: Words
    joining: Words
    words: frozenset[str]
    not_predicates: frozenset[str]
    at_stop: Words
    nouns: Words
    words_at_stop: frozenset[str]
    inside: Words
    openers: frozenset[str]
    exclamations: frozenset[str]


class BoundarySigns(_Words):
    """What is after a sentence.

    Args:
        stops: signs that end a sentence.
        closing: quotes and brackets.
        quotatives: what follows a quotation.
        laughter: letters that represent laughter or tears.
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
