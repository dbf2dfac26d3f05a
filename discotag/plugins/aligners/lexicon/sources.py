"""Where a pair gets its table: a file the user names, a pack, a glossary, or two tables joined."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from discotag.core.errors import InputError
from discotag.plugins.aligners.lexicon.table import (
    JUMPS,
    SideInfo,
    TranslationTable,
    Vocabulary,
    is_strong,
    load,
)
from discotag.plugins.aligners.lexicon.words import stemmer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from discotag.core.language import LanguagePack

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]


PIVOT = "en"
FOLDER = "lexicon"
GLOSSARY = ".tsv"
CURE = "choose another aligner, or give a table with --set lexicon.table=FILE"


def find_table(
    source: LanguagePack, target: LanguagePack, file: Path | None = None
) -> tuple[TranslationTable, str]:
    """Return the table from one language to another, and the digest of its files.

    Args:
        source: the language of its rows.
        target: the language of its columns.
        file: a table to use in place of the packs'.

    Raises:
        InputError: a pack has no table, or the file is not of this pair (a glossary's name says
            its pair: `en-pl.tsv`).
    """
    paths = table_files(source, target, file)
    return read_tables(paths, source.code, target.code), tables_digest(paths)


def table_files(
    source: LanguagePack, target: LanguagePack, file: Path | None = None
) -> tuple[Path, ...]:
    """Return the files of the table from one language to another: one, or two through English.

    Raises:
        InputError: a pack holds no table.
    """
    if file is not None:
        return (file,)
    others = [pack for pack in (source, target) if _language(pack.code) != PIVOT]
    if not others or _language(source.code) == _language(target.code):
        raise InputError(f"there is no table for {source.code}-{target.code}: {CURE}")
    return tuple(_english_table(pack, source, target) for pack in others)


def read_tables(paths: Sequence[Path], source: str, target: str) -> TranslationTable:
    """Read the table from one language to another, by code.

    Raises:
        InputError: a file is faulty, or of another pair.
    """
    tables = [_loaded(path, path.stat().st_mtime_ns if path.exists() else 0) for path in paths]
    if len(paths) == 1:
        return oriented(tables[0], source, paths[0], target=target)
    to_pivot = oriented(tables[0], source, paths[0])
    return joined(to_pivot, oriented(tables[1], PIVOT, paths[1]))


@lru_cache(maxsize=2)  # words and sentences are aligned with the same table
def _loaded(path: Path, _changed: int) -> TranslationTable:
    """Read a pack's table, learned (`.npz`) or written by hand (`.tsv`)."""
    if path.suffix == GLOSSARY:
        source, _, target = path.stem.partition("-")
        return read_glossary(path, (source, target))
    return load(path)


def oriented(
    table: TranslationTable, source: str, path: Path, *, target: str | None = None
) -> TranslationTable:
    """Return the table with `source` as its source language, turned if need be.

    Args:
        table: the table.
        source: code of the language that is to be its source.
        path: where it was read from, for messages.
        target: code of the other language; None = whatever the table has.

    Raises:
        InputError: the table is not of these languages.
    """
    languages = (table.source.info.language, table.target.info.language)
    if languages[0] not in _names(source):
        if languages[1] not in _names(source):
            raise InputError(
                f"this table is {'-'.join(languages)} and knows no {source}", path=path
            )
        table = table.turned
    if target is not None and table.target.info.language not in _names(target):
        raise InputError(
            f"this table is {'-'.join(languages)}, not {source}-{target}; give one of this pair",
            path=path,
        )
    return table


def _english_table(pack: LanguagePack, source: LanguagePack, target: LanguagePack) -> Path:
    name = f"{PIVOT}-{_language(pack.code)}"
    path = pack.folder / FOLDER / f"{name}.npz"
    if not path.exists():
        path = path.with_suffix(GLOSSARY)
    if not path.exists():
        raise InputError(
            f"the {pack.name} pack ({pack.package}) holds no translation table for "
            f"{source.code}-{target.code}: {CURE}"
        )
    return path


def _names(code: str) -> set[str]:
    return {code, _language(code)}


def _language(code: str) -> str:
    """Return the language of a variety: `zh-tw` → `zh`."""
    return code.partition("-")[0]


def tables_digest(paths: Sequence[Path]) -> str:
    """Return the digest of tables' files, for the signature."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:12]


ENGLISH = "snowball:english"
KEY = "#key "
SPREAD = 3.0
"""How quickly a jump away from the next word becomes improbable: a factor e per so many words."""


def read_glossary(path: Path, languages: tuple[str, str]) -> TranslationTable:
    """Read a glossary.

    Args:
        path: the file.
        languages: codes of its first and its second column.

    Raises:
        InputError: a line has other than two columns, or there is none.
    """
    key = "plain"
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if line.startswith(KEY):
            key = line.removeprefix(KEY).strip()
        elif line.strip() and not line.startswith("#"):
            cells = [cell.strip() for cell in line.split("\t")]
            if len(cells) != 2 or not all(cells):
                raise InputError("must hold two words with a tab between", path=path, line=number)
            pairs.append((cells[0], cells[1]))
    if not pairs:
        raise InputError("holds no pair of words", path=path)
    infos = (SideInfo(language=languages[0], key=ENGLISH), SideInfo(language=languages[1], key=key))
    return glossary_table(pairs, infos)


def glossary_table(
    pairs: Sequence[tuple[str, str]], infos: tuple[SideInfo, SideInfo]
) -> TranslationTable:
    """Make a table in which each word's translations are equally probable."""
    keys = [stemmer(info.key) for info in infos]
    keyed = sorted({(keys[0](first), keys[1](second)) for first, second in pairs})
    sides = [sorted({pair[side] for pair in keyed}) for side in (0, 1)]
    rows = np.array([sides[0].index(first) for first, _ in keyed], dtype=np.int64)
    columns = np.array([sides[1].index(second) for _, second in keyed], dtype=np.int64)
    entries = rows * len(sides[1]) + columns
    order = np.argsort(entries)
    return TranslationTable(
        _vocabulary(sides[0], infos[0]),
        _vocabulary(sides[1], infos[1]),
        entries[order],
        (1.0 / np.bincount(rows)[rows])[order],
        (1.0 / np.bincount(columns)[columns])[order],
        training="a glossary",
    )


