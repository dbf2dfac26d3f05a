"""Figures as text: digits by scale, signs and intervals, the same everywhere."""

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


def interval(given: Interval | None, scale: int, *, is_signed: bool = False) -> str:
    """Format an interval in brackets, the ends with their sign or not; a dash for none."""
    if given is None:
        return f"[{ABSENT}]"
    if is_signed:
        return f"[{signed(given.low, scale)}, {signed(given.high, scale)}]"
    return bracketed(given, scale)


def p_value(p: float | None) -> str:
    """Format a p-value with as many decimals as 10,000 trials give; a dash where there is none."""
    return ABSENT if p is None else f"{p:.4f}"


def extent(values: Iterable[int]) -> str:
    """Format whole numbers as the one they all are, or as `least–most`."""
    found = sorted(set(values)) or [0]
    return f"{found[0]}" if len(found) == 1 else f"{found[0]}–{found[-1]}"


def _decimals(scale: int) -> int:
    return 1 if scale == 100 else 3
