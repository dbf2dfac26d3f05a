"""Numbers and units that differ: in figures here, and neither in figures nor words there.

Both texts are read in every way that some language writes numbers, so that only what cannot be the
same is reported. A number that is in the segment before or after is only moved; one that the text
leaves out is a note, for people leave numbers out on purpose; so is one that was converted.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, Self

from pydantic import Field
from rapidfuzz.distance import Levenshtein

from discotag.plugin import FrozenModel
from discotag_lint.check import Check, Finding, Severity, token_at
from discotag_lint.checks.number_reading import NumbersOf
from discotag_lint.checks.number_words import NumberWords
from discotag_lint.checks.units import kinds, units

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Context, Document, TaggedDocument
    from discotag_lint.checks.number_reading import Mention


NUMBER, UNIT = "DT701", "DT702"
MOST = 200
"""Numbers of a segment up to which it is text; with more it is a table."""
ROUNDED = 0.12
"""By how much a converted amount may differ: people round."""


class NumberOptions(FrozenModel):
    """What is reported of numbers.

    Args:
        left_out: whether a number that the translation leaves out is reported (as a note).
        near: segments before and after in which a number may be as well.
    """

    left_out: bool = True
    near: int = Field(default=1, ge=0)


class _Pair(NamedTuple):
    """The numbers of a segment, and those that the other text does not hold."""

    segment: int
    source: NumbersOf
    target: NumbersOf
    only_source: Sequence[Mention]
    only_target: Sequence[Mention]

    @classmethod
    def of(cls, segment: int, source: NumbersOf, target: NumbersOf) -> _Pair:
        """Compare two texts."""
        if max(len(source.mentions), len(target.mentions)) > MOST:
            return cls(segment, source, target, (), ())
        return cls(segment, source, target, _alone(source, target), _alone(target, source))

    @property
    def is_text(self) -> bool:
        """Whether there are numbers, and no more than texts have."""
        both = len(self.source.mentions), len(self.target.mentions)
        return both[0] > 0 and max(both) <= MOST

    def alone(self, side: int) -> Sequence[Mention]:
        """Return what is in the source (0) or the translation (1) alone."""
        return self.only_target if side else self.only_source


class NumberCheck(Check):
    """Finds numbers and units of the source that the translation has otherwise."""

    def __init__(self, options: NumberOptions, source: NumberWords, target: NumberWords) -> None:
        self._options = options
        self._words = source, target

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check; TableError where a pack's numbers are wrong."""
        return cls(
            context.read_options(NumberOptions),
            NumberWords.of(context.source),
            NumberWords.of(context.target),
        )

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield at most one finding of each code for a segment.

        Nothing where a pack does not say how its language writes numbers in words.
        """
        document = tagged.document
        if not all(words.is_known for words in self._words):
            return
        texts = zip(document.source.segments, document.target.segments, strict=True)
        pairs = [
            _Pair.of(number, NumbersOf(source, self._words[0]), NumbersOf(target, self._words[1]))
            for number, (source, target) in enumerate(texts)
        ]
        for pair in pairs:
            if document.target.segments[pair.segment].strip() and pair.is_text:
                yield from self._of_segment(document, pair, self._beside(pairs, pair.segment))

    def _beside(self, pairs: Sequence[_Pair], segment: int) -> tuple[frozenset[float], ...]:
        """Return what only one side of the segments has, for those before and after."""
        near = self._options.near
        others = [*pairs[max(segment - near, 0) : segment], *pairs[segment + 1 :][:near]]
        return tuple(
            frozenset(
                value for pair in others for each in pair.alone(side) for value in each.values
            )
            for side in (0, 1)
        )

    def _of_segment(
        self, document: Document, pair: _Pair, beside: tuple[frozenset[float], ...]
    ) -> Iterator[Finding]:
        source = [each for each in pair.only_source if not each.values & beside[1]]
        target = [each for each in pair.only_target if not each.values & beside[0]]
        converted = [
            (ours, theirs)
            for ours in source
            for theirs in pair.target.mentions
            if _is_converted(ours, theirs)
        ]
        if converted:
            yield self._converted(document, pair.segment, *converted[0])
        source = [each for each in source if all(each is not ours for ours, _ in converted)]
        target = [
            each
            for each in target
            if not any(_is_converted(ours, each) for ours in pair.source.mentions)
        ]
        target += _without_factor(source, pair.target.mentions)
        unlike = [(ours, theirs) for ours in source for theirs in target]
        if not unlike and not converted:
            unlike = [each for each in product(_uncounted(pair), target) if _is_slip(*each)]
        if unlike:
            ours, theirs = min(unlike, key=lambda each: _distance(*each))
            message = (
                f"“{ours.text}” of the source is not here; the translation has “{theirs.text}”"
            )
            yield self._finding(document, pair.segment, message, (ours, theirs))
            return
        yield from self._other_unit(document, pair)
        missed = [each for each in source if not self._may_be_unsaid(each)]
        if missed and self._options.left_out:
            message = f"“{missed[0].text}” of the source is not in the translation"
            place = token_at(document, "source", pair.segment, missed[0].start)
            yield Finding(NUMBER, message, place, severity=Severity.NOTE)

    def _may_be_unsaid(self, mention: Mention) -> bool:
        whole = [int(value) for value in mention.values if value == int(value)]
        return any(self._words[1].may_be_unsaid(value) for value in whole)

    def _other_unit(self, document: Document, pair: _Pair) -> Iterator[Finding]:
        """Yield the first amount that has the same number and another unit."""
        for ours in pair.source.mentions:
            same = [each for each in pair.target.mentions if each.values & ours.values]
            if ours.values != {0.0} and same and all(_is_other_unit(ours, each) for each in same):
                theirs, own = pair.target.with_unit(same[0]), pair.source.with_unit(ours)
                message = f"“{theirs}” has another unit than “{own}” of the source"
                yield self._finding(document, pair.segment, message, (ours, same[0]), UNIT)
                return

    def _converted(
        self, document: Document, segment: int, ours: Mention, theirs: Mention
    ) -> Finding:
        message = f"“{ours.text}” of the source is converted: “{theirs.text}”"
        found = self._finding(document, segment, message, (ours, theirs), UNIT)
        return Finding(found.code, message, found.place, found.others, Severity.NOTE)

    def _finding(
        self,
        document: Document,
        segment: int,
        message: str,
        pair: tuple[Mention, Mention],
        code: str = NUMBER,
    ) -> Finding:
        place = token_at(document, "target", segment, pair[1].start)
        other = token_at(document, "source", segment, pair[0].start)
        return Finding(code, message, place, others=(other,))


def _alone(own: NumbersOf, other: NumbersOf) -> list[Mention]:
    """Return the numbers that the other text does not hold."""
    return [each for each in own.mentions if not other.holds(each) and not _is_kept(each, other)]


def _uncounted(pair: _Pair) -> list[Mention]:
    """Return numbers of the source for which the translation has fewer figures than there are.

    Where the translation has a number of its own, one of these may have become it.
    """
    left = list(pair.target.mentions)
    found = []
    for ours in pair.source.mentions:
        same = next((each for each in left if _is_same(ours, each)), None)
        if same is not None:
            left.remove(same)
        elif not ours.code and not _is_in_words(ours, pair.target):
            found.append(ours)
    return found


def _is_in_words(mention: Mention, text: NumbersOf) -> bool:
    return any(text.says(int(value)) for value in mention.values if value == int(value))


def _is_slip(ours: Mention, theirs: Mention) -> bool:
    """Return whether one figure makes the difference."""
    return Levenshtein.distance(_figures(ours), _figures(theirs), score_cutoff=1) == 1


def _figures(mention: Mention) -> str:
    return "".join(sign for sign in mention.text if sign.isdigit())


def _is_same(ours: Mention, theirs: Mention) -> bool:
    return bool(ours.values & theirs.values) or ours.parts == theirs.parts


def _is_kept(mention: Mention, other: NumbersOf) -> bool:
    """Return whether a number is part of a name that the other text need not have as it is."""
    return bool(mention.code) and not any(
        each.code == mention.code and each.parts != mention.parts for each in other.mentions
    )


def _without_factor(source: Sequence[Mention], target: Sequence[Mention]) -> list[Mention]:
    """Return numbers of the translation that lack the million of the source's."""
    bare = {value / each.factor for each in source if each.factor > 1 for value in each.values}
    return [each for each in target if each.factor == 1 and each.values & bare]


