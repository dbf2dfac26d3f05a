"""English pronouns and their classes, and which change of class is wrong."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from discotag.plugin import UsageError, read_toml

TESTED = ("he", "she", "it", "they")
"""The classes of anaphoric pronouns."""


class SourceForms(BaseModel):
    """A source language's pronouns: by gender, and those that fit several English classes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    masculine: frozenset[str] = frozenset()
    feminine: frozenset[str] = frozenset()
    ambiguous: frozenset[str] = frozenset()


class Pronouns(BaseModel):
    """The content of `pronouns.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rivals: tuple[str, ...]
    classes: dict[str, tuple[str, ...]]
    groups: dict[str, tuple[str, ...]]
    variants: dict[str, frozenset[str]]
    source: dict[str, SourceForms]

    def class_of(self, form: str) -> str | None:
        """Return the class of a form, whatever its case; None if it is no pronoun."""
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
        return system != reference and system not in self.variants.get(reference, frozenset())


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
