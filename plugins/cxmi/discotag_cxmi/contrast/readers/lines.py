"""Reads `lines`: line-aligned files with a line per translation, an item's right one first.

So are the extracted files of the large English–French pronoun set and of ContraPro, and Voita's
scoring data, where the earlier segments stand in the same line before a marker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import InputError, LineCountError, UsageError, count_noun
from discotag.plugin.files import lines_of
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.readers.context_files import contexts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.readers.request import SetRequest

MARKER = " _eos "
"""Stands between the segments of a line in Voita's sets."""
ENDINGS = (".trg", ".dst", ".tgt")
PER_ITEM = 2

Row = tuple[str, tuple[str, ...], Candidate]


def read(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items of a pair of files.

    Without `per_item` an item has two lines; with markers in them, as many as have the same source
    and context in a row.

    Raises:
        LineCountError: the files are not line-aligned, or lines are left over.
        InputError: the lines of an item differ in source or context.
        UsageError: there is no file of translations.
    """
    target = request.target or _beside(request.path)
    sources, targets = (list(lines_of(path, notes)) for path in (request.path, target))
    if len(sources) != len(targets):
        raise LineCountError(
            f"has {count_noun(len(targets), 'line')}, {request.path} has {len(sources)}; both have"
            " one for each translation",
            path=target,
        )
    if MARKER in sources[0]:
        notes.tell(
            "which translation is right is not told in such files; the first one is taken"
            " (true of deixis; for lex_cohesion give the set's JSON)",
            kind="right",
            path=request.path,
            line=None,
        )
        rows = [_parted(*pair, request.path, line) for line, pair in _numbered(sources, targets)]
        sizes = [request.per_item] * len(rows) if request.per_item else _runs(rows)
    else:
        around = contexts(request, len(sources), notes)
        rows = [
            (source, before, Candidate(text, earlier))
            for source, text, (before, earlier) in zip(sources, targets, around, strict=True)
        ]
        sizes = [request.per_item or PER_ITEM] * len(rows)
    yield from _items(rows, sizes, request.path)


def _beside(path: Path) -> Path:
    for ending in ENDINGS:
        other = path.with_suffix(ending)
        if other != path and other.is_file():
            return other
    raise UsageError(f"{path}: give its translations with --tgt, a line for each line of it")


def _numbered(
    sources: Sequence[str], targets: Sequence[str]
) -> Iterator[tuple[int, tuple[str, str]]]:
    return enumerate(zip(sources, targets, strict=True), 1)


def _parted(source: str, target: str, path: Path, line: int) -> Row:
    parts, others = source.split(MARKER), target.split(MARKER)
    if len(parts) != len(others):
        raise InputError(
            f"{len(parts)} segments between _eos, its translation has {len(others)}",
            path=path,
            line=line,
        )
    return parts[-1], tuple(parts[:-1]), Candidate(others[-1], tuple(others[:-1]))


def _runs(rows: Sequence[Row]) -> list[int]:
    """Give, for each row, the length of the run of equal source and context that it begins."""
    sizes = [1] * len(rows)
    for place in range(len(rows) - 2, -1, -1):
        if _key(rows[place]) == _key(rows[place + 1]):
            sizes[place] = sizes[place + 1] + 1
    return sizes


def _items(rows: Sequence[Row], sizes: Sequence[int], path: Path) -> Iterator[Item]:
    first = 0
    number = 1
    while first < len(rows):
        size = sizes[first]
        members = rows[first : first + size]
        if len(members) < size:
            raise LineCountError(
                f"has {len(rows)} lines, which are no items of {size} lines; say how many"
                " translations an item has with --per-item",
                path=path,
            )
        for line, row in enumerate(members, first + 1):
            if _key(row) != _key(members[0]):
                raise InputError(
                    f"item {number}: source or context differs from its first line, {first + 1};"
                    " say how many translations an item has with --per-item",
                    path=path,
                    line=line,
                )
        source, before, _ = members[0]
        yield Item(
            id=str(number),
            source=source,
            candidates=tuple(candidate for _, _, candidate in members),
            source_context=before,
            place=first + 1,
        )
        first += size
        number += 1


def _key(row: Row) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    return row[0], row[1], row[2].context
