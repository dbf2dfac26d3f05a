"""The verb form table: what a language's forms look like, and what a source form may become."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from discotag.core.patterns import Pattern

Patterns = Annotated[
    tuple[Pattern, ...],
    BeforeValidator(lambda value: (value,) if isinstance(value, dict | Pattern) else value),
]
"""One condition or a list of them."""
Name = Annotated[str, Field(min_length=1)]


class Compound(BaseModel):
    """What all compound forms share.

    Args:
        auxiliary: what an auxiliary of a compound form looks like, whatever its tense; one
            condition must hold.
        participle: what follows it; one condition must hold.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    auxiliary: Patterns = Field(min_length=1)
    participle: Patterns = Field(min_length=1)


class VerbForm(BaseModel):
    """One form of the target language; several blocks may share a name.

    Args:
        name: the form, in the language's own terms.
        pattern: conditions on the finite verb and on the words of its group that follow it, in
            order.
        compound: instead of `pattern`: condition on the auxiliary of a compound form, besides the
            table's `[compound]`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    pattern: Patterns = ()
    compound: Pattern | None = None

    @model_validator(mode="after")
    def _is_one_kind(self) -> Self:
        if bool(self.pattern) == (self.compound is not None):
            raise ValueError(f"form {self.name!r} needs either a pattern or a compound")
        return self


class SourceForm(BaseModel):
    """One form of a source language.

    Args:
        name: the form.
        pattern: conditions on the finite verb and on the words of its group that follow it, in
            order.
        forms: the target forms it may become; with fewer than two it is not ambiguous, and only
            kept apart from shorter patterns that would fit as well.
        note: what a reader of the table should know.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    pattern: Patterns = Field(min_length=1)
    forms: tuple[Name, ...] = ()
    note: str = ""


class FeatureForm(BaseModel):
    """A form as in a published list: a condition on one word."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    when: Pattern


class PublishedForms(BaseModel):
    """Forms that somebody published as ambiguous, kept to reproduce old numbers.

    Args:
        source: where they were published.
        forms: the forms (`[[published.NAME.form]]`); none where the list leaves the language out.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    forms: tuple[FeatureForm, ...] = Field(alias="form", default=())


class VerbFormTable(BaseModel):
    """One language's table.

    Args:
        source: the source language's grammar.
        forms: the forms (`[[form]]`); the longest pattern that fits a verb names its form, then the
            first.
        compound: what all compound forms share.
        ambiguous: source language → its forms (`[[ambiguous.en]]`); the longest pattern that fits
            counts, then the first.
        between: parts of speech that may be between the words of a group.
        published: published lists by name.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str
    forms: tuple[VerbForm, ...] = Field(alias="form", min_length=1)
    compound: Compound | None = None
    ambiguous: dict[str, tuple[SourceForm, ...]] = Field(default_factory=dict)
    between: tuple[str, ...] = ("ADV", "PART", "PRON", "INTJ")
    published: dict[str, PublishedForms] = Field(default_factory=dict)

    def foreign(self, source: str) -> tuple[SourceForm, ...]:
        """Return the forms of a source language; a variety has its language's."""
        return self.ambiguous.get(source) or self.ambiguous.get(source.partition("-")[0], ())

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        if self.compound is None and any(form.compound for form in self.forms):
            raise ValueError("a form is a compound, but the table has no [compound]")
        known = {form.name for form in self.forms}
        for language, forms in self.ambiguous.items():
            for form in forms:
                if unknown := sorted(set(form.forms) - known):
                    raise ValueError(
                        f"{language} {form.name!r} becomes {', '.join(unknown)}: no such [[form]]"
                    )
        return self
