"""Finds segments in the translation of a whole text without markers: by aligning sentences."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from discotag.plugin import PlanError, UnknownNameError
from discotag.plugin.runs import RunConfig, UnitFinder, plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Bead, Registry
    from discotag.plugin.runs import Plan

DOCUMENT = "translation"
OPTIONS = {"lexicon-beads": {"skip": 2.5}}
"""A text by itself is recognized sooner than in texts that are known to be translations."""
Place = tuple[int, int, int]
"""A sentence: its line, and begin and end in it."""


class Finder(Protocol):
    """Finds the parts of a translation."""

    def parts(self, source: Sequence[str], answer: str) -> list[str | None]:
        """Return what translates each segment; None where nothing does, or not it alone."""
        ...


class ByLines:
    """Takes a line for a segment: enough where an answer is the text itself."""

    def parts(self, source: Sequence[str], answer: str) -> list[str | None]:
        """Return the lines; None beyond them."""
        lines = [line for line in answer.split("\n") if line.strip()]
        return [*lines, *[None] * len(source)][: len(source)]


class ByBeads:
    """Aligns the sentences of both texts with the splitters and the aligner of a pair.

    Args:
        planned: a plan of units of sentences.
    """

    def __init__(self, planned: Plan) -> None:
        self._plan = planned

    @classmethod
    def find(cls, registry: Registry, source: str, target: str) -> ByBeads | None:
        """Return what aligns texts of a pair; None where nothing installed does."""
        config = RunConfig(
            source_language=source,
            target_language=target,
            scorers=(),
            unit="sentence",
            options=OPTIONS,
        )
        try:
            planned = plan(config, registry, layers=frozenset())
        except (PlanError, UnknownNameError):
            return None
        return cls(planned) if planned.units is not None else None

    @cached_property
    def _finder(self) -> UnitFinder:
        if self._plan.units is None:
            raise PlanError(["units of sentences are not planned"])
        return UnitFinder(self._plan, self._plan.units)

    def parts(self, source: Sequence[str], answer: str) -> list[str | None]:
        """Return what translates each segment; None where nothing does, or not it alone.

        Where words do not say that both sides belong together, the segment counts as not found,
        unless the answer has a line for each and it is that line. What the answer adds belongs to
        the segment before; before the first and after the last it is not a part of the translation.
        """
        lines = answer.splitlines()
        here = [*self._sentences("source", source)]
        there = [*self._sentences("target", lines)]
        beads = self._finder.beads(
            [[source[line][begin:end] for line, begin, end in here]],
            [[lines[line][begin:end] for line, begin, end in there]],
            DOCUMENT,
        )
        found: dict[int, list[int]] = {}
        mixed: set[int] = set()
        filled = [number for number, line in enumerate(lines) if line.strip()]
        place = {line: number for number, line in enumerate(filled)}
        is_by_line = len(filled) == len(source)
        for bead, owners in _owned(beads, here):
            for owner in owners:
                found.setdefault(owner, []).extend(range(*bead.target))
            in_line = is_by_line and {place[there[j][0]] for j in range(*bead.target)} == owners
            is_doubtful = bead.is_linked and not bead.is_sure and not in_line
            if len(owners) > 1 or is_doubtful:
                mixed |= owners
        return [
            _text(lines, [there[j] for j in found[number]])
            if number in found and number not in mixed
            else None
            for number in range(len(source))
        ]

    def _sentences(self, side: str, lines: Sequence[str]) -> Iterator[Place]:
        for number, line in enumerate(lines):
            for begin, end in self._finder.sentences(side, line):
                yield number, begin, end


def _owned(beads: Sequence[Bead], here: Sequence[Place]) -> Iterator[tuple[Bead, set[int]]]:
    """Yield the beads that have a translation, each with the segments that it is of."""
    linked = [number for number, bead in enumerate(beads) if bead.is_linked]
    last: set[int] = set()
    for bead in beads[linked[0] : linked[-1] + 1] if linked else ():
        if bead.is_linked:
            last = {here[i][0] for i in range(*bead.source)}
        if bead.target[0] < bead.target[1]:
            yield bead, set(list(last)[-1:]) if not bead.is_linked else last


def _text(lines: Sequence[str], places: Sequence[Place]) -> str:
    """Return some sentences with the text between them."""
    parts: list[str] = []
    for number in sorted({line for line, _, _ in places}):
        own = [place for place in places if place[0] == number]
        parts.append(lines[number][own[0][1] : own[-1][2]])
    return " ".join(parts)
