"""Persons and things: what a pronoun and a source noun may have to do with each other.

*They said* speaks of people: the *tables* of the sentence before said nothing. *It said* speaks of
a group, or of something written. So may the form of the translation: Spanish *ellos* with a verb
speaks of people. A language's pack
lists it in `sorts.toml`: nouns that are persons, nouns that are things, and conditions on pronouns
that refer to the one or the other.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.patterns import Pattern, TokenContext, Words
from discotag.core.tables import read_table
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.grammar import NAME

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.document import Document
    from discotag.core.language import LanguagePack
    from discotag.core.tags import TokenRef
    from discotag.core.tokens import Tokens


BESIDE = frozenset({"appos", "compound", "flat", "nmod:desc"})
"""Relations of words that show what a name names."""
SPOKEN_OF = frozenset({"nsubj", "obj"})
"""Relations of nouns of time that name what is spoken of ("she remembered *that evening*")."""
NounClass = Literal["persons", "things", "groups", "wills", "objects"]


class NounClassTable(BaseModel):
    """A whole `sorts.toml`.

    Args:
        schema_version: 1.
        sources: what the table is made from.
        persons: lemmas of nouns that are persons, or groups that act like them.
        things: lemmas of nouns that are neither persons nor groups of them.
        parts: lemmas of nouns that name a part, an amount or a manner of something else: what a
            pronoun takes up is that (*the middle of the chest*).
        times: lemmas of nouns that mostly say when something happens (*that evening*): unless they
            are a subject or an object, nothing takes them up.
        collectives: lemmas of nouns in the singular that *they* may take up (*the team … they*).
        intangible: lemmas of things that are not bodies: events, times, abstract nouns.
        speaking: lemmas of things that may be said to state or ask something, as groups do.
        of_persons: conditions on pronouns that refer to persons.
        of_wills: conditions on pronouns that refer to a group that wants or decides something;
            tried before `of_groups`.
        of_groups: conditions on pronouns that refer to a group with a mind, or to what is
            written; tried before `of_objects`.
        of_objects: conditions on pronouns that refer to a body without a mind: what is worn, torn,
            what costs or weighs something; tried before `of_things`.
        of_things: conditions on pronouns that refer to no person.
        of_named: conditions on pronouns that refer to a thing that a noun names, and neither to a
            clause nor for nothing: what somebody wears, what is built, what says something.
        evident_persons: conditions on pronouns of persons whose own clause says that they are such:
            who says something is not a thing.
        agents: conditions on nouns that act like a person or a group where they are, and so are
            no objects later on (*the museum* bought a painting).
        goods: conditions on nouns of what is dealt with, so not a group (bought *a painting*).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_version: Literal[1]
    sources: tuple[str, ...] = Field(min_length=1)
    persons: Words = ()
    things: Words = ()
    parts: Words = ()
    times: Words = ()
    collectives: Words = ()
    intangible: Words = ()
    speaking: Words = ()
    of_persons: tuple[Pattern, ...] = ()
    of_wills: tuple[Pattern, ...] = ()
    of_groups: tuple[Pattern, ...] = ()
    of_objects: tuple[Pattern, ...] = ()
    of_things: tuple[Pattern, ...] = ()
    of_named: tuple[Pattern, ...] = ()
    evident_persons: tuple[Pattern, ...] = ()
    agents: tuple[Pattern, ...] = ()
    goods: tuple[Pattern, ...] = ()


