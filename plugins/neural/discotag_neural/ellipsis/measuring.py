"""Precision, recall and F1 of what a classifier says, with support; undefined is None."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag_neural.ellipsis.examples import NONE, Level

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SEGMENTS = "segments"
SITES = "sites"


@dataclass(frozen=True, slots=True)
class Figure:
    """Counts of one row.

    Args:
        right: said and true.
        said: said.
        gold: true: the support.
    """

    right: int
    said: int
    gold: int

    @property
    def precision(self) -> float | None:
        """Share of what was said that is true; None if nothing was said."""
        return self.right / self.said if self.said else None

    @property
    def recall(self) -> float | None:
        """Share of what is true that was said; None if there is nothing."""
        return self.right / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """2 right / (said + gold); None if both are 0."""
        both = self.said + self.gold
        return 2 * self.right / both if both else None

    def describe(self) -> dict[str, float | int | None]:
        """Return counts and measures, 0–1."""
        return {
            "right": self.right,
            "said": self.said,
            "support": self.gold,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
        }


def figures(
    pairs: Iterable[tuple[Sequence[str], Sequence[str]]], level: Level
) -> dict[str, Figure]:
    """Compare labels.

    Args:
        pairs: of each segment, the labels said and the true ones.
        level: what is labelled.

    Returns:
        `segments`: whether a segment is elliptical; at the level of tokens also `sites`, whatever
        their kind, and each kind.
    """
    right, said, gold = Counter[str](), Counter[str](), Counter[str]()
    for given, true in pairs:
        is_said, is_gold = set(given) != {NONE}, set(true) != {NONE}
        said[SEGMENTS] += is_said
        gold[SEGMENTS] += is_gold
        right[SEGMENTS] += is_said and is_gold
        for one, other in zip(given, true, strict=True):
            if level is Level.TOKEN:
                said[SITES] += one != NONE
                gold[SITES] += other != NONE
                right[SITES] += NONE not in {one, other}
                said[one] += 1
                gold[other] += 1
                right[one] += one == other
    rows = [SEGMENTS]
    if level is Level.TOKEN:
        rows += [SITES, *sorted((set(said) | set(gold)) - {NONE, SITES, SEGMENTS})]
    return {row: Figure(right[row], said[row], gold[row]) for row in rows}
