"""Names of texts, which are names of files too: none may leave the folder or hit another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def is_file_name(name: str) -> bool:
    """Tell whether a text of that name can have a file `NAME.jsonl` in any folder."""
    is_clean = name.isprintable() and name == name.strip() and not set(name) & {"/", "\\"}
    return bool(name) and is_clean and not name.startswith(".")


def fault_of(names: Iterable[str]) -> str | None:
    """Say what is wrong with the names of a corpus's texts, references and systems together."""
    seen: dict[str, str] = {}
    for name in names:
        if not is_file_name(name):
            return f"{name!r} cannot be a file's name"
        other = seen.get(name.casefold())
        if other is not None:
            return f"{other!r} and {name!r} name two texts, which would share a file"
        seen[name.casefold()] = name
    return None
