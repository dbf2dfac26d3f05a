"""What a library raised, told in one line of a message."""

from __future__ import annotations


def first_line(error: BaseException) -> str:
    """Return an error's class and the first line of what it says."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
