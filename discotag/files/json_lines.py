"""JSON Lines checked against a schema: every fault is named with file, line and field."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from discotag.core.errors import InputError
from discotag.files.text import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag.files.notes import Notes

Record = TypeVar("Record", bound=BaseModel)
SHOWN = 3
"""How many faults of one line a message names."""


def records(path: Path, schema: type[Record], notes: Notes) -> Iterator[tuple[int, Record]]:
    """Yield (1-based line number, record); blank lines are skipped.

    Raises:
        InputError: a line is no JSON or breaks the schema; or the file is faulty, see `lines_of`.
    """
    for number, line in enumerate(lines_of(path, notes), 1):
        if not line.strip():
            continue
        try:
            record = schema.model_validate_json(line)
        except ValidationError as error:
            faults = [
                ": ".join(filter(None, (".".join(map(str, fault["loc"])), fault["msg"])))
                for fault in error.errors(include_url=False, include_input=False)
            ]
            more = f" (and {len(faults) - SHOWN} more faults)" if len(faults) > SHOWN else ""
            raise InputError("; ".join(faults[:SHOWN]) + more, path=path, line=number) from error
        yield number, record
