"""Language packs: the identity, properties, defaults and data of one language."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from discotag.core.errors import InputError, TableError
from discotag.core.language_facts import (
    Address,
    Direction,
    Names,
    Sentences,
    Terms,
    WritingSystem,
    direction,
)
from discotag.core.tables import read_toml

Code = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}(-[a-z0-9]{2,8})*$")]


class Property(BaseModel):
    """A typological property of a language (muda App. B) with its source."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    value: str | tuple[str, ...]
    source: str


class Measured(BaseModel):
    """How good one part of a pack is, as measured.

    Args:
        value: the figure, 0–100.
        measure: what it counts (`UPOS, %`).
        data: what it was measured on.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    value: float = Field(ge=0, le=100)
    measure: str
    data: str


class LanguagePack(BaseModel):
    """What one language brings: `data/language.toml` of a package, and the files beside it.

    Args:
        schema_version: of `language.toml`; 1.
        code: canonical code (`fr`, `zh-tw`).
        name: English name.
        aliases: other codes that users write (`fra`, `zh_cn`).
        package: the importable package that holds the data.
        writing: direction, spaces, letters.
        address: levels of address with their order, and words that tell of address.
        names: endings of names; None = a capital letter does not tell names in this language.
        properties: typological properties (muda App. B), each with its source.
        defaults: role (`analyzer`, `aligner`, `coref`) → component name.
        not_applicable: phenomenon → why this language does not have it.
        sentences: abbreviations, and what else tells where sentences end.
        terms: phrases whose words are no terms of a glossary.
        taggers: phenomenon → names of extra taggers that join the general one.
        settings: component name → its settings for this language (`[settings.lexicon]`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    schema_version: int = Field(ge=1, le=1)
    code: Code
    name: str
    aliases: tuple[str, ...] = ()
    package: str
    writing: WritingSystem = WritingSystem()
    address: Address = Address()
    names: Names | None = None
    sentences: Sentences = Sentences()
    terms: Terms = Terms()
    properties: dict[str, Property] = Field(default_factory=dict)
    defaults: dict[str, str] = Field(default_factory=dict)
    not_applicable: dict[str, str] = Field(default_factory=dict)
    taggers: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    settings: dict[str, dict[str, Any]] = Field(default_factory=dict)

    @classmethod
    def from_package(cls, package: str, *, file: str = "language.toml") -> LanguagePack:
        """Read the pack of an installed package; TableError names the file and field at fault."""
        path = Path(str(files(package))) / "data" / file
        data, _ = read_toml(path)
        try:
            return cls(package=package, **data)
        except (ValueError, TypeError) as error:
            raise TableError(f"is not a language description: {error}", path=path) from error

    @cached_property
    def folder(self) -> Path:
        """The package's folder."""
        return Path(str(files(self.package)))

    def has_resource(self, name: str) -> bool:
        """Return whether the pack holds a data file or folder."""
        return (self.folder / name).exists()

    def resource(self, name: str) -> Path:
        """Return a data file or folder of the pack (`pipeline`); InputError if it has none."""
        path = self.folder / name
        if not path.exists():
            raise InputError(
                f"the {self.name} pack ({self.package}) holds no {name!r}:"
                " reinstall it, or choose another component",
                path=path,
            )
        return path

    @cached_property
    def quality(self) -> dict[str, Measured]:
        """What was measured of its parts (`analysis`, `alignment`, `formality`); maybe nothing.

        What was measured with its language's table says nothing of a variety that has its own.

        Raises:
            TableError: `quality.toml` is faulty.
        """
        path = self.folder / "quality.toml"
        if not path.is_file():
            return {}
        data, _ = read_toml(path)
        try:
            return {
                name: Measured(**entry)
                for name, entry in data.items()
                if not (self.folder / "data" / self.code / f"{name}.toml").exists()
            }
        except (ValueError, TypeError) as error:
            raise TableError(f"is no list of measured figures: {error}", path=path) from error

    @cached_property
    def stop_words(self) -> frozenset[str]:
        """The words of `data/stopwords.txt` (`#` begins a comment), casefolded; maybe none."""
        path = self.folder / "data" / "stopwords.txt"
        if not path.is_file():
            return frozenset()
        lines = path.read_text(encoding="utf-8-sig").splitlines()
        return frozenset(
            word for line in lines if not line.startswith("#") for word in line.casefold().split()
        )

    @property
    def direction(self) -> Direction:
        """In which direction the language is written."""
        told = self.writing.right_to_left
        if told is None:
            return direction(self.code)
        return "rtl" if told else "ltr"

    def is_called(self, name: str) -> bool:
        """Return whether a name is the pack's code, an alias or the English name."""
        names = (self.code, self.name, *self.aliases)
        wanted = name.casefold().replace("_", "-")
        return wanted in {known.casefold() for known in names}

    def table_paths(self, *, into: str | None = None) -> dict[str, Path]:
        """Return the pack's tables: name → TOML file.

        A variety's own tables stand in a folder of its code (`pt-br/formality.toml`); the rest it
        has in common with the other varieties of its package.

        Args:
            into: a target language's code: the tables of `data/into-xx`, which say what this
                language's words may become there; None = the language's own, beside
                `language.toml`.
        """
        data = self.folder / "data"
        folders = (data, data / self.code)
        if into is not None:
            folders = (data / f"into-{into.partition('-')[0]}", data / f"into-{into}")
        return {
            path.stem: path
            for folder in folders
            for path in sorted(folder.glob("*.toml"))
            if not path.stem.startswith("language")
        }
