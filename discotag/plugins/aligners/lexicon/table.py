"""Translation tables: the probabilities of one language pair, in memory and on disk.

A file is a zip of numpy arrays with a JSON header; two writes of one table give the same bytes.
"""

from __future__ import annotations

import io
import json
import lzma
import zipfile
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from pydantic import Field

from discotag.core.errors import InputError
from discotag.core.parsing import FrozenModel
from discotag.files.output import atomic_write

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Integers = NDArray[np.int64]

LONGEST_JUMP = 12
JUMPS = 2 * LONGEST_JUMP + 1
LEAST_PROBABILITY = 0.003
MOST_ENTRIES = 40
"""Entries of one word that are worth their room; more change F1 by less than 0.1."""


class SideInfo(FrozenModel):
    """How the words of one side are looked up.

    Args:
        language: canonical code.
        key: description of its keys (`keys.py`).
        shortest_piece: fewest letters of a piece of an unknown word.
        latin: name of its romaniser (`spelling.py`).
    """

    language: str
    key: str
    shortest_piece: int = Field(default=4, ge=1)
    latin: str = "letters"


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The keys of one side.

    Args:
        info: how words become keys.
        keys: the keys, sorted.
        forms: normalised spelling → index of its key, for words met often; spares their stemming.
        null: probability of each key under the empty word, shape (keys,), 0–1.
        weight: how much similarity and unknown-word mass still count for each key: 1 in a shipped
            table, less where a corpus was learned from; shape (keys,), 0–1.
        known: False for keys that a corpus alone has taught, shape (keys,).
        jumps: probability of a step from one linked word of this side to the next, for -12 … 12;
            shape (25,).
    """

    info: SideInfo
    keys: tuple[str, ...]
    forms: Mapping[str, int]
    null: Floats
    weight: Floats
    known: NDArray[np.bool_]
    jumps: Floats


@dataclass(frozen=True)
class TranslationTable:
    """Probabilities between two vocabularies.

    Args:
        source: the vocabulary of rows.
        target: the vocabulary of columns.
        entries: row * number of columns + column of each stored pair, ascending; shape (entries,).
        forward: p(column | row), 0–1, shape (entries,).
        backward: p(row | column), 0–1, shape (entries,).
        training: what it was made of.
    """

    source: Vocabulary
    target: Vocabulary
    entries: Integers
    forward: Floats
    backward: Floats
    training: str = ""

    @cached_property
    def turned(self) -> TranslationTable:
        """The same table with the sides exchanged."""
        rows, columns = np.divmod(self.entries, len(self.target.keys))
        entries = columns * len(self.source.keys) + rows
        order = np.argsort(entries)
        return replace(
            self,
            source=self.target,
            target=self.source,
            entries=entries[order],
            forward=self.backward[order],
            backward=self.forward[order],
        )


def is_strong(probability: Floats, owners: Integers) -> NDArray[np.bool_]:
    """Return which entries are from 0.003 on and among their owner's 40 best; shape (entries,)."""
    order = np.lexsort((-probability, owners))
    ordered = owners[order]
    first = np.searchsorted(ordered, ordered)
    rank = np.empty(len(owners), dtype=np.int64)
    rank[order] = np.arange(len(owners)) - first
    strong: NDArray[np.bool_] = (probability >= LEAST_PROBABILITY) & (rank < MOST_ENTRIES)
    return strong


FORMAT = 1
MEMBERS = (
    "columns",
    "counts",
    "source_codes",
    "target_codes",
    "codebook",
    "source_keys",
    "target_keys",
    "source_forms",
    "target_forms",
    "source_form_keys",
    "target_form_keys",
    "source_null",
    "target_null",
    "source_weight",
    "target_weight",
    "source_known",
    "target_known",
    "source_jumps",
    "target_jumps",
)
BROKEN = (
    zipfile.BadZipFile, lzma.LZMAError, KeyError, ValueError, IndexError, EOFError, OSError,
    RuntimeError,
)  # fmt: skip
ROOM = 2**30
"""Bytes that one array of a table may take unpacked; the largest of ours takes a hundredth."""
EPOCH = (1980, 1, 1, 0, 0, 0)


class TableHeader(FrozenModel):
    """What `table.json` says.

    Args:
        format: version of the format.
        source: the side whose keys are rows.
        target: the side whose keys are columns.
        training: what it was made of, for people.
    """

    format: Literal[1]
    source: SideInfo
    target: SideInfo
    training: str = ""


def save(table: TranslationTable, path: Path, codebook: Floats) -> None:
    """Write a table to a file, which is replaced only when it is complete; see `packed`."""
    with atomic_write(path) as write:
        write(packed(table, codebook))


