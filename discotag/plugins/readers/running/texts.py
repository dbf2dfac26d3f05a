"""A running text: its lines, and where each stands in its file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from discotag.core.units import Place, Places

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class RunningText:
    """A document in one language; blank lines are left out.

    Args:
        lines: its lines; none goes on in the next.
        places: where each stands.
        file: the file, where the document has one of its own.
    """

    lines: tuple[str, ...]
    places: tuple[Places, ...]
    file: str = ""

    @classmethod
    def of(cls, lines: Iterable[str], first: int = 1) -> Self:
        """Take lines of a file as they are; `first` is the 1-based number of the first."""
        kept = [(number, line) for number, line in enumerate(lines, first) if line.strip()]
        return cls(
            tuple(line for _, line in kept),
            tuple((Place(0, number, 1),) for number, _ in kept),
        )
