"""What a change leaves as it is: lines of a document that moved, and findings that go with them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import ParallelText
    from discotag_lint.locations import LocatedFinding, SourceLocation
    from discotag_lint.sessions import Checked


@dataclass(frozen=True, slots=True)
class Change:
    """How a document changed, line by line: all between two ends that stayed the same.

    Args:
        first: the first line that is new, from 0.
        old: the end of the old lines in its place.
        new: the end of the new ones.
    """

    first: int
    old: int
    new: int

    @property
    def is_none(self) -> bool:
        """Whether all lines stayed as they were."""
        return self.first == self.old == self.new

    def moved(self, row: int) -> int | None:
        """Return where an old line stands now; None if it changed or went."""
        if row < self.first:
            return row
        return None if row < self.old else row + self.new - self.old


def rows_of(text: ParallelText) -> list[tuple[str, ...]]:
    """Return the lines of all texts side by side, with what the file calls them."""
    sides = [text.source, *text.references.values(), *text.hypotheses.values()]
    if text.units:
        sides.append(text.units)
    return list(zip(*sides, strict=True))


def change(old: Sequence[object], new: Sequence[object]) -> Change:
    """Find the lines that two versions have in common at their ends."""
    shortest = min(len(old), len(new))
    first = 0
    while first < shortest and old[first] == new[first]:
        first += 1
    last = 0
    while last < shortest - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return Change(first, len(old) - last, len(new) - last)


@dataclass(frozen=True, slots=True)
class Held:
    """A finding, and the lines of the document that its places stand in.

    Args:
        finding: the finding.
        rows: of its word and of the others, from 0.
    """

    finding: LocatedFinding
    rows: tuple[int, ...]

    def is_within(self, first: int, last: int) -> bool:
        """Return whether all its places stand in lines from `first` to before `last`."""
        return all(first <= row < last for row in self.rows)

    def moved(self, by: Change, text: ParallelText) -> Held | None:
        """Return it where it stands in the new text; None if a line of its places changed."""
        rows = [by.moved(row) for row in self.rows]
        if None in rows:
            return None
        known = tuple(row for row in rows if row is not None)
        spots = [
            _at(spot, row, text)
            for spot, row in zip((self.finding.spot, *self.finding.others), known, strict=True)
        ]
        origin = self.finding.origin
        if origin is not None and known[0] < len(text.lines):
            origin = replace(origin, line=text.lines[known[0]])
        found = replace(self.finding, spot=spots[0], others=tuple(spots[1:]), origin=origin)
        return Held(found, known)


def held(checked: Checked, first: int = 0) -> tuple[Held, ...]:
    """Return the findings of a check with their lines.

    Args:
        checked: what came out.
        first: where the excerpt that was checked begins in the document.
    """
    return tuple(
        Held(
            found,
            tuple(checked.rows[spot.segment] + first for spot in (found.spot, *found.others)),
        )
        for findings in checked.findings.values()
        for found in findings
    )


def merged(old: Sequence[Held], near: Sequence[Held], first: int, last: int) -> tuple[Held, ...]:
    """Put findings near a change in the place of what was known there.

    Args:
        old: the findings of the whole document, moved; those with a changed line are gone.
        near: those of the lines `first` to before `last`.
        first: the first line that was checked again.
        last: the line behind the last one.
    """
    kept = [item for item in old if not item.is_within(first, last)]
    known = {_key(item) for item in near}
    kept = [item for item in kept if _key(item) not in known]
    return tuple(sorted([*kept, *near], key=lambda item: (item.rows[0], item.finding.spot.start)))


def _key(item: Held) -> tuple[str, int, str, int]:
    spot = item.finding.spot
    return item.finding.code, item.rows[0], spot.side, spot.start


def _at(spot: SourceLocation, row: int, text: ParallelText) -> SourceLocation:
    """Return a place whose line is another one now."""
    line = text.lines[row] if spot.line is not None and row < len(text.lines) else spot.line
    return replace(spot, line=line)
