"""The recipe of a language: its keys, tokenizer and names of files, read from `languages.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.errors import UnknownNameError
from discotag.plugins.lexicon_aligner.table import SideInfo

LANGUAGES = Path(__file__).with_name("languages.toml")


class Recipe(BaseModel):
    """One language's entry; the comments of `languages.toml` explain the fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    spacy_language: str
    key: str
    shortest_piece: int = 4
    latin: str = "letters"
    dictionary: str | None = None
    spacy: dict[str, Any] = Field(default_factory=dict)
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


def read_recipe(language: str) -> Recipe:
    """Read a language's recipe; UnknownNameError if it has none."""
    entries = tomllib.loads(LANGUAGES.read_text(encoding="utf-8"))
    if language not in entries:
        raise UnknownNameError("language", language, entries)
    return Recipe(**{"language": language, "spacy_language": language, **entries[language]})
