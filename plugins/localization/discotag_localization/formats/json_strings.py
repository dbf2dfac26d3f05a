"""Strings of JSON with their keys and places: what the formats in JSON share.

JSON: https://www.rfc-editor.org/rfc/rfc8259.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError
from discotag_localization.pieces import Lines, Text, TextBuilder, literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin.files import Notes
    from discotag_localization.content import Content

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+)', re.DOTALL)
ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\."
)
DEEPEST = 200
"""Levels of objects and lists, beyond which a file is no list of texts."""

Key = str | int
Keys = tuple[Key, ...]


@dataclass
class _Level:
    """An object or a list that is open."""

    is_object: bool
    key: Key = 0
    waits_for_key: bool = True
    seen: dict[str, int] = field(default_factory=dict)


def check(content: Content) -> Any:
    """Return the data of a file; InputError with the line where it is not JSON."""
    try:
        return json.loads(content.text)
    except json.JSONDecodeError as error:
        told = error.msg[0].lower() + error.msg[1:]
        raise InputError(f"is not JSON: {told} in column {error.colno}",
                         path=content.path, line=error.lineno) from error  # fmt: skip
    except RecursionError as error:
        raise InputError(f"nests objects more than {DEEPEST} times", path=content.path) from error


def strings(
    content: Content, notes: Notes, *, names: dict[Keys, Text] | None = None
) -> Iterator[tuple[Keys, Text]]:
    """Yield (keys from the outermost on, text) of every string value of JSON that was checked.

    Objects and lists with the same key are noted.

    Args:
        content: the file.
        notes: where to note.
        names: is filled with keys of the second level, as texts.

    Raises:
        InputError: it is nested too deeply.
    """
    levels: list[_Level] = []
    for found in TOKEN.finditer(content.text):
        sign = found[1]
        level = levels[-1] if levels else None
        if sign in "{[":
            if level is not None and level.is_object:
                _check_once(content, found.start(1), level, notes)
            levels.append(_Level(sign == "{"))
            if len(levels) > DEEPEST:
                line = content.text.count("\n", 0, found.start(1)) + 1
                raise InputError(f"nests objects more than {DEEPEST} times", path=content.path,
                                 line=line)  # fmt: skip
        elif sign in "}]":
            levels.pop()
        elif level is None:
            continue
        elif sign == ",":
            level.waits_for_key = True
            if not level.is_object and isinstance(level.key, int):
                level.key += 1
        elif sign == ":":
            level.waits_for_key = False
        elif level.is_object and level.waits_for_key:
            level.key = str(json.loads(sign))
            if names is not None and len(levels) == 2:
                own = _text(content.text, found.start(1) + 1, found.end(1) - 1)
                names[tuple(level.key for level in levels)] = own
        elif sign[0] == '"':
            text = _text(content.text, found.start(1) + 1, found.end(1) - 1)
            yield tuple(level.key for level in levels), text


def _check_once(content: Content, place: int, level: _Level, notes: Notes) -> None:
    """Note an object or list whose key another has, too; texts are looked at later."""
    key = str(level.key)
    if key in level.seen:
        lines = Lines(content.text)
        first, second = lines.at(level.seen[key])[0], lines.at(place)[0]
        notes.accept(
            f"key {key!r} comes again (first in line {first}); the last one counts",
            kind="duplicate",
            path=content.path,
            line=second,
        )
    level.seen[key] = place


def _text(content: str, begin: int, end: int) -> Text:
    """Return what stands between quotes."""
    if "\\" not in content[begin:end]:
        return literal(content, begin, end)
    builder = TextBuilder(content, begin)
    place = begin
    for found in ESCAPE.finditer(content, begin, end):
        builder.literal(place, found.start())
        builder.sign(json.loads(f'"{found[0]}"'), found.start(), found.end())
        place = found.end()
    builder.literal(place, end)
    return builder.build()


def written(text: str) -> str:
    """Return words as they stand between quotes."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def named(keys: Keys) -> str:
    """Return keys as one id: `menu.open`, `steps[0]`.

    Example:
        >>> named(("menu", "items", 0))
        'menu.items[0]'
    """
    told = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)
    return told.removeprefix(".")
