"""Units of text: where they stand in their file, and which sentences stand for which.

A unit is what is tagged and scored as one segment: a line of the corpus, or some sentences that are
translated together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Place(NamedTuple):
    """Where a part of a unit stands in its file.

    Args:
        start: 0-based offset in the unit's text from which on it stands there.
        line: 1-based line of the file; the segment, where the file has several on a line.
        column: 1-based character of that line.
        name: what the file calls this part, such as the number of a cue.
        speaker: who speaks there, as far as the file tells; "" = nobody is told. Since API 1.6.
    """

    start: int
    line: int
    column: int
    name: str = ""
    speaker: str = ""


Places = tuple[Place, ...]
"""Where a unit stands, part by part in order; empty for a unit without text."""


def place_at(places: Places, offset: int) -> Place | None:
    """Return where a character of a unit stands; None for a unit without places.

    `offset` is 0-based, in the unit's text; so is the `start` of what is returned.

    Example:
        >>> place_at((Place(0, 7, 5), Place(10, 8, 1)), 12)[1:3]
        (8, 3)
    """
    found = next((place for place in reversed(places) if place.start <= offset), None)
    if found is None:
        return None
    return found._replace(start=offset, column=found.column + offset - found.start)


def places_within(places: Places, begin: int, end: int) -> Places:
    """Return where a stretch of a text stands, with starts counted from its beginning.

    Example:
        >>> [place[:3] for place in places_within((Place(0, 7, 5), Place(10, 8, 1)), 4, 12)]
        [(0, 7, 9), (6, 8, 1)]
    """
    first = place_at(places, begin)
    inner = (place for place in places if begin < place.start < end)
    found = (*(() if first is None else (first,)), *inner)
    return tuple(place._replace(start=place.start - begin) for place in found)


@dataclass(frozen=True, slots=True)
class Bead:
    """Some sentences of the source and those of the translation that stand for them.

    Args:
        source: begin and end (half-open) of the source sentences, 0-based; an empty range where
            the translation adds something.
        target: likewise of the target sentences; an empty range where something was left out.
        score: how much more the two sides have to do with each other than with the rest of the
            text, in the sentence aligner's unit (`lexicon-beads`: nats per word); 0 where a side
            is empty.
        is_sure: whether the aligner holds that both sides belong together.
    """

    source: tuple[int, int]
    target: tuple[int, int]
    score: float
    is_sure: bool = False

    @property
    def kind(self) -> str:
        """How many sentences it has on each side: `1-2`."""
        return f"{self.source[1] - self.source[0]}-{self.target[1] - self.target[0]}"

    @property
    def is_linked(self) -> bool:
        """Whether both sides have sentences."""
        return self.source[0] < self.source[1] and self.target[0] < self.target[1]
