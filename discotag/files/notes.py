"""Notes: what a reader accepts but tells, or refuses when it is told to be strict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


class Notes:
    """Collects notes, one per file and kind, with the first place and a count.

    Args:
        is_strict: whether `accept` refuses.
    """

    def __init__(self, *, is_strict: bool = False) -> None:
        self._is_strict = is_strict
        self._first: dict[tuple[str, str], str] = {}
        self._counts: dict[tuple[str, str], int] = {}

    def accept(self, text: str, *, kind: str, path: Path, line: int | None) -> None:
        """Note a flaw of the input; InputError if the reading is strict."""
        if self._is_strict:
            raise InputError(f"{text}; refused because the reading is strict", path=path, line=line)
        self.tell(text, kind=kind, path=path, line=line)

    def tell(self, text: str, *, kind: str, path: Path, line: int | None) -> None:
        """Note something that is no flaw of the input, such as an empty translation."""
        key = (str(path), kind)
        self._first.setdefault(key, str(InputError(text, path=path, line=line)))
        self._counts[key] = self._counts.get(key, 0) + 1

    def texts(self) -> tuple[str, ...]:
        """Return one sentence per file and kind, in the order they were met."""
        return tuple(
            text if self._counts[key] == 1 else f"{text} (and {self._counts[key] - 1} more like it)"
            for key, text in self._first.items()
        )
