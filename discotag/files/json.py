"""JSON Lines, JSON lists and TOML checked against a schema: faults name file, line and field."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from discotag.core.document import Expected
from discotag.core.errors import InputError
from discotag.core.parsing import faults, in_words, parse_toml
from discotag.core.text import count_noun
from discotag.files.text import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.files.text import Notes


CURE = "write the whole character (in JSON both halves, \\ud83d\\ude00, or the character itself)"


def check_characters(text: ParallelText, *, path: object = None) -> None:
    """Raise InputError if an id, a name or a segment of a document holds half a surrogate pair."""
    sides = {"source": text.source, **text.references, **text.hypotheses}
    told = (text.id, text.domain or "", *sides, *text.units)
    if _is_sound(chain(told, *sides.values())):
        return
    if not _is_sound(told):
        raise InputError(f"{_told('an id or a name', text)}; {CURE}", path=path, line=_line(text))
    for name, lines in sides.items():
        for segment, line in enumerate(lines):
            if not _is_sound([line]):
                place = _told(f"{name}, segment {segment}", text)
                raise InputError(f"{place}; {CURE}", path=path, line=_line(text, segment))


def _told(place: str, text: ParallelText) -> str:
    return f"document {text.id!a}, {place}: holds half of a surrogate pair"


def _line(text: ParallelText, segment: int = 0) -> int | None:
    return text.lines[segment] if text.lines else None


def _is_sound(texts: Iterable[str]) -> bool:
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        return False
    return True


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
        InputError: a line is not JSON or breaks the schema; or the file is faulty, see `lines_of`.
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
    """Return a name that appears twice in one object of a line of JSON."""
    found: list[str] = []

    def keep(pairs: list[tuple[str, object]]) -> None:
        counts = Counter(name for name, _ in pairs)
        found.extend(name for name, count in counts.items() if count > 1)

    json.loads(line, object_pairs_hook=keep)
    return found[0] if found else None


def items(path: Path, schema: type[Record], notes: Notes) -> Iterator[tuple[int, Record]]:
    """Yield (1-based line where it begins, record) of each item; the text is held in memory.

    Raises:
        InputError: the file is not a JSON list, is empty, or an item breaks the schema; or the
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
            raise InputError(told, path=path, line=_line_at(text, position)) from error
        yield position, value
        position = _skip(text, end)
        if not text.startswith("]", position):
            position = _after(text, position, ",", path)
    position = _skip(text, position + 1)
    if position < len(text):
        raise InputError(
            "the list ends here, but the file goes on",
            path=path,
            line=_line_at(text, position),
        )


def _after(text: str, position: int, sign: str, path: Path) -> int:
    """Return the offset after a sign; InputError if the sign is not next."""
    position = _skip(text, position)
    if not text.startswith(sign, position):
        told = "a JSON list begins with [" if sign == "[" else "a comma or ] is missing here"
        raise InputError(f"no JSON list: {told}", path=path, line=_line_at(text, position))
    return _skip(text, position + 1)


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\n\r":
        position += 1
    return position


def _line_at(text: str, position: int) -> int:
    return text.count("\n", 0, position) + 1


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
    """Return what is written: one object or None per segment, without what is not set."""
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


def read_toml(path: Path) -> dict[str, Any]:
    """Return a file's table; InputError where it cannot be read, or is not TOML in UTF-8."""
    try:
        return parse_toml(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    except ValueError as error:  # no TOML, or no UTF-8
        raise InputError(f"is not TOML: {error}", path=path) from error