def _is_converted(ours: Mention, theirs: Mention) -> bool:
    """Return whether two amounts in different units are about the same."""
    return any(
        abs(first - second) <= ROUNDED * max(abs(first), abs(second))
        for one in ours.units
        for two in theirs.units
        if one != two and _is_comparable(one, two)
        for first in _amounts(ours, one)
        for second in _amounts(theirs, two)
    )


def _is_other_unit(ours: Mention, theirs: Mention) -> bool:
    """Return whether two equal numbers have units of one kind that are not the same."""
    return not ours.units & theirs.units and any(
        _is_one_kind(one, two) for one in ours.units for two in theirs.units
    )


@lru_cache
def _is_one_kind(one: str, two: str) -> bool:
    return any(one in kind and two in kind for kind in kinds().values())


@lru_cache
def _is_comparable(one: str, two: str) -> bool:
    """Return whether units are of one kind, or a speed and the way of an hour."""
    found = {kind for kind, known in kinds().items() if one in known or two in known}
    return len(found) == 1 or found == {"length", "speed"}


def _amounts(mention: Mention, name: str) -> list[float]:
    unit = units()[name]
    if unit.amount is None:
        return []
    return [(value - unit.zero) * unit.amount for value in mention.values]


def _distance(one: Mention, two: Mention) -> tuple[float, int]:
    """Return how unlike two numbers are, as shares, and in which order they come."""
    shares = [
        abs(first - second) / max(abs(first), abs(second), 1.0)
        for first in one.values
        for second in two.values
    ]
    return min(shares, default=1.0), two.start
