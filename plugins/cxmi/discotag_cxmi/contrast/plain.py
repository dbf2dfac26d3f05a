"""Files next to a set, line by line: translations, and so many earlier lines, oldest first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import InputError, LineCountError, UsageError, count_noun
from discotag.plugin.files import lines_of, records
from discotag_cxmi.contrast.items import Candidate, Item

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.opening import SetRequest


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


MARKER = "_eos"
"""Separates the segments of a line in Voita's sets."""
LIKE_MARKER = re.compile(r"(?<!\S)(?:<[A-Za-z/_]+>|\[[A-Z]+\]|_[A-Za-z]+_?|\|{2,})(?!\S)")
"""What a word looks like that may be a marker."""
ENDINGS = (".trg", ".dst", ".tgt")
PER_ITEM = 2

Row = tuple[str, tuple[str, ...], Candidate]


def read(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items of a pair of files.

    Without `groups` and `per_item` an item has two lines; with markers in them, as many as have the
    same source and source context in a row.

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
    marker = request.marker or (MARKER if f" {MARKER} " in sources[0] else None)
    if marker is not None:
        _tell_order(request, marker, notes)
        split = re.compile(rf"\s*{re.escape(marker)}\s*")
        rows = [
            _parted(split.split(source), split.split(text), marker, request.path, line)
            for line, (source, text) in enumerate(zip(sources, targets, strict=True), 1)
        ]
        if not any(before for _, before, _ in rows):
            raise InputError(f"no line holds the marker {marker!r}", path=request.path)
        sizes = [request.per_item] * len(rows) if request.per_item else _runs(rows)
    else:
        _tell_marker(request, sources, notes)
        around = contexts(request, len(sources), notes)
        rows = [
            (source, before, Candidate(text, earlier))
            for source, text, (before, earlier) in zip(sources, targets, around, strict=True)
        ]
        sizes = [request.per_item or PER_ITEM] * len(rows)
    if request.groups is not None:
        sizes = _grouped(request.groups, len(rows), notes)
    yield from _items(rows, sizes, request.path)


def _beside(path: Path) -> Path:
    for ending in ENDINGS:
        other = path.with_suffix(ending)
        if other != path and other.is_file():
            return other
    raise UsageError(f"{path}: give its translations with --tgt, a line for each line of it")


def _tell_order(request: SetRequest, marker: str, notes: Notes) -> None:
    """Note that the first translation is taken to be the right one."""
    cure = " (true of deixis; for lex_cohesion give the set's JSON)" if marker == MARKER else ""
    notes.tell(
        f"which translation is right is not told in such files; the first one is taken{cure}",
        kind="right",
        path=request.path,
        line=None,
    )


def _tell_marker(request: SetRequest, sources: Sequence[str], notes: Notes) -> None:
    """Note a word that looks like a marker and is in every line."""
    common = set(LIKE_MARKER.findall(sources[0])) if sources else set()
    for found in sorted(common):
        if all(found in line for line in sources):
            notes.tell(
                f"every line holds {found!r}, which looks like a marker between segments; to split"
                f" lines there: --marker '{found}'",
                kind="marker",
                path=request.path,
                line=None,
            )


def _grouped(path: Path, count: int, notes: Notes) -> list[int]:
    """Return the size of the item that each line begins, by a file of items' first lines."""
    firsts = []
    for number, line in enumerate(lines_of(path, notes), 1):
        text = line.strip()
        if not (text.isascii() and text.isdigit()):
            raise InputError(
                f"{text[:40]!r} is no number; each line has the first line of an item, from 0",
                path=path,
                line=number,
            )
        firsts.append(int(text))
    ends = [*firsts[1:], count]
    if not firsts or firsts[0] != 0 or any(a >= b for a, b in zip(firsts, ends, strict=True)):
        raise InputError(
            f"its numbers must begin with 0, grow, and stay below {count}, the number of lines",
            path=path,
        )
    sizes = [1] * count
    for first, end in zip(firsts, ends, strict=True):
        sizes[first] = end - first
    return sizes


def _parted(parts: Sequence[str], others: Sequence[str], marker: str, path: Path, line: int) -> Row:
    """Return a row from the segments of a line; context empty on both sides is left out."""
    if len(parts) != len(others):
        raise InputError(
            f"{len(parts)} segments between {marker}, its translation has {len(others)}",
            path=path,
            line=line,
        )
    *before, source = parts
    *earlier, target = others
    while before and not (before[0] or earlier[0]):
        before, earlier = before[1:], earlier[1:]
    return source, tuple(before), Candidate(target, tuple(earlier))


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


class WrongRecord(BaseModel):
    """A wrong translation whose own earlier lines differ."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    target: str
    target_context: tuple[str, ...] | None = Field(default=None, strict=False)


class ItemRecord(BaseModel):
    """One line."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: str
    right: str
    wrong: tuple[str | WrongRecord, ...] = Field(strict=False)
    source: str | None = None
    source_context: tuple[str, ...] = Field(default=(), strict=False)
    target_context: tuple[str, ...] = Field(default=(), strict=False)
    document: str | None = None
    distance: int | None = None
    intra: bool | None = None
    labels: dict[str, str] = {}


def read_jsonl(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items of a file; InputError names line and field."""
    for line, record in records(request.path, ItemRecord, notes, refuse_repeats=True):
        right = Candidate(record.right, record.target_context)
        yield Item(
            id=record.id,
            source=record.source,
            candidates=(right, *(_wrong(wrong, record) for wrong in record.wrong)),
            source_context=record.source_context,
            document=record.document,
            distance=record.distance,
            is_intra=record.intra,
            labels=record.labels,
            place=line,
        )


def _wrong(wrong: str | WrongRecord, record: ItemRecord) -> Candidate:
    if isinstance(wrong, str):
        return Candidate(wrong, record.target_context)
    own = wrong.target_context
    return Candidate(wrong.target, record.target_context if own is None else own)
