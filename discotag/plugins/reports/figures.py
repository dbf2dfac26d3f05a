"""Figures as text: digits by scale, signs and intervals, the same in every report."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.scores import Interval

ABSENT = "–"
"""Stands for a value that is undefined, as distinct from 0."""
MINUS = "−"


def number(value: float | None, scale: int) -> str:
    """Format a measure: one decimal on a scale of 100, three on 1, a dash where undefined."""
    if value is None:
        return ABSENT
    return f"{value:.{_decimals(scale)}f}"


def signed(value: float | None, scale: int) -> str:
    """Format a difference with its sign; without one where it rounds to zero."""
    if value is None:
        return ABSENT
    size = number(abs(value), scale)
    if not float(size):
        return size
    return f"{'+' if value > 0 else MINUS}{size}"


def bracketed(interval: Interval, scale: int) -> str:
    """Format an interval as `[low, high]`; ends below zero have a minus sign."""
    ends = (number(end, scale).replace("-", MINUS) for end in interval)
    return f"[{', '.join(ends)}]"


def extent(values: Iterable[int]) -> str:
    """Format whole numbers as the one they all are, or as `least–most`."""
    found = sorted(set(values)) or [0]
    return f"{found[0]}" if len(found) == 1 else f"{found[0]}–{found[-1]}"


def _decimals(scale: int) -> int:
    return 1 if scale == 100 else 3
