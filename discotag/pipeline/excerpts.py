"""Excerpts: some neighbouring lines of a document, as a document."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from discotag.core.document import ParallelText


def excerpt(text: ParallelText, first: int, last: int) -> ParallelText:
    """Return the lines `first` to `last` (0-based, the last left out) of a document.

    Raises:
        ValueError: the document's texts have no lines in common.
    """
    if not text.is_aligned:
        raise ValueError(f"document {text.id!r}: its texts have no lines in common")
    cut = slice(max(first, 0), max(last, 0))
    parts: dict[str, Any] = {
        name: getattr(text, name)[cut]
        for name in ("source", "lines", "units", "comments", "expected", "source_places")
    }
    of_texts: dict[str, Any] = {
        name: {own: lines[cut] for own, lines in getattr(text, name).items()}
        for name in ("references", "hypotheses", "places", "shown")
    }
    return replace(text, **parts, **of_texts)
