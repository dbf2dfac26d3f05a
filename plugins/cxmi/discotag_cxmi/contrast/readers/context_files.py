"""Files beside a set, line by line: translations, and so many earlier lines, oldest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import LineCountError, UsageError, count_noun
from discotag.plugin.files import lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.readers.request import SetRequest

Pair = tuple[tuple[str, ...], tuple[str, ...]]


def contexts(request: SetRequest, translations: int, notes: Notes) -> Iterator[Pair]:
    """Yield (source lines, target lines) for each translation; ends when all are given.

    The first segments of a document have fewer lines; extraction leaves empty ones in their place,
    which are dropped where both sides are empty.

    Raises:
        LineCountError: a file does not have as many lines for each translation.
        UsageError: only the target's file is given.
    """
    if request.context_source is None:
        if request.context_target is not None:
            raise UsageError("--context-tgt needs --context-src, the source's earlier lines")
        for _ in range(translations):
            yield (), ()
        return
    source = _lines(request.context_source, translations, notes)
    target = _lines(request.context_target, translations, notes) if request.context_target else None
    if target is not None and len(target) != len(source):
        raise LineCountError(
            f"has {count_noun(len(target), 'line')}, {request.context_source} has {len(source)};"
            " both hold as many earlier lines for each translation",
            path=request.context_target,
        )
    size = len(source) // translations
    for first in range(0, len(source), size):
        ours = source[first : first + size]
        theirs = target[first : first + size] if target is not None else None
        kept = next(
            (
                place
                for place in range(size)
                if ours[place].strip() or (theirs is not None and theirs[place].strip())
            ),
            size,
        )
        yield tuple(ours[kept:]), tuple(theirs[kept:]) if theirs is not None else ()


def aligned(path: Path, count: int, what: str, notes: Notes) -> list[str]:
    """Return the lines of a file that has one for each source or translation.

    Raises:
        LineCountError: it has another number of them.
    """
    lines = list(lines_of(path, notes))
    if len(lines) != count:
        held = count_noun(len(lines), "line")
        raise LineCountError(f"has {held} for {count_noun(count, what)}", path=path)
    return lines


def _lines(path: Path, translations: int, notes: Notes) -> list[str]:
    lines = list(lines_of(path, notes))
    if len(lines) % translations:
        raise LineCountError(
            f"has {count_noun(len(lines), 'line')} "
            f"for {count_noun(translations, 'translation')}; it must"
            " have 1, 2, … lines for each of them",
            path=path,
        )
    return lines
