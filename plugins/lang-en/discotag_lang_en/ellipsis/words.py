"""The words of the ellipsis rules, from `data/ellipsis_rules.toml`."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from discotag.plugin import read_table

WordSet = frozenset[str]


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class VerbWords(_Words):
    """Auxiliaries and what may stand around them."""

    do: WordSet
    have: WordSet
    be: WordSet
    modals: WordSet
    negated: WordSet
    negations: WordSet
    adverbs: WordSet
    adverbs_of_be: WordSet
    inverting: WordSet
    comparing: WordSet
    fronted: WordSet
    fronted_of_be: WordSet
    relative_heads: WordSet
    times: WordSet
    before_to: WordSet


class NounWords(_Words):
    """What may stand for a whole noun phrase."""

    possessives: WordSet
    quantifiers: WordSet
    adjectives: WordSet
    relations: WordSet


class RemnantWords(_Words):
    """What may be left of a clause."""

    questions: WordSet
    prepositions: WordSet
    embedding: WordSet
    idioms: tuple[str, ...]
    adverbs: WordSet


class EllipsisWords(_Words):
    """The whole table."""

    schema_version: Literal[1]
    sources: tuple[str, ...]
    verbs: VerbWords
    nouns: NounWords
    remnants: RemnantWords


@lru_cache(maxsize=1)
def read_words() -> EllipsisWords:
    """Read the table of this pack."""
    path = Path(str(files("discotag_lang_en"))) / "data" / "ellipsis_rules.toml"
    table = read_table(path, language="en", phenomenon="ellipsis_rules", owner="lang-en")
    return table.validated(EllipsisWords)
