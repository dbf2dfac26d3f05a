"""The schema of `pronouns.toml`: the forms that a source pronoun may take, and what decides.

One block per source language and pronoun (`[[en]]`), with one `[[en.class]]` for each class of
target forms. Forms that bear no class (French *l'*, *les*, dative *lui*) are simply not listed.
`expletives.toml`, beside it, describes the pronouns of a language that refer to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from discotag.core.errors import TableError, UsageError
from discotag.core.patterns import Pattern, Words
from discotag.core.tables import Table, read_table

if TYPE_CHECKING:
    from discotag.core.language import LanguagePack

Decision = Literal["antecedent", "noun", "known", "repetition", "nothing"]
"""What decides a class: the antecedent; the antecedent where evidence is named (else it may be a
clause, as of a demonstrative); the antecedent only where coreference knows it (else nothing does);
the text's earlier choice; or nothing outside the class."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class TargetClass(_Record):
    """One class of target forms.

    Args:
        label: the class (`fem`).
        forms: its surface forms, compared without case and kind of apostrophe; none = `when` alone
            decides (only of attached pronouns).
        when: a condition on the target token.
        decided_by: what decides it, where it differs from the rule's.
    """

    label: str = Field(pattern=r"^\S+$")
    forms: Words = ()
    when: Pattern | None = None
    decided_by: Decision | None = None


class PronounRule(_Record):
    """One source pronoun and its possible translations.

    Args:
        name: how labels name it: `it` gives `it→fem`.
        source: the condition on the source token.
        target: a condition on every target token.
        dropped: whether the source has no word for it; `source` is then the condition on the verb
            that the target pronoun belongs to.
        attached: whether the target pronoun is part of another word (Arabic رأيتها, "I saw it"):
            of a word linked to the source pronoun or, where no pronoun is, to its head or its
            preposition. Its gender and number are then the word's `Gender[clit]`, `Number[clit]`,
            or those of a predicate that agrees with a dropped subject (Spanish *Estaba rota*).
        clitics: forms that lean on their verb and are seldom linked (Spanish *la veo*, "I see it"):
            one that no rule marks by its links stands for the source pronoun that is an object of a
            verb linked to its verb.
        objects: those of them that are never subjects, whatever the analysis says (*los*, not
            *ellos*).
        decided_by: what decides the class.
        classes: the classes (`[[en.class]]`), tried in order.
        note: for readers of the table.
    """

    name: str = Field(pattern=r"^\S+$")
    source: Pattern
    target: Pattern | None = None
    dropped: bool = False
    attached: bool = False
    clitics: Words = ()
    objects: Words = ()
    decided_by: Decision = "antecedent"
    classes: tuple[TargetClass, ...] = Field(alias="class", min_length=1)
    note: str | None = None

    @model_validator(mode="after")
    def _classes_have_forms(self) -> Self:
        for group in self.classes:
            if not group.forms and (group.when is None or not self.attached):
                raise ValueError(f"class {group.label!r} of {self.name!r} has no forms")
        return self


class PublishedPronouns(_Record):
    """Pairs of pronouns as somebody published them, kept to reproduce old numbers.

    Args:
        source: where they were published.
        words: source language → source form → target forms, all in lower case.
    """

    source: str
    words: dict[str, dict[str, Words]]


class PronounTable(BaseModel):
    """A whole `pronouns.toml`; every key but these is the code of a source language.

    Args:
        schema_version: 1.
        sources: the grammars behind the table.
        published: published lists by name (`[published.muda]`).
    """

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, tuple[PronounRule, ...]] = Field(init=False)

    schema_version: Literal[1]
    sources: tuple[str, ...] = Field(min_length=1)
    published: dict[str, PublishedPronouns] = Field(default_factory=dict)

    def rules(self, language: str) -> tuple[PronounRule, ...]:
        """Return the rules for a source language (a variant uses its language's)."""
        blocks = self.__pydantic_extra__
        return blocks.get(language) or blocks.get(language.partition("-")[0], ())


class ExpletiveTable(_Record):
    """A whole `expletives.toml`: conditions, any of which says that a pronoun refers to nothing."""

    schema_version: Literal[1]
    sources: tuple[str, ...] = Field(min_length=1)
    pronoun: tuple[Pattern, ...]


def read_published(table: Table, name: str, source: str) -> dict[str, Words]:
    """Read a published list: source form → target forms.

    Raises:
        UsageError: the table has no list of this name for the source language.
    """
    published = table.validated(PronounTable).published
    words = published[name].words if name in published else {}
    language = source if source in words else source.partition("-")[0]
    if language not in words:
        known = ", ".join(sorted(item for item in published if language in published[item].words))
        raise UsageError(
            f"option forms of pronouns: the {table.language} table has no list {name!r} for source"
            f" language {source!r}; it has: {known or 'none'} (profile discotag takes table)"
        )
    return words[language]


def read_rules(table: Table | None, source: str, target: str) -> tuple[PronounRule, ...]:
    """Return the rules from a source language; TableError where the table has none for it."""
    if table is None:
        raise TableError(f"no table of pronouns for {target!r}: its language pack must bring one")
    schema = table.validated(PronounTable)
    rules = schema.rules(source)
    if not rules:
        known = ", ".join(sorted(schema.__pydantic_extra__)) or "none"
        raise TableError(
            f"has no pronouns for source language {source!r} (it has: {known})", path=table.path
        )
    return rules


def read_expletives(pack: LanguagePack) -> tuple[Pattern, ...]:
    """Return the conditions of a pack's `expletives.toml`; none where it has no such file."""
    path = pack.table_paths().get("expletives")
    if path is None:
        return ()
    table = read_table(path, language=pack.code, phenomenon="expletives", owner=pack.package)
    return table.validated(ExpletiveTable).pronoun
