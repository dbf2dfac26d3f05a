"""Where a segment stands in its file, for people and on disk; nothing is told of a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import Place, place_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Places

Written = tuple[tuple[int, int, int], ...]
"""Parts of a segment as arrays of start, line and column (docs/formats.md)."""


def written(places: Sequence[Places], segment: int) -> Written | None:
    """Return where a segment stands, as files hold it; None where segments are lines."""
    return tuple(place[:3] for place in places[segment]) if places else None


def places_of(found: Written | None) -> Places:
    """Return what `written` gave as places; none where segments are lines."""
    return tuple(Place(*part) for part in found or ())


def told(places: Places, offset: int = 0) -> str:
    """Return `, line 3:12` for a character of a segment; nothing where segments are lines.

    Example:
        >>> told((Place(0, 3, 5),), 7)
        ', line 3:12'
    """
    place = place_at(places, offset)
    return "" if place is None else f", line {place.line}:{place.column}"
