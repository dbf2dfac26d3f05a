"""How far back the deciding word stands: tags counted by distance, phenomenon by phenomenon."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.tags import Mark

UNKNOWN, AHEAD, SAME = "not found", "ahead", "same segment"
BACK = ((1, "1 back"), (2, "2 back"), (3, "3 back"), (5, "4–5"), (10, "6–10"), (20, "11–20"))
"""Largest distance of a class, in segments, and its name; then comes `FURTHER`."""
FURTHER = "> 20"
NAMES = (AHEAD, SAME, *(name for _, name in BACK), FURTHER, UNKNOWN)
OPTIONAL = frozenset({AHEAD, SAME, UNKNOWN})
"""Classes that are shown only where something is in them."""


class Distances:
    """Counts of tags by phenomenon and class of distance."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, int]] = {}

    def add(self, tags: Iterable[Mark]) -> None:
        """Count the tags of one more document."""
        for tag in tags:
            counts = self._counts.setdefault(tag.phenomenon, dict.fromkeys(NAMES, 0))
            counts[_class(tag.distance)] += 1

    def bars(self, phenomenon: str) -> dict[str, int]:
        """Return a phenomenon's classes in order, nearest first; empty where it has no tag."""
        used = {name for counts in self._counts.values() for name, count in counts.items() if count}
        return {
            name: count
            for name, count in self._counts.get(phenomenon, {}).items()
            if name in used or name not in OPTIONAL
        }


def _class(distance: int | None) -> str:
    if distance is None:
        return UNKNOWN
    if distance <= 0:
        return SAME if distance == 0 else AHEAD
    return next((name for limit, name in BACK if distance <= limit), FURTHER)
