"""What English words tell of a person's gender: `data/en.toml`, `persons/en.toml`, `names.toml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, ConfigDict

from discotag.plugin import read_table
from discotag_phen_gender.lists import FOLDER, Gender, Words


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class More(_Strict):
    """Words for persons that Wiktionary has no pair for, and those of its words for several."""

    more: frozenset[str]
    collective: frozenset[str]


class Determiners(_Strict):
    """Words before a noun: of nobody in particular, and of somebody new."""

    generic: frozenset[str]
    indefinite: frozenset[str]


class Verbs(_Strict):
    """Helpers of what must, may or would be, and verbs of saying."""

    modal: frozenset[str]
    saying: frozenset[str]


class Surnames(_Strict):
    """Ends of surnames that differ for men and women."""

    endings: tuple[str, ...]


class EnglishTable(_Strict):
    """`data/en.toml`."""

    sources: list[str]
    pronouns: Words
    titles: Words
    kinship: Words
    nouns: Words
    persons: More
    determiners: Determiners
    verbs: Verbs
    surnames: Surnames


class PersonTable(_Strict):
    """`data/persons/en.toml`."""

    sources: list[str]
    persons: frozenset[str]


class NameTable(_Strict):
    """`data/names.toml`."""

    sources: list[str]
    masculine: frozenset[str]
    feminine: frozenset[str]


@dataclass(frozen=True)
class EnglishWords:
    """English words by what they tell, case-folded.

    Args:
        pronouns: third-person pronouns.
        titles: words before a name.
        nouns: kinship and other words that name men or women.
        persons: words that name a person of either gender.
        collective: those of them that name several at once; lemmas.
        names: given names.
        generic: determiners of nobody in particular.
        indefinite: determiners of somebody who was not spoken of before.
        modals: helpers of what must, may or would be.
        saying: verbs that a quotation stands with; lemmas.
        surname_endings: ends of surnames that tell a gender.
    """

    pronouns: dict[str, Gender]
    titles: dict[str, Gender]
    nouns: dict[str, Gender]
    persons: frozenset[str]
    collective: frozenset[str]
    names: dict[str, Gender]
    generic: frozenset[str]
    indefinite: frozenset[str]
    modals: frozenset[str]
    saying: frozenset[str]
    surname_endings: tuple[str, ...]

    def noun(self, lemma: str) -> Gender | None:
        """Return the gender of whom a noun names; -man and -woman tell it, too."""
        known = self.nouns.get(lemma)
        if known is None and lemma.endswith("woman"):
            return "feminine"
        return known

    def is_person(self, lemma: str) -> bool:
        """Return whether a noun names persons."""
        words = lemma, lemma.rpartition("-")[2]
        is_listed = any(word in self.persons or word in self.nouns for word in words)
        return is_listed or lemma.endswith("woman")


@cache
def english() -> EnglishWords:
    """Read the lists, once; TableError for a broken one."""
    own, persons, names = (
        read_table(FOLDER / path, language="en", phenomenon="person_gender", owner="phen-gender")
        for path in ("en.toml", "persons/en.toml", "names.toml")
    )
    table = own.validated(EnglishTable)
    given = names.validated(NameTable)
    listed = persons.validated(PersonTable).persons | table.persons.more
    return EnglishWords(
        table.pronouns.genders,
        table.titles.genders,
        table.kinship.genders | table.nouns.genders,
        frozenset(word.casefold() for word in listed),
        table.persons.collective,
        Words(masculine=given.masculine, feminine=given.feminine).genders,
        table.determiners.generic,
        table.determiners.indefinite,
        table.verbs.modal,
        table.verbs.saying,
        table.surnames.endings,
    )
