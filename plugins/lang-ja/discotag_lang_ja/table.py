"""The schema of `keigo.toml`: words of the polite and the plain style, and what ends sentences."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PoliteWords(_Words):
    """Words of the polite style.

    Args:
        auxiliaries: their lemmas.
        casual: forms of theirs that are a particle of plain talk.
        requests: forms that ask politely.
        set_phrases: words before a polite auxiliary with which it is a set phrase of either style.
    """

    auxiliaries: frozenset[str]
    casual: frozenset[str]
    requests: frozenset[str]
    set_phrases: frozenset[str] = frozenset()


class PlainWords(_Words):
    """Words around a plain predicate.

    Args:
        particles: after them a predicate is still final.
        sentence_particles: those of them that end a sentence only, not a clause.
        copular_particles: particles that replace a plain copula after a noun.
        no_request: verbs whose て-form asks for nothing.
        request_particles: particles that may be after a て-form that asks.
        no_style: forms of set phrases, used in either style.
    """

    particles: frozenset[str]
    sentence_particles: frozenset[str]
    copular_particles: frozenset[str]
    no_request: frozenset[str]
    request_particles: frozenset[str]
    no_style: frozenset[str]


class BoundaryWords(_Words):
    """Words and signs at the ends of sentences and clauses.

    Args:
        conjunctions: particles that join coordinate clauses.
        quotatives: after a comma they make the clause before it a quotation.
        laughter: what ends a sentence in written talk.
        closing_quotes: signs that close quoted speech.
        closing_brackets: signs that close an aside.
        inner_signs: signs that may follow an attribute, or close a title.
    """

    conjunctions: frozenset[str]
    quotatives: frozenset[str]
    laughter: frozenset[str]
    closing_quotes: frozenset[str]
    closing_brackets: frozenset[str]
    inner_signs: frozenset[str]


class KeigoTable(_Words):
    """The schema of `keigo.toml`."""

    source: str
    polite: PoliteWords
    plain: PlainWords
    boundary: BoundaryWords