def _vocabulary(keys: Sequence[str], info: SideInfo) -> Vocabulary:
    size = len(keys)
    away = np.abs(np.arange(JUMPS) - JUMPS // 2 - 1)  # from a step to the next word
    jumps: Floats = np.exp(-away / SPREAD)
    return Vocabulary(
        info,
        tuple(keys),
        {},
        np.full(size, 1.0 / size),
        np.ones(size),
        np.ones(size, dtype=np.bool_),
        jumps / jumps.sum(),
    )


BATCH = 4_000_000
"""Products held at a time: about 100 MB."""


@dataclass(frozen=True, slots=True)
class _Links:
    """Entries of one table sorted by their pivot key; `starts` are the places of each key's."""

    starts: Integers
    outer: Integers
    to_outer: Floats
    from_outer: Floats


def joined(first: TranslationTable, second: TranslationTable) -> TranslationTable:
    """Join two tables into one.

    Args:
        first: its target language is the pivot.
        second: its source language is the pivot, with the same description of keys.
    """
    pivots = {key: index for index, key in enumerate(first.target.keys)}
    shared = np.array([pivots.get(key, -1) for key in second.source.keys], dtype=np.int64)
    size = len(first.target.keys)
    rows, middle = np.divmod(first.entries, size)
    left = _sorted(size, middle, rows, first.backward, first.forward)
    middle, columns = np.divmod(second.entries, len(second.target.keys))
    middle = shared[middle]
    kept = middle >= 0
    right = _sorted(size, middle[kept], columns[kept], second.forward[kept], second.backward[kept])
    entries, forward, backward = _summed(left, right, len(second.target.keys))
    sources, targets = np.divmod(entries, len(second.target.keys))
    strong = is_strong(forward, sources) & is_strong(backward, targets)
    return TranslationTable(
        source=first.source,
        target=second.target,
        entries=entries[strong],
        forward=forward[strong],
        backward=backward[strong],
        training=f"{first.training}; {second.training}; joined through their shared language",
    )


def _sorted(
    size: int, pivot: Integers, outer: Integers, to_outer: Floats, from_outer: Floats
) -> _Links:
    order = np.argsort(pivot, kind="stable")
    starts = np.searchsorted(pivot[order], np.arange(size + 1))
    return _Links(starts, outer[order], to_outer[order], from_outer[order])


def _summed(left: _Links, right: _Links, width: int) -> tuple[Integers, Floats, Floats]:
    """Return the pairs, ascending, with both sums of products over the pivot keys."""
    entries: Integers = np.empty(0, dtype=np.int64)
    sums: Floats = np.empty((2, 0))
    for places, others in _products(left, right):
        pairs = left.outer[places] * width + right.outer[others]
        terms = np.stack(
            (
                left.from_outer[places] * right.to_outer[others],
                right.from_outer[others] * left.to_outer[places],
            )
        )
        entries, sums = _collapsed(
            np.concatenate((entries, pairs)), np.concatenate((sums, terms), axis=1)
        )
    return entries, sums[0], sums[1]


def _collapsed(entries: Integers, terms: Floats) -> tuple[Integers, Floats]:
    """Add up the terms of equal entries, in the order in which they came."""
    order = np.argsort(entries, kind="stable")
    ordered = entries[order]
    firsts = np.flatnonzero(np.diff(ordered, prepend=-1))
    return ordered[firsts], np.add.reduceat(terms[:, order], firsts, axis=1)


def _products(left: _Links, right: _Links) -> Iterator[tuple[Integers, Integers]]:
    """Yield all pairs of a left and a right entry that share a pivot key, in batches."""
    fan = np.diff(right.starts)
    pivot = np.repeat(np.arange(len(left.starts) - 1), np.diff(left.starts))
    many = fan[pivot]
    ends = np.cumsum(many)
    start = 0
    while start < len(pivot):
        done = ends[start - 1] if start else 0
        end = max(int(np.searchsorted(ends, done + BATCH)), start + 1)
        counts = many[start:end]
        places = np.repeat(np.arange(start, end), counts)
        first = np.repeat(np.cumsum(counts) - counts, counts)
        others = right.starts[pivot[places]] + np.arange(len(places)) - first
        if len(places):
            yield places, others
        start = end