class NounClasses:
    """Decides whether a pronoun may refer to a noun, persons and things distinguished.

    Args:
        table: of the source language; None = nothing is known.
    """

    def __init__(self, table: NounClassTable | None = None) -> None:
        self._table = table

    @classmethod
    def of(cls, pack: LanguagePack) -> NounClasses:
        """Read a pack's `sorts.toml`, if it has one; TableError where it is wrong."""
        path = pack.table_paths().get("sorts")
        if path is None:
            return cls()
        table = read_table(path, language=pack.code, phenomenon="sorts", owner=pack.package)
        return cls(table.validated(NounClassTable))

    def of_pronoun(self, document: Document, place: TokenRef) -> NounClass | None:
        """Return what a pronoun refers to, as far as its form and its verb show."""
        if self._table is None:
            return None
        tried: tuple[tuple[NounClass, tuple[Pattern, ...]], ...] = (
            ("persons", self._table.of_persons),
            ("wills", self._table.of_wills),
            ("groups", self._table.of_groups),
            ("objects", self._table.of_objects),
            ("things", self._table.of_things),
        )
        return next((sort for sort, patterns in tried if _matches(document, place, patterns)), None)

    def is_evident(self, document: Document, place: TokenRef) -> bool:
        """Return whether the clause of a pronoun says that it refers to a person."""
        return self._table is not None and _matches(document, place, self._table.evident_persons)

    def is_named(self, document: Document, place: TokenRef) -> bool:
        """Return whether the clause of a pronoun says that a noun names what it refers to."""
        return self._table is not None and _matches(document, place, self._table.of_named)

    def of_noun(self, lemma: str) -> NounClass | None:
        """Return what a noun of the source language names."""
        return self._nouns.get(lemma.casefold())

    def is_collective(self, lemma: str) -> bool:
        """Return whether *they* may take up a noun in the singular."""
        return lemma.casefold() in self._collectives

    def is_part(self, lemma: str) -> bool:
        """Return whether a noun names but a part or a manner of something else."""
        return lemma.casefold() in self._parts

    def is_time(self, lemma: str) -> bool:
        """Return whether a noun mostly says when something happens."""
        return lemma.casefold() in self._times

    def fits(self, document: Document, wanted: NounClass | None, noun: TokenRef) -> bool:
        """Return whether a pronoun that refers to such things may refer to a source noun."""
        word = document.source[noun.segment][noun.token]
        lemma = word.lemma
        if self.is_part(lemma) or (self.is_time(lemma) and ud.relation(word) not in SPOKEN_OF):
            return False
        found = self.of_noun(lemma) or self._of_name(document.source[noun.segment], noun.token)
        if self._table is None:
            return wanted is None or found is None or wanted == found
        if wanted == "groups" and lemma.casefold() in self._table.speaking:
            return True
        if wanted in {"groups", "wills"}:
            return self._may_be_group(document, noun, found)
        if wanted == "objects":
            is_body = lemma.casefold() not in self._table.intangible
            return is_body and found != "persons" and not self._is_agent(document, noun)
        return wanted is None or found is None or wanted == found

    def _may_be_group(self, document: Document, noun: TokenRef, found: NounClass | None) -> bool:
        """Return whether a noun may be a group with a mind."""
        if self._table is None:
            return True
        lemma = document.source[noun.segment][noun.token].lemma.casefold()
        if lemma not in self._collectives and _matches(document, noun, self._table.goods):
            return False
        return found is None or (found == "things" and self._is_agent(document, noun))

    def _is_agent(self, document: Document, noun: TokenRef) -> bool:
        """Return whether a noun acts like a person or a group in its clause."""
        return self._table is not None and _matches(document, noun, self._table.agents)

    def _of_name(self, tokens: Tokens, token: int) -> NounClass | None:
        """Return that a name is a person where a word next to it says so (*Mr*, *an economist*)."""
        if tokens[token].upos != NAME:
            return None
        beside = (tokens[child] for child in tokens.children(token))
        sorts = (self.of_noun(word.lemma) for word in beside if word.deprel in BESIDE)
        return "persons" if "persons" in sorts else None

    @cached_property
    def _parts(self) -> frozenset[str]:
        return frozenset(self._table.parts if self._table is not None else ())

    @cached_property
    def _times(self) -> frozenset[str]:
        return frozenset(self._table.times if self._table is not None else ())

    @cached_property
    def _collectives(self) -> frozenset[str]:
        return frozenset(self._table.collectives if self._table is not None else ())

    @cached_property
    def _nouns(self) -> dict[str, NounClass]:
        if self._table is None:
            return {}
        things: dict[str, NounClass] = {word.casefold(): "things" for word in self._table.things}
        persons: dict[str, NounClass] = {word.casefold(): "persons" for word in self._table.persons}
        return things | persons


def _matches(document: Document, place: TokenRef, patterns: Iterable[Pattern]) -> bool:
    site = TokenContext(document, place.side, place.segment, place.token)
    return any(pattern.matches(site) for pattern in patterns)
