"""Numbers with their nouns, and texts that can be written and shown."""

from __future__ import annotations

PICTURES = 0x2400
"""U+2400 is the picture of U+0000, and so on to U+001F."""
VISIBLE = {
    **{code: PICTURES + code for code in range(32) if chr(code) not in "\t\n"},
    0x7F: 0x2421,
    **dict.fromkeys((*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)), 0xFFFD),
}
"""Characters that change what a terminal shows: controls (C0, C1) and those that turn the direction
of what follows (Unicode Standard Annex 9, section 2), each with what is shown in its place."""


def count_noun(count: int | str, noun: str) -> str:
    """Format a number, or its digits, with its noun: `1 document`, `3 documents`."""
    return f"{count} {noun}" if str(count) == "1" else f"{count} {noun}s"


def writable(text: str) -> str:
    """Return a text as UTF-8 can hold it: half of a surrogate pair becomes its escape."""
    return text.encode(errors="backslashreplace").decode()


def visible(text: str, *, is_line: bool = False) -> str:
    """Return a text as a terminal may show it: controls as their pictures, one for one.

    Args:
        text: what a file holds.
        is_line: whether line ends are controls, too.
    """
    shown = text.translate(VISIBLE)
    return shown.replace("\n", chr(PICTURES + ord("\n"))) if is_line else shown
