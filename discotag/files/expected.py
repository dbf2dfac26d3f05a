"""Expected words on disk: an array with, for each segment, null, a form, or an object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from discotag.core.document import Expected

if TYPE_CHECKING:
    from collections.abc import Sequence


class ExpectedRecord(BaseModel):
    """The object: `forms`, of which any one will do, and what the suite says of them."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    forms: tuple[str, ...]
    phenomenon: str | None = None
    label: str | None = None


def expected_of(records: Sequence[ExpectedRecord | str | None]) -> tuple[Expected | None, ...]:
    """Return what was read; ValueError names the segment whose record is impossible."""
    return tuple(_one(index, record) for index, record in enumerate(records))


def _one(index: int, record: ExpectedRecord | str | None) -> Expected | None:
    if record is None:
        return None
    try:
        if isinstance(record, str):
            return Expected((record,))
        return Expected(record.forms, record.phenomenon, record.label)
    except ValueError as error:
        raise ValueError(f"expected.{index}: {error}") from error


def expected_records(expected: Sequence[Expected | None]) -> list[dict[str, Any] | None]:
    """Return what is written: one object or None per segment, without what is not told."""
    return [
        None
        if item is None
        else {
            name: value
            for name, value in (
                ("forms", item.forms),
                ("phenomenon", item.phenomenon),
                ("label", item.label),
            )
            if value is not None
        }
        for item in expected
    ]
