"""One JSON list of objects checked against a schema: every fault is named with file and line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ValidationError

from discotag.core.errors import InputError
from discotag.core.options import faults
from discotag.files.text import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag.files.notes import Notes

Record = TypeVar("Record", bound=BaseModel)


def items(path: Path, schema: type[Record], notes: Notes) -> Iterator[tuple[int, Record]]:
    """Yield (1-based line where it begins, record) of each item; the text is held in memory.

    Raises:
        InputError: the file is no JSON list, is an empty one, or an item breaks the schema; or the
            file is faulty, see `lines_of`.
    """
    text = "\n".join(lines_of(path, notes))
    line = 1
    last = 0
    for start, item in _items(text, path):
        line += text.count("\n", last, start)
        last = start
        try:
            record = schema.model_validate(item)
        except ValidationError as error:
            raise InputError(faults(error), path=path, line=line) from error
        yield line, record
    if not last:
        raise InputError("is an empty list; give at least one item", path=path)


def _items(text: str, path: Path) -> Iterator[tuple[int, object]]:
    """Yield (offset, value) of each item."""
    decoder = json.JSONDecoder()
    position = _after(text, 0, "[", path)
    while not text.startswith("]", position):
        try:
            value, end = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            raise InputError(f"no JSON: {error.msg}", path=path, line=error.lineno) from error
        except RecursionError as error:
            raise InputError("nested too deeply", path=path) from error
        except ValueError as error:  # a number with thousands of digits
            told = f"no JSON that can be read: {error}"
            raise InputError(told, path=path, line=_line(text, position)) from error
        yield position, value
        position = _skip(text, end)
        if not text.startswith("]", position):
            position = _after(text, position, ",", path)
    position = _skip(text, position + 1)
    if position < len(text):
        raise InputError(
            "the list ends here, but the file goes on", path=path, line=_line(text, position)
        )


def _after(text: str, position: int, sign: str, path: Path) -> int:
    """Return the offset of what stands behind a sign; InputError if the sign is not next."""
    position = _skip(text, position)
    if not text.startswith(sign, position):
        told = "a JSON list begins with [" if sign == "[" else "a comma or ] is missing here"
        raise InputError(f"no JSON list: {told}", path=path, line=_line(text, position))
    return _skip(text, position + 1)


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\n\r":
        position += 1
    return position


def _line(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1
