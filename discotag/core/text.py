"""Text for people and file systems: counted nouns, control characters, names that can be files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


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


FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""Beginnings of a text that a spreadsheet may take for a formula
(https://owasp.org/www-community/attacks/CSV_Injection)."""


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet may take a text for a formula."""
    return text.startswith(FORMULA)


def guarded_cell(text: str) -> str:
    """Return a table cell that no spreadsheet takes for a formula: an apostrophe precedes it."""
    return f"'{text}" if is_formula(text) else text


def unguarded_cell(cell: str) -> str:
    """Return the text of a cell without the apostrophe of `guarded_cell`."""
    text = cell.removeprefix("'")
    return text if is_formula(text) else cell


SHOWN = 40
"""Characters of a name that is too long, in messages."""
LONGEST = 200
"""Bytes of a name in UTF-8: file systems take 255 for a file's name, ending included."""


def is_file_name(name: str) -> bool:
    """Return whether a text of that name can have a file `NAME.jsonl` in any folder."""
    is_clean = name.isprintable() and name == name.strip() and not set(name) & {"/", "\\"}
    return bool(name) and is_clean and not name.startswith(".") and not is_too_long(name)


def is_too_long(name: str) -> bool:
    """Return whether a name leaves no room for the ending of its file."""
    return len(name.encode("utf-8", "surrogatepass")) > LONGEST


def name_error(name: str) -> str | None:
    """Return what is wrong with the name of a text, or None."""
    if is_too_long(name):
        return f"{name[:SHOWN] + '…'!r} is too long for a file's name (at most {LONGEST} bytes)"
    return None if is_file_name(name) else f"{name!r} cannot be a file's name"


def names_error(names: Iterable[str]) -> str | None:
    """Say what is wrong with the names of a corpus's texts, references and systems together."""
    seen: dict[str, str] = {}
    for name in names:
        if fault := name_error(name):
            return fault
        other = seen.get(name.casefold())
        if other is not None:
            return f"{other!r} and {name!r} name two texts, which would share a file"
        seen[name.casefold()] = name
    return None
