"""The lists of a language: what its words for persons tell of their gender."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import TableError, read_table

Gender = Literal["masculine", "feminine", "neutral"]
FOLDER = Path(__file__).parent / "data"
GENDERS: dict[str, Gender] = {"Masc": "masculine", "Fem": "feminine"}
"""Values of the feature Gender that a person's gender shows in."""
OPPOSITE: dict[Gender, Gender] = {"masculine": "feminine", "feminine": "masculine"}
LEAST_PART = 4
"""How many letters the last part of a compound must have to be known again."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Words(_Strict):
    """Words by the gender of whom they name."""

    masculine: frozenset[str] = frozenset()
    feminine: frozenset[str] = frozenset()
    neutral: frozenset[str] = frozenset()

    @property
    def genders(self) -> dict[str, Gender]:
        """Each word's gender, case-folded; a word of two lists has none."""
        found: dict[str, Gender] = {}
        both: set[str] = set()
        lists: tuple[tuple[Gender, frozenset[str]], ...] = (
            ("masculine", self.masculine),
            ("feminine", self.feminine),
            ("neutral", self.neutral),
        )
        for gender, words in lists:
            for word in words:
                both |= {word.casefold()} & found.keys()
                found[word.casefold()] = gender
        return {word: gender for word, gender in found.items() if word not in both}


class Endings(_Strict):
    """Ends of words that name persons."""

    masculine: tuple[str, ...] = ()
    feminine: tuple[str, ...] = ()


class GenderTable(_Strict):
    """`data/xx.toml`: what a language's words tell of a person's gender.

    Args:
        sources: where the lists come from.
        pronouns: of persons, by gender.
        possessives: determiners that show the owner's gender.
        nouns: nouns and titles; `neutral` are those that say nothing, whatever their own gender.
        endings: of nouns that name persons and are in no list.
        is_compounding: whether the end of a longer word may be a listed word.
    """

    sources: list[str] = Field(min_length=1)
    pronouns: Words
    possessives: Words = Words()
    nouns: Words
    endings: Endings = Endings()
    is_compounding: bool = False


class NounTable(_Strict):
    """`data/nouns/xx.toml`: what Wiktionary has of a language's words for persons."""

    sources: list[str]
    pairs: list[str]
    common: frozenset[str]
    others: frozenset[str]


@dataclass(frozen=True)
class PersonWords:
    """A target language's words, ready to be asked."""

    pronouns: dict[str, Gender]
    possessives: dict[str, Gender]
    nouns: dict[str, Gender]
    common: frozenset[str]
    others: frozenset[str]
    endings: tuple[tuple[str, Gender], ...]
    is_compounding: bool
    digest: str

    def is_known(self, *forms: str) -> bool:
        """Return whether a word is listed as one for persons."""
        lists = (self.nouns, self.common, self.others)
        return any(form.casefold() in words for form in forms for words in lists)

    def noun(self, form: str, lemma: str, *, is_person: bool) -> Gender | None:
        """Return the gender that a noun tells of a person; None if it tells none.

        Args:
            form: as it stands in the text.
            lemma: its dictionary form.
            is_person: whether it is sure to name a person, so that its ending may tell.
        """
        for word in (form.casefold(), lemma.casefold()):
            known = self.nouns.get(word)
            if known is not None:
                return known
            if word in self.common:
                return None
        word = form.casefold()
        if self.is_compounding:
            for start in range(1, len(word) - LEAST_PART + 1):
                known = self.nouns.get(word[start:])
                if known is not None:
                    return known
        if is_person:
            return next((gender for end, gender in self.endings if word.endswith(end)), None)
        return None


@cache
def read_words(language: str) -> PersonWords:
    """Read a language's lists; TableError for a broken one."""
    code = language.partition("-")[0]
    table = read_table(
        FOLDER / f"{code}.toml", language=code, phenomenon="person_gender", owner="phen-gender"
    )
    own = table.validated(GenderTable)
    listed = read_table(
        FOLDER / "nouns" / f"{code}.toml", language=code, phenomenon="persons", owner="phen-gender"
    )
    return compiled(own, listed.validated(NounTable), f"{table.digest}{listed.digest}")


def compiled(table: GenderTable, nouns: NounTable, digest: str = "") -> PersonWords:
    """Make lists ready; TableError for a pair that is none."""
    pairs: list[tuple[str, ...]] = [tuple(pair.casefold().split("/")) for pair in nouns.pairs]
    if not all(len(pair) == 2 for pair in pairs):
        raise TableError("pairs are written masculine/feminine")
    women = {feminine for _, feminine in pairs}
    men = {masculine for masculine, _ in pairs}
    by_word: dict[str, Gender] = dict.fromkeys(women - men, "feminine")
    by_word |= dict.fromkeys(men - women, "masculine")
    by_word |= table.nouns.genders
    common = {word.casefold() for word in nouns.common} | (men & women)
    ends: list[tuple[str, Gender]] = [(end, "feminine") for end in table.endings.feminine]
    ends += [(end, "masculine") for end in table.endings.masculine]
    return PersonWords(
        table.pronouns.genders,
        table.possessives.genders,
        by_word,
        frozenset(common - by_word.keys()),
        frozenset(word.casefold() for word in nouns.others),
        tuple(sorted(ends, key=lambda item: (-len(item[0]), item))),
        table.is_compounding,
        digest,
    )


def languages() -> frozenset[str]:
    """Return the target languages that have lists."""
    return frozenset(path.stem for path in (FOLDER / "nouns").glob("*.toml"))
