"""Rules behind a model: what the packs' own spaCy components share.

A component reads its word lists from the pipeline's directory, one JSON file, and changes the
annotation that the model gave.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from pathlib import Path

FILE = "rules.json"

VERBS = frozenset({"VERB", "AUX"})


def normal(word: str) -> str:
    """Return a word as the lexicon holds it: lower case, straight apostrophe."""
    return word.lower().replace("’", "'")


class RuleComponent(ABC):
    """A spaCy component whose rules are data.

    A subclass takes the data in `fill`, keeps it in `_data`, and is called with a Doc.
    """

    _data: dict[str, Any]

    @abstractmethod
    def fill(self, data: dict[str, Any]) -> None:
        """Take the rules."""

    def to_disk(self, path: Path, *, exclude: tuple[str, ...] = ()) -> None:
        """Write the rules below a pipeline's directory."""
        del exclude
        path.mkdir(parents=True, exist_ok=True)
        text = json.dumps(self._data, ensure_ascii=False, sort_keys=True, indent=0)
        (path / FILE).write_text(text, encoding="utf-8")

    def from_disk(self, path: Path, *, exclude: tuple[str, ...] = ()) -> Self:
        """Read the rules of a pipeline's directory."""
        del exclude
        self.fill(json.loads((path / FILE).read_text(encoding="utf-8")))
        return self
