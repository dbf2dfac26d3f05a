"""What is wrong with the translation of one segment, seen from outside."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

LINE_ENDS = re.compile(r"(?<!\s)[^\S\r\n]*[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+\s*")


class Languages(Protocol):
    """Tells whether a text is in the language that it should be in."""

    def fault(self, text: str) -> str | None:
        """Say in which language a text seems to be, if it is the wrong one."""
        ...


def one_line(text: str) -> str:
    """Return a translation as one line; only line ends are changed."""
    return LINE_ENDS.sub(" ", text.strip()).replace("\0", "")


def has_lines(text: str) -> bool:
    """Return whether a translation has more than one line."""
    return LINE_ENDS.search(text.strip()) is not None


def fault_of(text: str, languages: Languages | None, *, may_break: bool = True) -> str | None:
    """Say what is wrong with one segment's translation, or None.

    Args:
        text: as it came.
        languages: what judges the language; None = nothing does.
        may_break: whether more than one line is right.
    """
    if not one_line(text):
        return "the translation is empty"
    if not may_break and has_lines(text):
        return "the translation of one line has several: it may hold comments"
    return languages.fault(text) if languages else None


def fault_among(texts: Sequence[str], languages: Languages | None) -> str | None:
    """Say what is wrong with segments of one piece; their language is judged together."""
    for text in texts:
        if fault := fault_of(text, None):
            return fault
    return languages.fault("\n".join(texts)) if languages else None
