"""The word lists that agreement and the expletive rules read: `words.toml`, `kinds.toml`."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter

from discotag.plugin import read_toml

Kind = Literal["person", "group", "animal", "object", "place", "time", "event", "abstract"]
PronounClass = Literal["he", "she", "it", "they", "demonstrative"]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Gendered(_Strict):
    """Words by the gender of what they name."""

    masculine: frozenset[str]
    feminine: frozenset[str]
    neutral: frozenset[str] = frozenset()


class Nouns(_Strict):
    """Nouns by animacy and number; a word may be in several lists."""

    masculine: frozenset[str]
    feminine: frozenset[str]
    person: frozenset[str]
    person_suffixes: tuple[str, ...]
    person_plural: frozenset[str]
    group: frozenset[str]
    animal: frozenset[str]
    time: frozenset[str]
    abstract: frozenset[str]
    abstract_suffixes: tuple[str, ...]
    place: frozenset[str]
    toponyms: frozenset[str]


class Verbs(_Strict):
    """Verbs whose subject is a person, and verbs that take an empty *it*."""

    speech: frozenset[str]
    acting: frozenset[str]
    weather: frozenset[str]
    raising: frozenset[str]
    linking: frozenset[str]
    taking: frozenset[str]
    reporting: frozenset[str]


class Weather(_Strict):
    """What *it is …* says of weather, time or distance."""

    adjectives: frozenset[str]
    nouns: frozenset[str]


class Extraposed(_Strict):
    """Which predicates an *it … to …* may anticipate, and which it may not."""

    control: frozenset[str]
    measures: frozenset[str]
    nouns: frozenset[str]


class Words(_Strict):
    """All lists of `words.toml`."""

    pronouns: dict[PronounClass, tuple[str, ...]]
    reflexives: frozenset[str]
    speakers: frozenset[str]
    indefinite_persons: frozenset[str]
    indefinite_things: frozenset[str]
    titles: Gendered
    names: Gendered
    nouns: Nouns
    verbs: Verbs
    weather: Weather
    extraposed: Extraposed

    @cached_property
    def all_titles(self) -> frozenset[str]:
        """Titles of any gender."""
        return self.titles.masculine | self.titles.feminine | self.titles.neutral


@cache
def words() -> Words:
    """Read the lists, once; TableError names what is wrong in the file."""
    data, _ = read_toml(Path(__file__).with_name("words.toml"))
    return Words.model_validate(data)


@cache
def pronoun_classes() -> dict[str, PronounClass]:
    """Return each third-person pronoun's class by its casefolded form."""
    return {form: name for name, forms in words().pronouns.items() for form in forms}


@cache
def kinds() -> dict[str, Kind]:
    """Return what common nouns mostly name, by lemma."""
    data, _ = read_toml(Path(__file__).with_name("kinds.toml"))
    lists = TypeAdapter(dict[Kind, tuple[str, ...]]).validate_python(data)
    return {lemma: kind for kind, lemmas in lists.items() for lemma in lemmas}
