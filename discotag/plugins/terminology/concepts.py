"""Entries of a glossary, and concepts: all entries of one source term, put together.

What a term may be called (preferred or admitted) is enough if any of it stands there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

Status = Literal["preferred", "admitted", "forbidden"]


class Entry(BaseModel):
    """A line of a glossary.

    Args:
        source: a term of the source language.
        target: what it is called, or must not be called.
        status: whether that is wanted, allowed or forbidden.
        case: whether capitals count, in source and target.
        note: for people; shown with a finding.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    source: str = Field(min_length=1, pattern=r"\S")
    target: str = Field(min_length=1, pattern=r"\S")
    status: Status = "preferred"
    case: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Concept:
    """All that a glossary says of one source term.

    Args:
        source: the term.
        allowed: what it may be called, preferred names first.
        forbidden: what it must not be called.
        case: whether capitals count.
        notes: names with what people wrote beside them.
    """

    source: str
    allowed: tuple[str, ...]
    forbidden: tuple[str, ...] = ()
    case: bool = False
    notes: tuple[tuple[str, str], ...] = ()

    def note(self, *names: str) -> str:
        """Return what is written beside some of its names, each note once; maybe nothing."""
        return "; ".join(dict.fromkeys(note for name, note in self.notes if name in names))


def concepts(entries: Iterable[Entry]) -> tuple[Concept, ...]:
    """Put the entries of each source term together, in the order of the first of each.

    Raises:
        UsageError: one name is both allowed and forbidden.
    """
    grouped: dict[tuple[str, bool], list[Entry]] = {}
    for entry in entries:
        key = " ".join(entry.source.split())
        grouped.setdefault((key if entry.case else key.casefold(), entry.case), []).append(entry)
    return tuple(_concept(group) for group in grouped.values())


def _concept(group: list[Entry]) -> Concept:
    names: dict[Status, list[str]] = {"preferred": [], "admitted": [], "forbidden": []}
    for entry in group:
        names[entry.status].append(" ".join(entry.target.split()))
    allowed = tuple(dict.fromkeys((*names["preferred"], *names["admitted"])))
    if both := sorted(set(allowed) & set(names["forbidden"])):
        raise UsageError(
            f"the glossary allows and forbids {both[0]!r} for {group[0].source!r}; keep one"
        )
    notes = [(" ".join(entry.target.split()), entry.note.strip()) for entry in group]
    return Concept(
        " ".join(group[0].source.split()),
        allowed,
        tuple(dict.fromkeys(names["forbidden"])),
        group[0].case,
        tuple((name, note) for name, note in notes if note),
    )
