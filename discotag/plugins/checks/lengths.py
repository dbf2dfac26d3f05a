"""How long the translation of each segment is, beside what its source lets expect.

Where lines are aligned, a sentence that one side lacks leaves its segment too short or too long.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.tags import TokenRef

    Sentence = tuple[str, TokenRef]

SHORTER, LONGER = 0.5, 1.6
"""Shares of the expected length between which a segment is a whole translation."""
HALF = 0.45
"""A segment with a smaller share of its expected length lacks about half of its source."""
WORTH_TELLING = 60
"""Characters that a translation must lack to be told as shortened."""


class SegmentLengths:
    """The characters of the segments of two texts, white space left out.

    Args:
        source, target: the sentences, each with the place of its first token.
        ratio: characters of the translation per character of the source; None = unknown.
    """

    def __init__(
        self, source: Sequence[Sentence], target: Sequence[Sentence], ratio: float | None
    ) -> None:
        self._ratio = ratio
        self._source, self._target = (_summed(side) for side in (source, target))
        self._sentences = Counter(place.segment for _, place in source)

    def fits(self, place: TokenRef) -> bool:
        """Return whether a sentence's segment says nothing of a loss or an addition.

        Its source is one sentence, and its translation is about as long as expected: what stands
        alone there is a part of the one or of the other.
        """
        if self._ratio is None or self._sentences[place.segment] != 1:
            return False
        expected = self._ratio * self._source[place.segment]
        found = self._target[place.segment]
        return found < LONGER * expected if place.side == "target" else found > SHORTER * expected

    def is_in_part(self, place: TokenRef) -> bool:
        """Return whether a source sentence is its segment, of which the translation has some."""
        return self._sentences[place.segment] == 1 and self._target[place.segment] > 0

    def shortened(self) -> Iterator[int]:
        """Yield the segments whose translation has less than half of what is expected."""
        if self._ratio is None or len(self._source) < 2:  # one segment: a whole text
            return
        for segment, size in self._source.items():
            expected, found = self._ratio * size, self._target[segment]
            if 0 < found < HALF * expected and expected - found >= WORTH_TELLING:
                yield segment


def length(text: str) -> int:
    """Return the characters of a text, white space left out."""
    return len("".join(text.split()))


def _summed(sentences: Sequence[Sentence]) -> Counter[int]:
    sizes: Counter[int] = Counter()
    for text, place in sentences:
        sizes[place.segment] += length(text)
    return sizes
