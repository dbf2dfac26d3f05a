"""Tables: words, forms and features of one language for one phenomenon, read from TOML.

The reader owns the schema: core finds, reads and digests a table; the component that asked for it
validates it. What a table says more than once it may name: `"@name"` in a list means the words
of `name` in the table's `[lists]`, or in those of the file that `lists_from` names, as the table of
a variety shares words with that of its language.
"""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from discotag.core.errors import TableError
from discotag.core.parsing import faults, parse_toml

if TYPE_CHECKING:
    from pathlib import Path

Schema = TypeVar("Schema", bound=BaseModel)


@dataclass(frozen=True)
class Table:
    """One TOML file of a language.

    Args:
        language: the language's code.
        phenomenon: the table's name.
        path: where it was read.
        owner: the plugin that brings it.
        data: its content.
        digest: first 12 hex digits of the SHA-256 of its bytes; part of the signature.
    """

    language: str
    phenomenon: str
    path: Path
    owner: str
    data: dict[str, Any]
    digest: str

    def has_block(self, source: str, key: str) -> bool:
        """Return whether the table speaks of a source language; a variety counts as its language.

        Args:
            source: the source language's code.
            key: the key of the blocks, or "" for the top of the table.
        """
        blocks = self.data.get(key, {}) if key else self.data
        return source in blocks or source.partition("-")[0] in blocks

    def with_blocks(self, other: Table) -> Table:
        """Return this table with what another one adds; TableError where both say something."""
        try:
            data = _merged(self.data, other.data, "")
        except ValueError as error:
            raise TableError(f"{error} {self.path} too", path=other.path) from error
        owner = self.owner if self.owner == other.owner else f"{self.owner}, {other.owner}"
        digest = hashlib.sha256(f"{self.digest} {other.digest}".encode()).hexdigest()[:12]
        return replace(self, data=data, owner=owner, digest=digest)

    def validated(self, schema: type[Schema]) -> Schema:
        """Check the table against a schema; TableError names the file and each wrong field."""
        try:
            return schema.model_validate(self.data)
        except ValidationError as error:
            raise TableError(
                f"{faults(error, schema)} (plugin {self.owner})", path=self.path
            ) from error


def _merged(first: dict[str, Any], second: dict[str, Any], place: str) -> dict[str, Any]:
    """Join two tables; ValueError where they differ. Lists of strings name sources and add up."""
    joint = dict(first)
    for key, value in second.items():
        held = first.get(key, value)
        if isinstance(value, dict) and isinstance(held, dict) and key in first:
            joint[key] = _merged(held, value, f"{place}{key}.")
        elif key == "sources" and key in first:
            joint[key] = [*held, *value]
        elif key == "source" and key in first:
            joint[key] = f"{held}; {value}"
        elif held == value and (key not in first or not isinstance(value, list)):
            joint[key] = value
        else:
            raise ValueError(f"says what {place}{key} is, and so does")
    return joint


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    """Read a TOML file in NFC; give its content, its lists spelled out, and its digest.

    A file that did not change is read once in a process; nobody may change what is returned.

    Raises:
        TableError: names the file, and the line or the list at fault.
    """
    try:
        content, digest, other, changed = _read_toml(path, _changed(path))
        if other is not None and changed != _changed(other):
            _read_toml.cache_clear()
            content, digest, *_ = _read_toml(path, _changed(path))
    except OSError as error:
        raise TableError(f"cannot be read: {error.strerror}", path=path) from error
    return content, digest


def _changed(path: Path) -> tuple[int, int]:
    facts = path.stat()
    return facts.st_mtime_ns, facts.st_size


@lru_cache(maxsize=64)
def _read_toml(
    path: Path, _state: tuple[int, int]
) -> tuple[dict[str, Any], str, Path | None, tuple[int, int]]:
    """Read a file; give its content and digest, and the file whose lists it shares, if it does."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8")
        data = parse_toml(text)
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise TableError("is not UTF-8", path=path, line=line) from error
    except ValueError as error:
        raise TableError(f"is not valid TOML: {error}", path=path) from error
    for number, line_text in enumerate(text.splitlines(), start=1):
        if not unicodedata.is_normalized("NFC", line_text):
            raise TableError("is not in Unicode form NFC", path=path, line=number)
    lists = data.pop("lists", {})
    other, changed = None, (0, 0)
    if "lists_from" in data:
        other = path.parent / str(data.pop("lists_from"))
        shared = _lists_of(other, path)
        raw += other.read_bytes()
        changed = _changed(other)
        lists = {**shared, **lists} if isinstance(lists, dict) else lists
    try:
        spelled = _Lists(lists).spelled(data)
    except ValueError as error:
        raise TableError(str(error), path=path) from error
    return spelled, hashlib.sha256(raw).hexdigest()[:12], other, changed


def _lists_of(path: Path, reader: Path) -> dict[str, Any]:
    """Return the named lists of a table; TableError names the table that refers to them."""
    try:
        lists = parse_toml(path.read_text("utf-8")).get("lists")
    except (OSError, ValueError) as error:
        raise TableError(f"lists_from: {path} cannot be read: {error}", path=reader) from error
    if not isinstance(lists, dict):
        raise TableError(f"lists_from: {path} has no [lists]", path=reader)
    return lists


class _Lists:
    """The named lists of one table."""

    def __init__(self, lists: object) -> None:
        if not isinstance(lists, dict):
            raise ValueError("[lists] must name lists of words")
        self._lists = lists

    def spelled(self, value: Any, within: tuple[str, ...] = ()) -> Any:
        """Return a value of the table with every `@name` in it replaced.

        ValueError for a bad one.
        """
        if isinstance(value, dict):
            return {key: self.spelled(item, within) for key, item in value.items()}
        if isinstance(value, list):
            return [word for item in value for word in self._item(item, within)]
        return self._words(value, within) if _is_reference(value) else value

    def _item(self, item: Any, within: tuple[str, ...]) -> list[Any]:
        return self._words(item, within) if _is_reference(item) else [self.spelled(item, within)]

    def _words(self, reference: str, within: tuple[str, ...]) -> list[Any]:
        name = reference[1:]
        if name not in self._lists:
            known = ", ".join(sorted(self._lists)) or "none"
            raise ValueError(f"[lists] has no {name!r} (it has: {known})")
        if name in within:
            raise ValueError(f"[lists] {name!r} holds itself")
        words = self.spelled(self._lists[name], (*within, name))
        if not isinstance(words, list):
            raise ValueError(f"[lists] {name!r} is not a list")
        return words


def _is_reference(value: object) -> bool:
    return isinstance(value, str) and len(value) > 1 and value.startswith("@")


def read_table(path: Path, *, language: str, phenomenon: str, owner: str) -> Table:
    """Read one table file."""
    data, digest = read_toml(path)
    return Table(language, phenomenon, path, owner, data, digest)
