"""Papers: what one person handed in, entry by entry, before anything is checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class Entry(NamedTuple):
    """What stands in one place: `line` is 1-based, None where the file has no lines to name."""

    item: str
    question: str
    given: Any
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """What one person handed in.

    Args:
        path: the file.
        person: who, where no answer about the person tells.
        entries: in the order of the file; blank answers are left out.
        notes: what was passed over.
    """

    path: Path
    person: str
    entries: tuple[Entry, ...]
    notes: tuple[str, ...] = ()
