"""Keys: read from the environment only, and never shown."""

from __future__ import annotations

import base64
import logging
import os
import unicodedata
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from discotag.plugin import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


MASK = "***"
PART = 8
"""So many characters of a key are masked wherever they are; a shorter key as a whole."""


class Key:
    """A secret that shows itself only when asked: neither `str` nor `repr` contains it.

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
    """Take keys out of a text that came from elsewhere, such as a server's message.

    A key is found in any case, with invisible characters in it, percent-encoded, escaped, in base64
    and as hexadecimal digits; so is any part of it of eight characters and more. Mask before a text
    is cut: half a key is a key that nobody recognises.
    """
    for key in keys:
        least = min(PART, len(key.reveal()))
        if _is_in(_plain(text), key, least):
            text = _without(text, key, least)
    return text


def holds(text: str, key: Key) -> bool:
    """Return whether a text holds a key or half of it, in any of the ways that are masked."""
    size = len(key.reveal())
    least = size if size < PART else max(PART, size // 2)
    return _is_in(_plain(text), key, least)


def _is_in(plain: str, key: Key, least: int) -> bool:
    """Return whether so many characters in a row are those of a key."""
    # Whatever has `least` characters in common has a whole block of half of them in common.
    step = (least + 1) // 2
    likely = any(
        form[at : at + step] in plain
        for form in _forms(key)
        for at in range(0, len(form) - step + 1, step)
    )
    return likely and any(True for _ in _runs(plain, key, least))


def _runs(plain: str, key: Key, least: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the stretches in which any `least` characters are those of a key."""
    parts = {form[at : at + least] for form in _forms(key) for at in range(len(form) - least + 1)}
    start = end = -1
    for at in range(len(plain) - least + 1):
        if plain[at : at + least] in parts:
            if at > end:
                if end > 0:
                    yield start, end
                start = at
            end = at + least
    if end > 0:
        yield start, end


def _without(text: str, key: Key, least: int) -> str:
    """Mask the stretches of a key; what is invisible within them goes, too."""
    letters = [(letter, at) for at, sign in enumerate(text) for letter in _plain(sign)]
    made, last = "", 0
    for start, end in _runs("".join(letter for letter, _ in letters), key, least):
        made += text[last : letters[start][1]] + MASK
        last = letters[end - 1][1] + 1
    return made + text[last:]


def _forms(key: Key) -> tuple[str, ...]:
    """Return the ways in which a key may be written, without regard to case."""
    secret = key.reveal()
    data = secret.encode()
    found = {secret, quote(secret, safe=""), repr(secret)[1:-1], data.hex()}
    for before in range(3):  # base64 of a text depends on where in it the key begins
        coded = base64.b64encode(bytes(before) + data).decode().rstrip("=")
        inner = coded[-(-8 * before // 6) : len(coded) - bool((before + len(data)) % 3)]
        found |= {inner, inner.replace("+", "-").replace("/", "_")}
    least = min(PART, len(secret))
    return tuple(sorted(form.casefold() for form in found if len(form) >= least))


def _plain(text: str) -> str:
    """Return a text as keys are searched for in it: case, width and invisible characters aside."""
    if text.isascii():
        return text.casefold()
    return unicodedata.normalize("NFKD", text.translate(_invisible())).casefold()


@cache
def _invisible() -> dict[int, None]:
    """Return the characters that nobody sees: format characters and variation selectors."""
    places = (*range(0x80, 0x10000), *range(0xE0000, 0xE0200))
    selectors = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
    return dict.fromkeys(
        code for code in places if code in selectors or unicodedata.category(chr(code)) == "Cf"
    )


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