def packed(table: TranslationTable, codebook: Floats) -> bytes:
    """Return a table's file; probabilities become the (logarithmically) nearest of `codebook`.

    Args:
        table: the table.
        codebook: ascending probabilities, at most 256.
    """
    rows, columns = np.divmod(table.entries, len(table.target.keys))
    counts = np.bincount(rows, minlength=len(table.source.keys))
    steps = np.diff(columns, prepend=0)
    starts = np.concatenate(([0], np.cumsum(counts)[:-1]))[counts > 0]
    steps[starts] = columns[starts]
    arrays: dict[str, NDArray[Any]] = {
        "columns": steps.astype("<u4"),
        "counts": counts.astype("<u4"),
        "source_codes": _codes(table.forward, codebook),
        "target_codes": _codes(table.backward, codebook),
        "codebook": codebook.astype("<f4"),
    }
    for name, side in (("source", table.source), ("target", table.target)):
        forms = sorted(side.forms)
        arrays[f"{name}_keys"] = _joined(side.keys)
        arrays[f"{name}_forms"] = _joined(forms)
        arrays[f"{name}_form_keys"] = np.array([side.forms[form] for form in forms], dtype="<u4")
        arrays[f"{name}_null"] = side.null.astype("<f2")
        arrays[f"{name}_weight"] = side.weight.astype("<f2")
        arrays[f"{name}_known"] = side.known.astype("?")
        arrays[f"{name}_jumps"] = side.jumps.astype("<f4")
    header = TableHeader(
        format=FORMAT, source=table.source.info, target=table.target.info, training=table.training
    )
    text = json.dumps(header.model_dump(), ensure_ascii=False, indent=1, sort_keys=True)
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(_member("table.json"), text)
        for name in MEMBERS:
            buffer = io.BytesIO()
            np.lib.format.write_array(buffer, arrays[name], allow_pickle=False)
            archive.writestr(_member(f"{name}.npy"), buffer.getvalue())
    return file.getvalue()


def load(path: Path) -> TranslationTable:
    """Read a table; InputError if it is missing, broken, or of another format."""
    try:
        with zipfile.ZipFile(path) as archive:
            header = TableHeader.model_validate_json(archive.read("table.json"))
            arrays = {name: _array(archive, name) for name in MEMBERS}
        table = _assembled(header, arrays)
    except FileNotFoundError as error:
        raise InputError("there is no such translation table", path=path) from error
    except BROKEN as error:
        raise InputError(
            f"is not a translation table of format {FORMAT} ({error}); make it again", path=path
        ) from error
    return table


def _assembled(header: TableHeader, arrays: dict[str, NDArray[Any]]) -> TranslationTable:
    """Build a table of stored arrays; ValueError or IndexError if they do not fit together."""
    source = _vocabulary(header.source, "source", arrays)
    target = _vocabulary(header.target, "target", arrays)
    codebook = arrays["codebook"].astype(np.float64)
    table = TranslationTable(
        source=source,
        target=target,
        entries=_entries(arrays["counts"], arrays["columns"], len(target.keys)),
        forward=codebook[arrays["source_codes"]],
        backward=codebook[arrays["target_codes"]],
        training=header.training,
    )
    _check(table)
    return table


def _codes(values: Floats, codebook: Floats) -> NDArray[np.uint8]:
    levels = np.log(codebook)
    borders = (levels[1:] + levels[:-1]) / 2
    return np.searchsorted(borders, np.log(np.maximum(values, 1e-12))).astype(np.uint8)


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, EPOCH)
    info.compress_type = zipfile.ZIP_LZMA
    info.external_attr = 0o644 << 16
    return info


def _array(archive: zipfile.ZipFile, name: str) -> NDArray[Any]:
    member = archive.getinfo(f"{name}.npy")
    if member.file_size > ROOM:
        raise ValueError(f"{member.filename} would take {member.file_size} bytes")
    buffer = io.BytesIO(archive.read(member))
    array: NDArray[Any] = np.lib.format.read_array(buffer, allow_pickle=False)
    return array


def _joined(words: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(words).encode(), dtype="u1")


def _split(letters: NDArray[Any]) -> tuple[str, ...]:
    return tuple(letters.tobytes().decode().split("\n")) if len(letters) else ()


def _vocabulary(info: SideInfo, name: str, arrays: dict[str, NDArray[Any]]) -> Vocabulary:
    return Vocabulary(
        info=info,
        keys=_split(arrays[f"{name}_keys"]),
        forms=dict(
            zip(
                _split(arrays[f"{name}_forms"]),
                arrays[f"{name}_form_keys"].tolist(),
                strict=True,
            )
        ),
        null=arrays[f"{name}_null"].astype(np.float64),
        weight=arrays[f"{name}_weight"].astype(np.float64),
        known=arrays[f"{name}_known"].astype(np.bool_),
        jumps=arrays[f"{name}_jumps"].astype(np.float64),
    )


def _entries(counts: NDArray[Any], steps: NDArray[Any], width: int) -> Integers:
    sums = np.concatenate(([0], np.cumsum(steps.astype(np.int64))))
    starts = np.concatenate(([0], np.cumsum(counts.astype(np.int64))))
    rows = np.repeat(np.arange(len(counts)), counts.astype(np.int64))
    columns = sums[1:] - sums[starts[:-1]][rows]
    entries: Integers = rows * width + columns
    return entries


def _check(table: TranslationTable) -> None:
    sides = (table.source, table.target)
    fits = all(
        len(side.null) == len(side.weight) == len(side.known) == len(side.keys)
        and len(side.jumps) == JUMPS
        and max(side.forms.values(), default=0) < max(len(side.keys), 1)
        for side in sides
    )
    size = len(table.source.keys) * len(table.target.keys)
    ordered = bool(np.all(np.diff(table.entries) > 0))
    inside = not len(table.entries) or bool(table.entries[0] >= 0 and table.entries[-1] < size)
    is_full = len(table.entries) == len(table.forward) == len(table.backward)
    if not (fits and ordered and inside and is_full):
        raise ValueError("its columns do not fit together")
