"""Names of texts, which are names of files too: none may leave the folder or hit another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


SHOWN = 40
"""Characters of a name that is too long, in messages."""
LONGEST = 200
"""Bytes of a name in UTF-8: file systems take 255 for a file's name, ending included."""


def is_file_name(name: str) -> bool:
    """Return whether a text of that name can have a file `NAME.jsonl` in any folder."""
    is_clean = name.isprintable() and name == name.strip() and not set(name) & {"/", "\\"}
    return bool(name) and is_clean and not name.startswith(".") and not is_too_long(name)


def is_too_long(name: str) -> bool:
    """Return whether a name leaves no room for the ending of its file."""
    return len(name.encode("utf-8", "surrogatepass")) > LONGEST


def fault_of_name(name: str) -> str | None:
    """Return what is wrong with the name of a text, or None."""
    if is_too_long(name):
        return f"{name[:SHOWN] + '…'!r} is too long for a file's name (at most {LONGEST} bytes)"
    return None if is_file_name(name) else f"{name!r} cannot be a file's name"


def fault_of(names: Iterable[str]) -> str | None:
    """Say what is wrong with the names of a corpus's texts, references and systems together."""
    seen: dict[str, str] = {}
    for name in names:
        if fault := fault_of_name(name):
            return fault
        other = seen.get(name.casefold())
        if other is not None:
            return f"{other!r} and {name!r} name two texts, which would share a file"
        seen[name.casefold()] = name
    return None
