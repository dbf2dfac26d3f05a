"""Words of a translation to explain, and the words of its context that may do so: the records."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from discotag_cxmi.measure.words import blank_spans
from discotag_cxmi.positions import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from discotag_cxmi.measure.contexts import Text
    from discotag_cxmi.measure.words import Span

    Finder = Callable[[Sequence[str]], Sequence[Sequence[Span]]]

Side = Literal["source", "target"]


class Place(NamedTuple):
    """Characters of a document: side, 0-based segment, start, end."""

    side: Side
    segment: int
    start: int
    end: int

    def overlaps(self, other: Place) -> bool:
        """Return whether two places share a character."""
        same = (self.side, self.segment) == (other.side, other.segment)
        return same and self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Cue:
    """A word of the context.

    Args:
        place: where it stands.
        form: its text.
        effect: what it adds to the word's log-probability, in nats (leave one out); with gradients
            the sum of its embeddings times their gradients.
    """

    place: Place
    form: str
    effect: float


@dataclass(frozen=True, slots=True)
class Explained:
    """A word of the translation and the words of its context.

    Args:
        document: id of its document.
        place: where it stands.
        form: its text.
        pcxmi: what all context adds to its log-probability, in nats.
        cues: every word of the context, that with the largest effect first.
        evidence: words of the context that somebody holds to decide it (a tag's evidence, words
            that translators marked); empty = nobody said.
    """

    document: str
    place: Place
    form: str
    pcxmi: float
    cues: tuple[Cue, ...]
    evidence: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A word to explain, and what is held to decide it."""

    start: int
    end: int
    evidence: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """What finds the words of lines on each side; None = between spaces."""

    source: Finder | None = None
    target: Finder | None = None

    def of(self, side: Side, lines: Sequence[str]) -> list[list[Span]]:
        """Return the words of lines; a line without any has those between spaces."""
        finder = self.source if side == "source" else self.target
        found = [()] * len(lines) if finder is None else finder(lines)
        return [
            sorted({span for span in spans if span[0] < span[1]}) or blank_spans(line)
            for spans, line in zip(found, lines, strict=True)
        ]


def where(place: Place, text: Text) -> str:
    """Return where a place stands in its file, for people; nothing where segments are lines."""
    places = text.source_places if place.side == "source" else text.target_places
    return told(places[place.segment], place.start) if places else ""


def by_segment(
    found: Iterable[tuple[str, int, Wanted]],
) -> dict[tuple[str, int], list[Wanted]]:
    """Group words to explain by (document, segment)."""
    grouped: dict[tuple[str, int], list[Wanted]] = defaultdict(list)
    for document, segment, item in found:
        grouped[document, segment].append(item)
    return grouped
