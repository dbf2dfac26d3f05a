"""English pronouns and their classes, and which change of class is wrong."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from discotag.plugin import UsageError, read_toml

TESTED = ("he", "she", "it", "they")
"""The classes of anaphoric pronouns."""


PERSONS = (*TESTED, "i", "we", "you")
"""The classes of personal pronouns: only they can be wrong."""


class SourceForms(BaseModel):
    """Pronouns of a source language, by the English classes that they can become.

    Args:
        may: the classes.
        forms: lower-cased.
        capital: classes that a form with a capital may become whatever it takes up: an address.
        is_empty: whether it may take nothing up (*es regnet*).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    may: frozenset[str]
    forms: frozenset[str]
    capital: frozenset[str] = frozenset()
    is_empty: bool = False


class Pronouns(BaseModel):
    """The content of `pronouns.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rivals: tuple[str, ...]
    either: frozenset[str]
    classes: dict[str, tuple[str, ...]]
    groups: dict[str, tuple[str, ...]]
    variants: dict[str, frozenset[str]]
    source: dict[str, tuple[SourceForms, ...]]

    def class_of(self, form: str) -> str | None:
        """Return the class of a form, whatever its case; None if it is not a pronoun."""
        return _classes().get(form.casefold())

    @property
    def forms(self) -> tuple[str, ...]:
        """All forms that the ranker chooses among."""
        return (*(form for names in self.classes.values() for form in names), *self.rivals)

    @property
    def shared(self) -> dict[str, tuple[str, ...]]:
        """Forms that share weights, by name: those of a class (`class he`) and of a group."""
        return {f"class {name}": forms for name, forms in self.classes.items()} | self.groups

    def is_wrong(self, reference: str, system: str) -> bool:
        """Return whether a system's class is wrong where the reference has another."""
        is_right = system == reference or system in self.variants.get(reference, ())
        return system in PERSONS and not is_right

    def is_owner(self, form: str) -> bool:
        """Return whether a form is a possessive."""
        return form.casefold() in {*self.groups["owner"], *self.groups["own"]}

    def source_of(self, language: str, form: str) -> SourceForms | None:
        """Return what is known of a source form; None if it is not listed."""
        rows = self.source.get(language.partition("-")[0], ())
        return next((row for row in rows if form.casefold() in row.forms), None)


@cache
def pronouns() -> Pronouns:
    """Read `pronouns.toml`, once."""
    data, _ = read_toml(Path(__file__).with_name("pronouns.toml"))
    return Pronouns.model_validate(data)


@cache
def _classes() -> dict[str, str]:
    return {form: name for name, forms in pronouns().classes.items() for form in forms}


def require_english(target: str) -> None:
    """Refuse a target language without a table of pronouns; UsageError."""
    if target.partition("-")[0] != "en":
        raise UsageError(
            f"pronouns and coherence are known of English alone, not of {target!r};"
            " lexical_consistency and connectives are, into any with a pack"
        )
