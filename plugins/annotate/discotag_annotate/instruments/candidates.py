"""Candidates: translations side by side under letters, in an order that tells nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_annotate.drawing import shuffled

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

LETTERS = "abc"
REFERENCE = "reference"
"""Stands for the reference among the names of candidates; systems are `system NAME`."""


def lettered(candidates: Collection[str], seed: int, item: str) -> Mapping[str, str]:
    """Give letter → candidate, in an order that follows from the seed and the item alone.

    Example:
        >>> sorted(lettered(["reference", "system S"], 1, "x").values())
        ['reference', 'system S']
    """
    ordered = shuffled(candidates, seed, lambda name: (item, name))
    return dict(zip(LETTERS, ordered, strict=False))


def of_system(name: str) -> str:
    """Name a system's candidate."""
    return f"system {name}"


def same(one: str, other: str) -> bool:
    """Tell whether two texts differ in case and white space at most."""
    return " ".join(one.casefold().split()) == " ".join(other.casefold().split())
