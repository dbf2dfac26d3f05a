"""Items of a contrastive set: a source with its context, the right translation and wrong ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discotag.plugin import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from discotag.plugin.files import Notes


@dataclass(frozen=True, slots=True)
class Candidate:
    """One translation to judge.

    Args:
        target: the translation of the item's segment.
        context: earlier target lines, oldest first.
    """

    target: str
    context: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A choice between translations that only context decides.

    Args:
        id: unique in its set.
        source: the source line; None where the set has none.
        candidates: the translations in the order in which the set (and a file of scores) has them.
        right: index of the right one; all others are wrong.
        source_context: earlier source lines, oldest first.
        document: what it shares with other items (a film, a block of variants); None = nothing.
        distance: segments back to what decides; 0 = the same segment; None = not told.
        is_intra: whether what decides stands in the segment itself; None = not told.
        labels: what else the set tells, such as `{"pronoun": "it:er"}`.
        place: 1-based line of the file where it begins.
    """

    id: str
    source: str | None
    candidates: tuple[Candidate, ...]
    right: int = 0
    source_context: tuple[str, ...] = ()
    document: str | None = None
    distance: int | None = None
    is_intra: bool | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    place: int | None = None

    @property
    def cluster(self) -> tuple[str, bool]:
        """What is drawn together with it when items are drawn again: its document, or itself."""
        return (self.id, False) if self.document is None else (self.document, True)


def checked(items: Iterable[Item], path: Path, notes: Notes) -> Iterator[Item]:
    """Pass items on; a wrong translation that is the right one is noted, since it cannot lose.

    Raises:
        InputError: an item without wrong translation, with an impossible right one or distance,
            with a blank translation, or with the id of another.
    """
    seen: dict[str, int | None] = {}
    for item in items:
        if fault := _fault(item):
            raise InputError(f"item {item.id!r}: {fault}", path=path, line=item.place)
        if item.id in seen:
            first = f", first in line {seen[item.id]}" if seen[item.id] is not None else ""
            raise InputError(
                f"item {item.id!r} stands in the file twice{first}; ids must differ",
                path=path,
                line=item.place,
            )
        seen[item.id] = item.place
        right = item.candidates[item.right]
        if item.candidates.count(right) > 1:
            notes.accept(
                f"item {item.id!r}: a wrong translation is the same as the right one, so it can"
                " never be judged right",
                kind="same",
                path=path,
                line=item.place,
            )
        yield item
    if not seen:
        raise InputError("holds no item", path=path)


def _fault(item: Item) -> str | None:
    if len(item.candidates) < 2:
        return "has no wrong translation; give at least one"
    if not 0 <= item.right < len(item.candidates):
        return f"its right translation is number {item.right} of {len(item.candidates)} (from 0)"
    if item.distance is not None and item.distance < 0:
        return f"its distance is {item.distance}; give the segments back to what decides"
    for number, candidate in enumerate(item.candidates, 1):
        if not candidate.target.strip():
            return f"its translation {number} is empty"
    return None
