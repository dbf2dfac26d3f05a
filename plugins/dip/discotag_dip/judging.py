"""Verdicts: what a task says of one item of one translation."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Verdict(BaseModel):
    """A task's verdict on one item.

    Args:
        item: the item's id.
        document: its document, the unit that is drawn for intervals.
        values: measure → what this item adds to it.
        kind: the kind of error, proposed by rule; None = no error, or none can be told.
        got: what the translation has in the focus's place; None = nothing, or nothing to tell.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    item: str
    document: str
    values: dict[str, float]
    kind: str | None = None
    got: str | None = None
