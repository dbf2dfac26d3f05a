"""The lists of a target language: what its words for persons show of their gender."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import TableError, read_table

if TYPE_CHECKING:
    from discotag.plugin import LanguagePack, Table

Gender = Literal["masculine", "feminine", "neutral"]
FOLDER = Path(__file__).parent / "data"
TABLE = "person_gender"
GENDERS: dict[str, Gender] = {"Masc": "masculine", "Fem": "feminine"}
"""Values of the feature Gender in which a person's gender shows."""
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
            for word in sorted(words):
                folded = word.casefold()
                both |= {folded} if found.get(folded, gender) != gender else set()
                found[folded] = gender
        return {word: gender for word, gender in found.items() if word not in both}


class Ends(_Strict):
    """Ends of words, or changes of them, by gender."""

    masculine: tuple[str, ...] = ()
    feminine: tuple[str, ...] = ()


class Names(_Strict):
    """Where foreign names in a consonant change for men only, as in Russian.

    Args:
        consonants: letters at the end of the source's name.
        own: letters at the end of the unchanged name.
        changed: its other ends.
        letters: for a letter at the end of the source's name, those that may replace it.
    """

    consonants: str
    own: str
    changed: tuple[str, ...]
    letters: dict[str, str] = {}

    def is_changed(self, source: str, form: str) -> bool:
        """Return whether a name has another end: Хейсома, not Хейсом (Haysom)."""
        possible = self.letters.get(source[-1:].casefold(), self.own)
        return any(
            form.endswith(end) and form.removesuffix(end)[-1:] in tuple(possible)
            for end in self.changed
        )


class GenderTable(_Strict):
    """`person_gender.toml`: what a language's words show of a person's gender.

    Args:
        sources: where the lists come from.
        pairs: nouns as `masculine/feminine`.
        common: nouns of either gender, as the words next to them show.
        others: more nouns for persons; their ends may show.
        pronouns: of persons, by gender.
        nouns: nouns and titles; `neutral` are those that say nothing, whatever their own gender.
        endings: of nouns that name persons and are in no list.
        cases: other forms of nouns, as `end-new end` of the dictionary form.
        names: how foreign names change; None = they show nothing.
        generic_masculine: whether a masculine noun is usual for women, too.
        masculine_for_all: whether masculine nouns are said of women without another word for them,
            but for those in `nouns` (Russian: эта министр; агентка is rare or low).
        weak_after_article: whether an adjective shows no gender after a definite article.
        weak_endings: endings of adjectives that never show one.
        is_compounding: whether the end of a longer word may be a listed word.
        finite_verbs: whether a finite verb shows its subject's gender, as Russian past tenses do.
        have: auxiliaries after which a participle shows no subject's gender.
        owned: verbs that agree with what somebody has, where English says *have*.
        common_endings: of adjectives that are the same for men and women, by the gender that
            an analyzer may give them.
        invariable: forms that show nothing, whatever the analyzer says of them.
    """

    sources: list[str] = Field(min_length=1)
    pairs: list[str] = []
    common: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    pronouns: Words = Words()
    nouns: Words
    endings: Ends = Ends()
    cases: Ends = Ends()
    names: Names | None = None
    generic_masculine: bool = True
    masculine_for_all: bool = False
    weak_after_article: bool = False
    weak_endings: tuple[str, ...] = ()
    is_compounding: bool = False
    finite_verbs: bool = False
    have: frozenset[str] = frozenset()
    owned: frozenset[str] = frozenset()
    common_endings: Ends = Ends()
    invariable: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PersonWords:
    """A target language's words, ready to be asked; all case-folded.

    Args:
        pronouns: form → gender.
        nouns: form → gender; `neutral` = it shows none.
        common: nouns that show none by themselves, words next to them may.
        others: more nouns for persons.
        endings: ends of nouns, the longest first, each with its gender.
        names: how foreign names change.
        generic_masculine: whether a masculine noun is usual for women, too.
        only_men: masculine nouns that are said of men alone; None = all are.
        is_weak_after_article: whether an adjective shows no gender after a definite article.
        weak_endings: endings of adjectives that never show one.
        is_compounding: whether the end of a longer word may be a listed word.
        finite_verbs: whether a finite verb shows its subject's gender.
        have: auxiliaries after which a participle shows no subject's gender.
        owned: verbs that agree with what somebody has, where English says *have*.
        common_endings: of adjectives that are the same for men and women.
        invariable: forms that show nothing.
    """

    pronouns: dict[str, Gender]
    nouns: dict[str, Gender]
    common: frozenset[str]
    others: frozenset[str]
    endings: tuple[tuple[str, Gender], ...]
    names: Names | None
    generic_masculine: bool
    only_men: frozenset[str] | None
    is_weak_after_article: bool
    weak_endings: tuple[str, ...]
    is_compounding: bool
    finite_verbs: bool
    have: frozenset[str]
    owned: frozenset[str]
    common_endings: Ends
    invariable: frozenset[str]

    def is_common(self, adjective: str, gender: Gender) -> bool:
        """Return whether an adjective's form is that of the other gender, too: *ivre*."""
        ends = self.common_endings
        return adjective.casefold().endswith(
            ends.feminine if gender == "feminine" else ends.masculine
        )

    def is_listed(self, form: str, lemma: str) -> bool:
        """Return whether a noun is listed as one for persons."""
        return any(
            word.casefold() in words
            for word in (form, lemma)
            for words in (self.nouns, self.common, self.others)
        )

    def is_for_everybody(self, lemma: str) -> bool:
        """Return whether a masculine noun is said of women as it is of men."""
        return self.only_men is not None and lemma.casefold() not in self.only_men

    def noun(self, form: str, lemma: str, *, is_person: bool) -> Gender | None:
        """Return the gender that a noun shows of a person; None if it shows none.

        Args:
            form: as it is in the text.
            lemma: its dictionary form.
            is_person: whether it is sure to name a person, so that its ending may show.
        """
        word = form.casefold()
        for known in (word, lemma.casefold()):
            if known in self.nouns:
                return self.nouns[known]
            if known in self.common:
                return None
        if self.is_compounding:
            for start in range(1, len(word) - LEAST_PART + 1):
                if word[start:] in self.nouns:
                    return self.nouns[word[start:]]
        if not is_person:
            return None
        return next((gender for end, gender in self.endings if word.endswith(end)), None)

    def name(self, source: str, form: str, *, is_oblique: bool) -> Gender | None:
        """Return the gender that the end of a foreign name shows, where it shows any.

        Args:
            source: the name as in the source.
            form: as in the translation.
            is_oblique: whether it surely is in another case than the nominative.
        """
        rules = self.names
        if rules is None or not source or source[-1].casefold() not in rules.consonants:
            return None
        if rules.is_changed(source, form.casefold()):
            return "masculine"
        return "feminine" if is_oblique and form[-1:].casefold() in rules.own else None


