"""What is asked for, and the names that follow from it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from discotag.scaffold.examples import Found

NAME = re.compile(r"^[a-z][a-z0-9_]*$")
CODE = re.compile(r"^[a-z]{2,3}(-[a-z0-9]{2,8})*$")
PREFIXES = {
    "language": "lang",
    "phenomenon": "phen",
    "aligner": "align",
    "coref": "coref",
    "scorer": "score",
    "check": "check",
}


THINGS = {
    "language": "a language pack",
    "phenomenon": "a phenomenon",
    "aligner": "an aligner",
    "coref": "a coreference resolver",
    "scorer": "a scorer",
    "check": "a check of translations",
}
"""Kind → what it is, in words."""


class Kind(StrEnum):
    """What can be begun."""

    LANGUAGE = "language"
    PHENOMENON = "phenomenon"
    ALIGNER = "aligner"
    COREF = "coref"
    SCORER = "scorer"
    CHECK = "check"


@dataclass(frozen=True)
class Request:
    """A package to begin.

    Args:
        kind: what it brings.
        name: a language's code (`pl`), or the component's name (`tag_questions`).
        title: the language's English name, or a line that says what the component does; None = made
            from the name.
        source: code of the source language of its examples.
        target: code of their target language; a language's own code is taken for a language.
        found: words and examples that `discotag themes` wrote, for a phenomenon.

    Raises:
        UsageError: the name is no code or no name, or examples are given for another kind.
    """

    kind: Kind
    name: str
    title: str | None = None
    source: str = "en"
    target: str = "fr"
    found: Found | None = None

    def __post_init__(self) -> None:
        """Check the names."""
        if self.kind is Kind.LANGUAGE and not CODE.match(self.name):
            raise UsageError(
                f"{self.name!r} is not a language code: two or three lower-case letters, as in"
                " pl or zh-tw"
            )
        if self.kind is not Kind.LANGUAGE and not NAME.match(self.name):
            raise UsageError(
                f"invalid name {self.name!r}: use lower-case letters, digits and _, starting with a"
                " letter, as in tag_questions"
            )
        for code in (self.source, self.target):
            if not CODE.match(code):
                raise UsageError(f"{code!r} is not a language code")
        if self.found is not None and self.kind is not Kind.PHENOMENON:
            raise UsageError(f"--examples begins a phenomenon, not a {self.kind}")

    @property
    def plugin(self) -> str:
        """The entry point's name: `lang-pl`, `phen-tag-questions`."""
        return f"{PREFIXES[self.kind]}-{self.name}".replace("_", "-")

    @property
    def distribution(self) -> str:
        """The distribution's name, which is also the folder's."""
        return f"discotag-{self.plugin}"

    @property
    def package(self) -> str:
        """The importable package."""
        return self.distribution.replace("-", "_")

    @property
    def thing(self) -> str:
        """What it is, with its article: `an aligner`."""
        return THINGS[self.kind]

    @property
    def words(self) -> str:
        """The name in words: `tag questions`."""
        return self.name.replace("_", " ")

    @property
    def summary(self) -> str:
        """The title, or one made from the name, without its last full stop."""
        if self.title:
            return self.title.rstrip(".")
        return self.name if self.kind is Kind.LANGUAGE else self.words.capitalize()

    @property
    def class_name(self) -> str:
        """The component's class: `TagQuestions`."""
        return "".join(part.capitalize() for part in self.name.replace("-", "_").split("_"))

    @property
    def code(self) -> str:
        """The letters of a check's codes: `NUMBERS`."""
        return "".join(letter for letter in self.name.upper() if letter.isalpha())
