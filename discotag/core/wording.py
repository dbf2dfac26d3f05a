"""A number with its noun."""

from __future__ import annotations


def amount(count: int | str, noun: str) -> str:
    """Set a number, or its digits, with its noun: `1 document`, `3 documents`."""
    return f"{count} {noun}" if str(count) == "1" else f"{count} {noun}s"
