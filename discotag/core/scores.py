"""Scores: additive statistics per document, and the measures that follow from their sums.

A scorer counts per document; sums over any set of documents give its measures. So a corpus score,
its interval and a
paired test come from one table of counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.tags import TaggedDocument


class Row(NamedTuple):
    """What a number is about: phenomenon (None = the whole text), label (None = all)."""

    phenomenon: str | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """One hypothesis beside its reference(s), all of the same source document."""

    references: tuple[TaggedDocument, ...]
    hypothesis: TaggedDocument


@dataclass(frozen=True, slots=True)
class Statistics:
    """One document's counts: row → one number per column of the scorer."""

    document: str
    counts: Mapping[Row, tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class Score:
    """One row's measures over a corpus.

    Args:
        scorer: the scorer's name.
        system: the system's name.
        row: phenomenon and label.
        measures: measure name → value, None where it is undefined (never NaN); the first is the
            scorer's main measure.
        support: number of reference tags (or segments, for a whole-text scorer) the row rests on.
    """

    scorer: str
    system: str
    row: Row
    measures: Mapping[str, float | None]
    support: int

    @property
    def value(self) -> float | None:
        """The main measure."""
        return next(iter(self.measures.values()), None)
