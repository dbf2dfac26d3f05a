"""The recipe of a table: keys, tokenizer and files of a language, one section of a TOML file."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import InputError, UnknownNameError
from discotag.plugin.training import SideInfo

if TYPE_CHECKING:
    from pathlib import Path

ENGLISH: dict[str, Any] = {"key": "snowball:english"}
"""Of a file that has no section of its own for English."""


class Recipe(BaseModel):
    """One language's section.

    Args:
        language: code of the language, the section's name.
        spacy_language: spaCy's code for the language, where it is another.
        key: steps from form to table key (`plain`, `prefix:5`, `snowball:swedish`).
        shortest_piece: fewest letters of a known piece of an unknown word.
        latin: romaniser for likeness of spelling.
        dictionary: the code that the Wiktionary files use, where it is another.
        spacy: settings of spaCy's tokenizer; they must fit the analyzer's tokens.
        tables: sentence pairs, files below the data folder with tabs: English, the language.
            Where none is named, the files that the folder `parallel` usually holds.
        dictionaries: Wiktionary dictionaries from or into English, files below the data folder.
            Where none is named, those of `dict/wiktionary_2015`.
        joined: corpora whose words come spaced out in a script without spaces.
        aligned: corpora of plain text below `parallel`: English file, other file, line by line.
        pairs: English word → words that translate it in texts, but hardly in isolated sentences.
        pair_weight: how many sentences each of these pairs counts for.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    spacy_language: str
    key: str
    shortest_piece: int = 4
    latin: str = "letters"
    dictionary: str | None = None
    spacy: dict[str, Any] = Field(default_factory=dict)
    tables: tuple[str, ...] = ()
    dictionaries: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    aligned: tuple[tuple[str, str], ...] = ()
    pairs: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    pair_weight: int = 60

    @property
    def own_pairs(self) -> list[tuple[str, str]]:
        """Word pairs of the recipe itself, as often as they count."""
        found = [(word, other) for word, others in self.pairs.items() for other in others]
        return found * self.pair_weight

    @property
    def side(self) -> SideInfo:
        """How the table looks up this language's words."""
        return SideInfo(
            language=self.language,
            key=self.key,
            shortest_piece=self.shortest_piece,
            latin=self.latin,
        )

    @property
    def made_of(self) -> str:
        """The recipe as text, without what is not set: new fields leave it as it was."""
        return self.model_dump_json(exclude={"tables", "dictionaries"}) + "".join(
            f" {names}" for names in (self.tables, self.dictionaries) if names
        )


def read_recipe(path: Path, language: str) -> Recipe:
    """Read a language's section of a file of recipes.

    Raises:
        InputError: the file or the section cannot be read; names the field.
        UnknownNameError: the file has no such section.
    """
    try:
        entries = {"en": ENGLISH, **tomllib.loads(path.read_text(encoding="utf-8"))}
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read as recipes of tables: {error}", path=path) from error
    if language not in entries:
        raise UnknownNameError("language", language, entries)
    try:
        return Recipe(**{"language": language, "spacy_language": language, **entries[language]})
    except (TypeError, ValueError) as error:
        raise InputError(f"[{language}] is no recipe of a table: {error}", path=path) from error
