"""Words of a translation to explain, and the words of its context that may do so: the records."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from discotag_cxmi.examples import told
from discotag_cxmi.measure.contexts import NONE, variants
from discotag_cxmi.measure.texts import blank_spans, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag_cxmi.examples import Example, TargetScores
    from discotag_cxmi.measure.contexts import Sizes, Text
    from discotag_cxmi.measure.texts import Span, Word

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


@dataclass(frozen=True, slots=True)
class SegmentJob:
    """A segment with words to explain, and the words of its context."""

    given: Example
    without: Example
    wanted: tuple[Wanted, ...]
    target_words: tuple[Span, ...]
    places: tuple[Place, ...]

    @classmethod
    def of(
        cls, text: Text, segment: int, sizes: Sizes, wanted: Sequence[Wanted], words: Words
    ) -> SegmentJob:
        """Return the job of a segment, with the words of its context."""
        of_size = dict(variants(text, segment, sizes, None))
        given = of_size[sizes.names[-1]]
        places = []
        sides: tuple[Side, Side] = ("source", "target")
        for side in sides:
            lines = given.context_of(side)
            for line, spans in enumerate(words.of(side, lines)):
                at = segment - len(lines) + line
                places += [Place(side, at, *span) for span in spans]
        [target] = words.of("target", [given.target])
        return cls(given, of_size[NONE], tuple(wanted), tuple(target), tuple(places))

    def examples(self) -> Iterator[Example]:
        """Yield the segment without context, with all of it, and without each of its words."""
        yield self.without
        yield self.given
        for place in self.places:
            yield self._less(place)

    def line(self, place: Place) -> tuple[int, str]:
        """Return the context line of a place on its side, and its index there."""
        lines = self.given.context_of(place.side)
        index = place.segment - self.given.segment + len(lines)
        return index, lines[index]

    def _less(self, place: Place) -> Example:
        index, line = self.line(place)
        cut = f"{line[: place.start].rstrip()} {line[place.end :].lstrip()}".strip()
        lines = self.given.context_of(place.side)
        return self.given.with_context(place.side, (*lines[:index], cut, *lines[index + 1 :]))

    def words(self, scores: TargetScores) -> Iterator[tuple[Wanted, Word]]:
        """Yield each wanted place with all subwords of the words that it overlaps."""
        places = list(zip(scores.starts, scores.ends, strict=True))
        known = words_of(self.given.target, self.target_words, places)
        for item in self.wanted:
            inside = [word for word in known if word.start < item.end and item.start < word.end]
            subwords = tuple(index for word in inside for index in word.subwords)
            if subwords:
                yield item, replace(inside[0], end=inside[-1].end, subwords=subwords)

    def explained(
        self,
        without: TargetScores,
        given: TargetScores,
        found: Iterable[tuple[Wanted, Word, Sequence[float]]],
    ) -> Iterator[Explained]:
        """Yield the results, given the effect of every context word on each wanted word."""
        for item, word, effects in found:
            cues = [
                Cue(place, self.line(place)[1][place.start : place.end], effect)
                for place, effect in zip(self.places, effects, strict=True)
            ]
            yield Explained(
                self.given.document,
                Place("target", self.given.segment, word.start, word.end),
                self.given.target[word.start : word.end],
                logprob(given, word) - logprob(without, word),
                tuple(sorted(cues, key=lambda cue: -cue.effect)),
                item.evidence,
            )


def logprob(scores: TargetScores, word: Word) -> float:
    """Return the log-probability of a word, in nats."""
    return sum(scores.logprobs[index] for index in word.subwords)
