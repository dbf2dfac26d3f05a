"""JSON Lines checked against a schema: every fault is named with file, line and field."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from discotag.core.errors import InputError
from discotag.core.options import in_words
from discotag.core.wording import count_noun
from discotag.files.text import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag.files.notes import Notes

Record = TypeVar("Record", bound=BaseModel)
SHOWN = 3
"""How many faults of one line a message names."""


def records(
    path: Path,
    schema: type[Record],
    notes: Notes,
    *,
    refuse_repeats: bool = False,
    longest: int | None = None,
) -> Iterator[tuple[int, Record]]:
    """Yield (1-based line number, record); blank lines are skipped.

    Args:
        path: the file.
        schema: what each line must be.
        notes: where to note what was accepted.
        refuse_repeats: whether an object may not name a field twice; JSON takes the last otherwise.
        longest: as in `lines_of`.

    Raises:
        InputError: a line is no JSON or breaks the schema; or the file is faulty, see `lines_of`.
    """
    for number, line in enumerate(lines_of(path, notes, longest), 1):
        if not line.strip():
            continue
        try:
            record = schema.model_validate_json(line)
        except ValidationError as error:
            faults = [
                ": ".join(filter(None, (".".join(map(str, fault["loc"])), in_words(fault))))
                for fault in error.errors(include_url=False, include_input=False)
            ]
            left = len(faults) - SHOWN
            more = f" (and {count_noun(left, 'more fault')})" if left > 0 else ""
            raise InputError("; ".join(faults[:SHOWN]) + more, path=path, line=number) from error
        if refuse_repeats and (name := _repeated(line)) is not None:
            raise InputError(f"the field {name!r} stands twice", path=path, line=number)
        yield number, record


def _repeated(line: str) -> str | None:
    """Return a name that stands twice in one object of a line of JSON."""
    found: list[str] = []

    def keep(pairs: list[tuple[str, object]]) -> None:
        counts = Counter(name for name, _ in pairs)
        found.extend(name for name, count in counts.items() if count > 1)

    json.loads(line, object_pairs_hook=keep)
    return found[0] if found else None
