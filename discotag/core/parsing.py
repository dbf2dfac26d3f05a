"""TOML and JSON from outside: whatever is wrong with a text is a ValueError.

Python's own readers also run out of stack on what is nested too deeply.
"""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def parse_toml(text: str) -> dict[str, Any]:
    """Read TOML, with a byte order mark or without; ValueError where it is none."""
    table: dict[str, Any] = _parsed(tomllib.loads, text.removeprefix("\ufeff"))
    return table


def parse_json(text: str | bytes) -> Any:
    """Read JSON; ValueError where it is none."""
    return _parsed(json.loads, text)


def check_characters(content: Any) -> None:
    """Raise ValueError where plain data holds half of a surrogate pair, which is no character."""
    try:
        json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise ValueError("it holds half of a surrogate pair, which is no character") from error


def _parsed(parse: Callable[[Any], Any], text: str | bytes) -> Any:
    try:
        return parse(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
