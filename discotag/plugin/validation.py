"""For packages that call components themselves: is what they return valid?

Every function raises TypeError or ValueError that says which field is wrong.

Example:
    >>> from discotag.plugin import Mark
    >>> from discotag.plugin.validation import check_mark
    >>> check_mark(Mark("address", "you", 0, 1))
    >>> check_mark(Mark("address", None, 0, 1))
    Traceback (most recent call last):
    TypeError: a mark's label is NoneType, not a str
"""

from __future__ import annotations

from discotag.core.validation import (
    check_alignment,
    check_clusters,
    check_mark,
    check_place,
    check_statistics,
    check_tokens,
    checked_beads,
    checked_marks,
    checked_spans,
    mismatch,
    require_int,
    require_text,
    require_tuple,
    require_type,
)

__all__ = [
    "check_alignment",
    "check_clusters",
    "check_mark",
    "check_place",
    "check_statistics",
    "check_tokens",
    "checked_beads",
    "checked_marks",
    "checked_spans",
    "mismatch",
    "require_int",
    "require_text",
    "require_tuple",
    "require_type",
]
