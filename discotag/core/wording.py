"""Numbers with their nouns, and texts that can be written."""

from __future__ import annotations


def count_noun(count: int | str, noun: str) -> str:
    """Format a number, or its digits, with its noun: `1 document`, `3 documents`."""
    return f"{count} {noun}" if str(count) == "1" else f"{count} {noun}s"


def writable(text: str) -> str:
    """Return a text as UTF-8 can hold it: half of a surrogate pair becomes its escape."""
    return text.encode(errors="backslashreplace").decode()
