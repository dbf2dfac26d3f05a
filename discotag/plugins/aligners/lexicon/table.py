"""Translation tables: the probabilities of one language pair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

LONGEST_JUMP = 12
JUMPS = 2 * LONGEST_JUMP + 1
LEAST_PROBABILITY = 0.003
MOST_ENTRIES = 40
"""Entries of one word that are worth their room; more change F1 by less than 0.1."""


class SideInfo(BaseModel):
    """How the words of one side are looked up.

    Args:
        language: canonical code.
        key: description of its keys (`keys.py`).
        shortest_piece: fewest letters of a piece of an unknown word.
        latin: name of its romaniser (`spelling.py`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    language: str
    key: str
    shortest_piece: int = Field(default=4, ge=1)
    latin: str = "letters"


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The keys of one side.

    Args:
        info: how words become keys.
        keys: the keys, sorted.
        forms: normalised spelling → index of its key, for words met often; spares their stemming.
        null: probability of each key under the empty word, shape (keys,), 0–1.
        weight: how much similarity and unknown-word mass still count for each key: 1 in a shipped
            table, less where a corpus was learned from; shape (keys,), 0–1.
        known: False for keys that a corpus alone has taught, shape (keys,).
        jumps: probability of a step from one linked word of this side to the next, for -12 … 12;
            shape (25,).
    """

    info: SideInfo
    keys: tuple[str, ...]
    forms: Mapping[str, int]
    null: Floats
    weight: Floats
    known: NDArray[np.bool_]
    jumps: Floats


@dataclass(frozen=True)
class TranslationTable:
    """Probabilities between two vocabularies.

    Args:
        source: the vocabulary of rows.
        target: the vocabulary of columns.
        entries: row * number of columns + column of each stored pair, ascending; shape (entries,).
        forward: p(column | row), 0–1, shape (entries,).
        backward: p(row | column), 0–1, shape (entries,).
        training: what it was made of.
    """

    source: Vocabulary
    target: Vocabulary
    entries: Integers
    forward: Floats
    backward: Floats
    training: str = ""

    @cached_property
    def turned(self) -> TranslationTable:
        """The same table with the sides exchanged."""
        rows, columns = np.divmod(self.entries, len(self.target.keys))
        entries = columns * len(self.source.keys) + rows
        order = np.argsort(entries)
        return replace(
            self,
            source=self.target,
            target=self.source,
            entries=entries[order],
            forward=self.backward[order],
            backward=self.forward[order],
        )


def is_strong(probability: Floats, owners: Integers) -> NDArray[np.bool_]:
    """Return which entries are from 0.003 on and among their owner's 40 best; shape (entries,)."""
    order = np.lexsort((-probability, owners))
    ordered = owners[order]
    first = np.searchsorted(ordered, ordered)
    rank = np.empty(len(owners), dtype=np.int64)
    rank[order] = np.arange(len(owners)) - first
    strong: NDArray[np.bool_] = (probability >= LEAST_PROBABILITY) & (rank < MOST_ENTRIES)
    return strong