def words_of(table: Table) -> PersonWords:
    """Make a language's table ready; TableError for a broken one or an invalid pair."""
    given = table.validated(GenderTable)
    pairs = [tuple(pair.casefold().split("/")) for pair in given.pairs]
    for pair, written in zip(pairs, given.pairs, strict=True):
        if len(pair) != 2:
            raise TableError(f"{written!r}: write pairs as masculine/feminine", path=table.path)
    men, women = ({pair[side] for pair in pairs} for side in (0, 1))
    nouns: dict[str, Gender] = dict.fromkeys(sorted(men - women), "masculine")
    nouns |= dict.fromkeys(sorted(women - men), "feminine")
    nouns |= given.nouns.genders
    common = ({word.casefold() for word in given.common} | (men & women)) - nouns.keys()
    ends: dict[str, Gender] = dict.fromkeys(given.endings.masculine, "masculine")
    ends |= dict.fromkeys(given.endings.feminine, "feminine")
    forms = {**_changed(ends, given.cases), **ends}
    return PersonWords(
        pronouns=given.pronouns.genders,
        nouns={**_changed(nouns, given.cases), **nouns},
        common=frozenset(common),
        others=frozenset(word.casefold() for word in given.others),
        endings=tuple(sorted(forms.items(), key=lambda item: (-len(item[0]), item))),
        names=given.names,
        generic_masculine=given.generic_masculine,
        only_men=frozenset(given.nouns.genders) if given.masculine_for_all else None,
        is_weak_after_article=given.weak_after_article,
        weak_endings=given.weak_endings,
        is_compounding=given.is_compounding,
        finite_verbs=given.finite_verbs,
        have=given.have,
        owned=given.owned,
        common_endings=given.common_endings,
        invariable=given.invariable,
    )


def words_for(pack: LanguagePack) -> PersonWords:
    """Return a language's lists, its pack's or this package's; TableError where there are none.

    For components that get no tables: checks.
    """
    code = pack.code.partition("-")[0]
    path = pack.table_paths().get(TABLE, FOLDER / f"{code}.toml")
    owner = pack.package if TABLE in pack.table_paths() else "discotag_phen_gender"
    return words_of(read_table(path, language=pack.code, phenomenon=TABLE, owner=owner))


def _changed(words: dict[str, Gender], cases: Ends) -> dict[str, Gender]:
    """Return the other forms of words or ends; a form of two genders has none."""
    found: dict[str, Gender] = {}
    both: set[str] = set()
    for gender, changes in (("feminine", cases.feminine), ("masculine", cases.masculine)):
        for end, _, new in (change.partition("-") for change in changes):
            for word, own in words.items():
                if own == gender and word.endswith(end):
                    form = word.removesuffix(end) + new
                    both |= {form} if found.get(form, own) != own else set()
                    found[form] = own
    return {form: gender for form, gender in found.items() if form not in both}


def languages() -> frozenset[str]:
    """Return the target languages that this package has lists for."""
    return frozenset(path.stem for path in (FOLDER / "nouns").glob("*.toml"))
