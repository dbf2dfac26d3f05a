"""A training corpus as token ids: every line once, with its place in its document."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from discotag.plugin import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class TextPair:
    """A document and its translation, line by line."""

    id: str
    source: tuple[str, ...]
    target: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one side as ids, without special tokens.

    Args:
        ids: all lines' ids, one after another.
        starts: (lines + 1,): where each line starts in `ids`.
    """

    ids: NDArray[np.int32]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, lines: Sequence[Sequence[int]]) -> Lines:
        """Join lines."""
        lengths = [len(line) for line in lines]
        joined = np.fromiter((i for line in lines for i in line), np.int32, sum(lengths))
        return cls(joined, np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]))

    def line(self, index: int) -> NDArray[np.int32]:
        """Return one line's ids."""
        return self.ids[self.starts[index] : self.starts[index + 1]]

    def lengths(self, index: NDArray[np.int64], context: NDArray[np.int64]) -> NDArray[np.int64]:
        """Count the ids of lines together with so many lines before each."""
        found: NDArray[np.int64] = self.starts[index + 1] - self.starts[index - context]
        return found


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents as ids.

    Args:
        source: source lines.
        target: target lines.
        places: (lines,): 0-based index of each line in its document, so its context cannot reach
            over the document's border.
        documents: how many there are.
        unknown: how many tokens are unknown to the vocabulary, on both sides.
    """

    source: Lines
    target: Lines
    places: NDArray[np.int64]
    documents: int
    unknown: int

    def __len__(self) -> int:
        return len(self.places)


def digest(texts: Iterable[TextPair]) -> str:
    """Return what makes these documents others than those."""
    whole = hashlib.sha256()
    for text in texts:
        whole.update(repr((text.id, text.source, text.target)).encode("utf-8", "surrogatepass"))
    return whole.hexdigest()[:12]


def encoded(texts: Iterable[TextPair], tokenizer: Any) -> Corpus:
    """Turn documents into ids, without special tokens.

    Raises:
        InputError: a line holds a special token of the model, such as its separator.
    """
    given = list(texts)
    where = [(text.id, number) for text in given for number in range(1, len(text.source) + 1)]
    sides = (
        _ids([line for text in given for line in text.source], "text", tokenizer, where),
        _ids([line for text in given for line in text.target], "text_target", tokenizer, where),
    )
    unknown = sum(line.count(tokenizer.unk_token_id) for side in sides for line in side)
    places = [number - 1 for _, number in where]
    source, target = (Lines.of(side) for side in sides)
    return Corpus(source, target, np.array(places, np.int64), len(given), unknown)


def _ids(
    lines: list[str], side: str, tokenizer: Any, where: Sequence[tuple[str, int]]
) -> list[list[int]]:
    if not lines:
        return []
    made: list[list[int]] = tokenizer(**{side: lines}, add_special_tokens=False, verbose=False)[
        "input_ids"
    ]
    special = set(tokenizer.all_special_ids) - {tokenizer.unk_token_id}
    for (document, segment), ids in zip(where, made, strict=True):
        if found := special.intersection(ids):
            token = tokenizer.convert_ids_to_tokens(min(found))
            raise InputError(
                f"document {document!r}, segment {segment}: the line holds {token!r}, a special"
                " token of the model; take it out of the text"
            )
    return made
