"""Rules applied after a model: what the packs' own spaCy components share.

A component reads its word lists from the pipeline's directory, one JSON file, and changes the
annotation that the model gave.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Self

from discotag.language import ud

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from spacy.language import Language


def normal(word: str) -> str:
    """Return a word as the lexicon holds it: lower case, straight apostrophe."""
    return word.lower().replace("’", "'")


class StoredData(ABC):
    """A spaCy component whose data is one JSON file in a pipeline's directory.

    A subclass takes the data in `fill` and keeps it in `_data`.
    """

    FILE = "rules.json"
    IS_COMPACT = False
    """Whether the file has no line breaks."""
    _data: dict[str, Any]

    @abstractmethod
    def fill(self, data: dict[str, Any]) -> None:
        """Take the data."""

    def to_disk(self, path: Path, *, exclude: tuple[str, ...] = ()) -> None:
        """Write the data below a pipeline's directory."""
        del exclude
        path.mkdir(parents=True, exist_ok=True)
        layout: dict[str, Any] = {"separators": (",", ":")} if self.IS_COMPACT else {"indent": 0}
        text = json.dumps(self._data, ensure_ascii=False, sort_keys=True, **layout)
        (path / self.FILE).write_text(text, encoding="utf-8")

    def from_disk(self, path: Path, *, exclude: tuple[str, ...] = ()) -> Self:
        """Read the data of a pipeline's directory."""
        del exclude
        self.fill(json.loads((path / self.FILE).read_text(encoding="utf-8")))
        return self


class RuleComponent(StoredData):
    """A spaCy component whose rules are data; it is called with a Doc."""

    @classmethod
    def registered(
        cls, name: str, *, requires: Sequence[str] = ("token.pos", "token.morph")
    ) -> Callable[[Language, str], RuleComponent]:
        """Register the class with spaCy under a name, and return the factory.

        The component is made without rules; `from_disk` fills it.

        Args:
            name: of the step in a pipeline's config.
            requires: what earlier steps must set.
        """
        from spacy.language import Language

        def create(nlp: Language, name: str) -> RuleComponent:
            del nlp, name
            return cls()

        Language.factory(
            name,
            requires=list(requires),
            assigns=["token.pos", "token.morph", "token.lemma"],
            func=create,
        )
        return create


def opens_clause(token: Any) -> bool:
    """Return whether a spaCy token is the first, or follows a mark, *and* or an interjection."""
    before = token.nbor(-1) if token.i else None
    return before is None or before.is_space or before.pos_ in ud.OPENERS


def set_features(token: Any, feats: Mapping[str, str] | str) -> None:
    """Replace the morphological features of a spaCy token.

    `feats` are names with values, or the text that CoNLL-U has for them.
    """
    if not isinstance(feats, str):
        feats = "|".join(f"{name}={value}" for name, value in feats.items())
    token.set_morph(feats)
