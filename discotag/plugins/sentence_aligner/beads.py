"""Beads: sentences of two texts that belong together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bead:
    """Some sentences of the source and those of the translation that stand for them.

    Args:
        source: begin and end (half-open) of the source sentences, 0-based; an empty range where
            the translation adds something.
        target: likewise of the target sentences; an empty range where something was left out.
        score: how much more the words of the two sides have to do with each other than with the
            rest of the text, in nats per word; 0 where a side is empty.
    """

    source: tuple[int, int]
    target: tuple[int, int]
    score: float

    @property
    def kind(self) -> str:
        """How many sentences it has on each side: `1-2`."""
        return f"{self.source[1] - self.source[0]}-{self.target[1] - self.target[0]}"

    @property
    def is_linked(self) -> bool:
        """Whether both sides have sentences."""
        return self.source[0] < self.source[1] and self.target[0] < self.target[1]
