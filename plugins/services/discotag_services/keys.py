"""Keys: read from the environment only, and never shown."""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING
from urllib.parse import quote

from discotag.plugin import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


MASK = "***"


class Key:
    """A secret that shows itself only when asked: neither `str` nor `repr` tells it.

    Args:
        name: the variable it comes from.
        value: the secret.
    """

    __slots__ = ("_value", "name")

    def __init__(self, name: str, value: str) -> None:
        self.name, self._value = name, value

    def reveal(self) -> str:
        """Return the secret, to be put into a request."""
        return self._value

    def __repr__(self) -> str:
        return f"Key({self.name}, {MASK})"

    def __reduce__(self) -> str:
        raise TypeError("a key is not written anywhere")


def find_key(name: str, environ: Mapping[str, str] | None = None) -> Key | None:
    """Read a key from a variable of the environment; None where it is not set.

    Raises:
        UsageError: it holds what no key holds; the message does not show it.
    """
    value = (os.environ if environ is None else environ).get(name, "").strip()
    if not value:
        return None
    if not value.isascii() or not value.isprintable() or " " in value:
        raise UsageError(f"{name} holds characters that no key has; set it to the key alone")
    return Key(name, value)


def require_key(name: str, environ: Mapping[str, str] | None = None) -> Key:
    """Read a key as `find_key`; UsageError says how to set one that is missing."""
    key = find_key(name, environ)
    if key is None:
        raise UsageError(
            f"{name} is not set; put the key into the environment (export {name}=…);"
            " it is read from nowhere else"
        )
    return key


def masked(text: str, keys: Iterable[Key]) -> str:
    """Take keys out of a text that came from elsewhere, such as a server's message."""
    for key in keys:
        secret = key.reveal()
        for written in {secret, quote(secret, safe=""), repr(secret)[1:-1]}:
            text = text.replace(written, MASK)
    return text


class Masking(logging.Filter):
    """Takes keys out of what a library logs, such as headers that a server echoes.

    Args:
        keys: the keys.
    """

    def __init__(self, keys: Iterable[Key]) -> None:
        super().__init__()
        self._keys = tuple(keys)

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, without keys."""
        record.msg, record.args = masked(record.getMessage(), self._keys), None
        return True
