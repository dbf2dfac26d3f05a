"""Reads `jsonl`: an item per line, in discotag's own plain schema."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin.files import records
from discotag_cxmi.contrast.items import Candidate, Item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.readers.request import SetRequest


class WrongRecord(BaseModel):
    """A wrong translation whose own earlier lines differ."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    target: str
    target_context: tuple[str, ...] | None = Field(default=None, strict=False)


class ItemRecord(BaseModel):
    """One line."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: str
    right: str
    wrong: tuple[str | WrongRecord, ...] = Field(strict=False)
    source: str | None = None
    source_context: tuple[str, ...] = Field(default=(), strict=False)
    target_context: tuple[str, ...] = Field(default=(), strict=False)
    document: str | None = None
    distance: int | None = None
    intra: bool | None = None
    labels: dict[str, str] = {}


def read(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items of a file; InputError names line and field."""
    for line, record in records(request.path, ItemRecord, notes, refuse_repeats=True):
        right = Candidate(record.right, record.target_context)
        yield Item(
            id=record.id,
            source=record.source,
            candidates=(right, *(_wrong(wrong, record) for wrong in record.wrong)),
            source_context=record.source_context,
            document=record.document,
            distance=record.distance,
            is_intra=record.intra,
            labels=record.labels,
            place=line,
        )


def _wrong(wrong: str | WrongRecord, record: ItemRecord) -> Candidate:
    if isinstance(wrong, str):
        return Candidate(wrong, record.target_context)
    own = wrong.target_context
    return Candidate(wrong.target, record.target_context if own is None else own)
