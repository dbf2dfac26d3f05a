"""Half of a surrogate pair is no character: JSON can hold one, and no file of ours can."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from discotag.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.document import ParallelText

CURE = "write the whole character (in JSON both halves, \\ud83d\\ude00, or the character itself)"


def check_characters(text: ParallelText, *, path: object = None) -> None:
    """Raise InputError if an id, a name or a segment of a document holds half a surrogate pair."""
    sides = {"source": text.source, **text.references, **text.hypotheses}
    told = (text.id, text.domain or "", *sides, *text.units)
    if _is_sound(chain(told, *sides.values())):
        return
    if not _is_sound(told):
        raise InputError(f"{_told('an id or a name', text)}; {CURE}", path=path, line=_line(text))
    for name, lines in sides.items():
        for segment, line in enumerate(lines):
            if not _is_sound([line]):
                place = _told(f"{name}, segment {segment}", text)
                raise InputError(f"{place}; {CURE}", path=path, line=_line(text, segment))


def _told(place: str, text: ParallelText) -> str:
    return f"document {text.id!a}, {place}: holds half of a surrogate pair"


def _line(text: ParallelText, segment: int = 0) -> int | None:
    return text.lines[segment] if text.lines else None


def _is_sound(texts: Iterable[str]) -> bool:
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:
        return False
    return True
