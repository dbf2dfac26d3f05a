"""Rows of weights as short strings: two characters for each, what it speaks for and how strongly.

The first character is the place of a form or group in `pronouns.toml` (forms, classes, groups), the
second the weight in steps of `STEP`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from discotag_dip.anaphora.pronouns import pronouns

if TYPE_CHECKING:
    from collections.abc import Mapping

LETTERS = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"\\')
"""Those that JSON writes as they are."""
ZERO = len(LETTERS) // 2
STEP = 0.04
MOST = (len(LETTERS) - ZERO - 1) * STEP
"""The largest weight, either way."""


@cache
def outputs() -> tuple[str, ...]:
    """Return what a weight may speak for: all forms, then all that share weights."""
    return (*pronouns().forms, *pronouns().shared)


def on_grid(value: float) -> float:
    """Return the nearest weight that can be packed."""
    return round(round(max(-MOST, min(MOST, value)) / STEP) * STEP, 2) + 0.0


def packed(row: Mapping[str, float]) -> str:
    """Write a row: form or group → weight."""
    names = outputs()
    return "".join(
        LETTERS[names.index(name)] + LETTERS[ZERO + round(on_grid(value) / STEP)]
        for name, value in row.items()
    )


def unpacked(text: str) -> dict[str, float]:
    """Read a row; ValueError if it is none."""
    names = outputs()
    if len(text) % 2:
        raise ValueError("a row of weights has an odd number of characters")
    row = {}
    for name, value in zip(text[::2], text[1::2], strict=True):
        place = LETTERS.find(name)
        if not 0 <= place < len(names) or value not in LETTERS:
            raise ValueError(f"a row of weights holds {name}{value}")
        row[names[place]] = round((LETTERS.index(value) - ZERO) * STEP, 2) + 0.0
    return row
