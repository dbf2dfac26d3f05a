"""The contexts under which each segment is scored: sizes from none to all, and a random control."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import UsageError
from discotag_cxmi.examples import Example

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag.plugin import Places

ALL = "all"
NONE = "0"
RANDOM = "random-"
"""Before a size's name: as much context, taken from another document."""
SHOWN = 3
"""Context lines that are shown where a model had all of them."""


@dataclass(frozen=True, slots=True)
class Text:
    """A document to measure.

    Args:
        id: its name.
        source: source lines.
        target: target lines, which are scored.
        context: target lines that serve as context: `target`, or what a model made of them.
        source_places: where each segment of the source stands in its file; empty = they are lines.
        target_places: likewise of the target.
    """

    id: str
    source: tuple[str, ...]
    target: tuple[str, ...]
    context: tuple[str, ...]
    source_places: tuple[Places, ...] = ()
    target_places: tuple[Places, ...] = ()

    def line(self, segment: int) -> int | None:
        """Return the 1-based line of the source's file that a segment begins on; None = its own."""
        places = self.source_places[segment] if self.source_places else ()
        return places[0].line if places else None


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many context lines there are.

    Args:
        names: of the sizes in order, the first is `0`; each `all` or a number.
        source: most source lines; None = all.
        target: most target lines; None = all.
    """

    names: tuple[str, ...]
    source: int | None
    target: int | None

    @classmethod
    def of(cls, sizes: str | None, source: int | None, target: int | None) -> Sizes:
        """Read sizes such as `0,1,2,all`; None = from 0 to the most lines.

        Raises:
            UsageError: a size is no number, or more than both sides have.
        """
        limits = [limit for limit in (source, target) if limit is not None]
        most = None if len(limits) < 2 else max(limits)
        if most == 0:
            raise UsageError(
                "there is no context to measure; give --source-context or --target-context"
            )
        if sizes is None:
            last = most if most is not None else max(limits, default=0)
            found = [str(size) for size in range(last + 1)] + ([] if most is not None else [ALL])
            return cls(tuple(found), source, target)
        names = [name.strip() for name in sizes.split(",") if name.strip()]
        for name in names:
            if name == ALL and most is not None:
                raise UsageError(
                    f"--sizes {ALL}: --source-context and --target-context allow {most} lines;"
                    f" give one of them as {ALL}"
                )
            if name != ALL and not (name.isascii() and name.isdigit()):
                raise UsageError(f"--sizes {name!r} is no number and not {ALL}")
            if name != ALL and most is not None and int(name) > most:
                raise UsageError(
                    f"--sizes {name}: --source-context and --target-context allow {most} lines"
                )
        numbers = sorted({int(name) for name in names if name != ALL} | {0})
        found = [str(number) for number in numbers] + ([ALL] if ALL in names else [])
        if len(found) < 2:
            raise UsageError("--sizes names no size above 0; give at least one")
        return cls(tuple(found), source, target)

    def within(self, example: Example, name: str) -> Example:
        """Return an example as much context as a size allows."""
        size = None if name == ALL else int(name)
        return example.within(_least(size, self.source), _least(size, self.target))

    @property
    def most(self) -> int | None:
        """The most lines that any size uses; None = all."""
        last = self.names[-1]
        return None if last == ALL else int(last)


def _least(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class Drawn(NamedTuple):
    """A line of another document: source, target, and (document, 0-based segment)."""

    source: str
    target: str
    origin: tuple[str, int]


class Control:
    """Draws context from other documents: neighbouring lines, source and target parallel.

    A draw depends on the seed, the document's id and the segment alone; where all other documents
    are too short, lines run on from one into the next.

    Args:
        texts: all documents.
        seed: of the draws.
    """

    def __init__(self, texts: Sequence[Text], seed: int) -> None:
        self._texts = sorted(texts, key=lambda text: (len(text.source), text.id))
        self._lengths = [len(text.source) for text in self._texts]
        self._places = {text.id: place for place, text in enumerate(self._texts)}
        self._seed = seed

    def draw(self, document: str, segment: int, count: int) -> tuple[Drawn, ...]:
        """Draw so many lines; fewer where the other documents have fewer."""
        random = Random(f"{self._seed}/{document}/{segment}")
        own = self._places[document]
        first = bisect_left(self._lengths, count)
        fitting = len(self._texts) - first - (own >= first)
        if fitting > 0:
            place = first + random.randrange(fitting)
            place += own >= first and place >= own
            lines = _pairs(self._texts[place])
        else:
            lines = [
                pair
                for place, text in enumerate(self._texts)
                if place != own
                for pair in _pairs(text)
            ]
        start = random.randrange(max(len(lines) - count, 0) + 1)
        return tuple(lines[start : start + count])


def _pairs(text: Text) -> list[Drawn]:
    return [
        Drawn(source, target, (text.id, segment))
        for segment, (source, target) in enumerate(zip(text.source, text.context, strict=True))
    ]


def variants(
    text: Text, segment: int, sizes: Sizes, control: Control | None, *, is_random: bool = False
) -> Iterator[tuple[str, Example]]:
    """Yield a segment under each size, by name, and under the control's.

    Args:
        text: its document.
        segment: its 0-based index.
        sizes: sizes to give.
        control: what draws random context; None = no control.
        is_random: whether the sizes themselves have random context, without a control beside.
    """
    first = 0 if sizes.most is None else max(segment - sizes.most, 0)
    example = Example(
        text.id,
        segment,
        text.source[segment],
        text.target[segment],
        text.source[first:segment],
        text.context[first:segment],
        line=text.line(segment),
    )
    drawn = example
    if control is not None:
        pairs = control.draw(text.id, segment, segment - first)
        drawn = Example(
            text.id,
            segment,
            example.source,
            example.target,
            tuple(line.source for line in pairs),
            tuple(line.target for line in pairs),
            tuple(line.origin for line in pairs),
            text.line(segment),
        )
    for name in sizes.names:
        yield name, sizes.within(drawn if is_random else example, name)
    if control is not None and not is_random:
        for name in sizes.names[1:]:
            yield RANDOM + name, sizes.within(drawn, name)


def differences(sums: Mapping[str, float]) -> dict[str, float]:
    """Return what each size adds to no context."""
    return {name: value - sums[NONE] for name, value in sums.items() if name != NONE}


def shown_lines(size: str) -> int:
    """Return how many context lines are shown beside a segment: those of a size, 3 for `all`."""
    return SHOWN if size == ALL else int(size)
