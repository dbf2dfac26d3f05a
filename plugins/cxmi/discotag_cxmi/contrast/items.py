"""Items of a contrastive set: a source with its context, the right translation and wrong ones."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from discotag import Corpus
from discotag.plugin import InputError, ParallelText, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
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
        distance: segments back to what decides; 0 = the same segment; None = unknown.
        is_intra: whether what decides is in the segment itself; None = unknown.
        labels: what else the set says, such as `{"pronoun": "it:er"}`.
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


LABEL = "the text demands"
RIGHT, ANOTHER, NOTHING = "the right one", "a wrong one", "nothing"


def with_demands(items: Sequence[Item], source: str, target: str) -> list[Item]:
    """Label each item with what its text demands, in order.

    Args:
        items: the set; an item without source is labelled `nothing`.
        source: code of the source language.
        target: code of the target language.

    Raises:
        DiscotagError: a language has no pack that measures a text's consistency.
    """
    found: dict[str, str] = {}
    for count in sorted({len(item.candidates) for item in items}):
        alike = [item for item in items if len(item.candidates) == count and item.source]
        if alike:
            found |= _demands(alike, source, target)
    return [
        replace(item, labels={**item.labels, LABEL: found.get(item.id, NOTHING)}) for item in items
    ]


def _demands(items: Iterable[Item], source: str, target: str) -> dict[str, str]:
    """Return what is demanded, by the ids of items with as many translations each."""
    by_id = {item.id: item for item in items}
    corpus = Corpus(tuple(map(_text, by_id.values())), source, target)
    demands = {}
    try:
        from discotag_choose import choose
    except ModuleNotFoundError as error:
        raise UsageError(
            "what translations demand of their context needs discotag-choose:"
            " pip install discotag-choose"
        ) from error
    for choice in choose(corpus):
        right = str(by_id[choice.document].right)
        is_decided = len(choice.best) < len(choice.texts)
        if not is_decided or (right in choice.best and len(choice.best) > 1):
            demands[choice.document] = NOTHING
        else:
            demands[choice.document] = RIGHT if right in choice.best else ANOTHER
    return demands


def _text(item: Item) -> ParallelText:
    """Return an item as a document: as many lines of context as both sides have, and its own."""
    lines = min(len(item.source_context), *(len(one.context) for one in item.candidates))
    return ParallelText(
        item.id,
        (*item.source_context[len(item.source_context) - lines :], item.source or ""),
        {},
        {
            str(place): (*one.context[len(one.context) - lines :], one.target)
            for place, one in enumerate(item.candidates)
        },
    )
