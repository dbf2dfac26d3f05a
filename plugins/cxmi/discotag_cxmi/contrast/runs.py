"""Runs: the scores of every translation under one way of giving context."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_cxmi.contrast.items import Item

Scores = tuple[tuple[float, ...], ...]
"""A tuple per item, in the set's order; in it a score per candidate, higher is better."""


@dataclass(frozen=True, slots=True)
class Runs:
    """Scores of the same items under several ways of giving context.

    Args:
        items: the set.
        scores: name of the run (the context size, for models) → scores; the first run is what the
            others are compared with.
        unit: what scores are, for people: `nats`, or `as given`.
    """

    items: tuple[Item, ...]
    scores: Mapping[str, Scores]
    unit: str

    @property
    def baseline(self) -> str:
        """Name of the first run."""
        return next(iter(self.scores))

    def verdicts(self, run: str) -> list[bool]:
        """Tell, item by item, whether the right translation scores above every wrong one."""
        return [
            is_right(scores, item.right)
            for item, scores in zip(self.items, self.scores[run], strict=True)
        ]

    def ties(self, run: str) -> int:
        """Count the items whose best wrong translation scores the same as the right one."""
        return sum(
            scores[item.right] == best_wrong(scores, item.right)
            for item, scores in zip(self.items, self.scores[run], strict=True)
        )

    def gains(self, run: str) -> list[float]:
        """Give, item by item, how much higher the right translation scores than in the first run.

        With log-probabilities this is each item's CXMI, in nats, positive = context helps.
        """
        return [
            scores[item.right] - base[item.right]
            for item, scores, base in zip(
                self.items, self.scores[run], self.scores[self.baseline], strict=True
            )
        ]


def best_wrong(scores: Sequence[float], right: int) -> float:
    """Return the highest score of a wrong translation."""
    return max(score for place, score in enumerate(scores) if place != right)


def is_right(scores: Sequence[float], right: int) -> bool:
    """Return whether the right translation scores above every wrong one; a tie is wrong."""
    return scores[right] > best_wrong(scores, right)
