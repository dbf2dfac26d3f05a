"""A segment with words to explain: its examples for the model, and the results of their scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from discotag_cxmi.attribution.cues import Cue, Explained, Place
from discotag_cxmi.measure.contexts import NONE, variants
from discotag_cxmi.measure.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag_cxmi.attribution.cues import Side, Wanted, Words
    from discotag_cxmi.examples import Example
    from discotag_cxmi.measure.contexts import Sizes, Text
    from discotag_cxmi.measure.words import Span, Word
    from discotag_cxmi.models import TargetScores


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
