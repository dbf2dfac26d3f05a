"""The `parquet` and `arrow` writers: one row per mark, for data frames."""

from __future__ import annotations

import io
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet

from discotag.core.interfaces import Configured, Writer
from discotag.files.output import atomic_write
from discotag.files.tags import COLUMNS, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from discotag.core.tags import TaggedDocument

BATCH = 50_000
"""Rows that are gathered before they are written as one group."""

PLACE = pa.struct([("side", pa.string()), ("segment", pa.int32()), ("token", pa.int32())])
TYPES = {
    **dict.fromkeys(("document", "system", "role", "phenomenon", "label", "form"), pa.string()),
    **dict.fromkeys(("segment", "token", "start", "end"), pa.int32()),
    **dict.fromkeys(("is_tag", "is_unresolved"), pa.bool_()),
    "source_tokens": pa.list_(pa.int32()),
    "evidence": pa.list_(PLACE),
}
OPTIONAL = {"domain": pa.string(), "distance": pa.int32(), "span": pa.int32()}
SCHEMA = pa.schema(
    [
        pa.field(name, OPTIONAL[name])
        if name in OPTIONAL
        else pa.field(name, TYPES[name], nullable=False)
        for name in COLUMNS
    ]
)


class _Sink(io.RawIOBase):
    """Bytes on their way into a whole file."""

    def __init__(self, write: Callable[[str | bytes], None]) -> None:
        super().__init__()
        self._write = write
        self._size = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._size

    def write(self, data: Any) -> int:
        piece = bytes(data)
        self._write(piece)
        self._size += len(piece)
        return len(piece)


class ParquetWriter(Configured, Writer):
    """Writes one row per mark; without marks the file has the same columns and no row."""

    title = "writer parquet"

    @contextmanager
    def open(self, path: Path) -> Iterator[Callable[[TaggedDocument], None]]:
        """Open the file; errors as `atomic_write`."""
        with atomic_write(path) as write:
            sink = _Sink(write)
            with pyarrow.parquet.ParquetWriter(sink, SCHEMA, compression="zstd") as table:
                yield from _filled(table)


class ArrowWriter(Configured, Writer):
    """Writes the same table as an Arrow IPC file."""

    title = "writer arrow"

    @contextmanager
    def open(self, path: Path) -> Iterator[Callable[[TaggedDocument], None]]:
        """Open the file; errors as `atomic_write`."""
        with atomic_write(path) as write, pa.ipc.new_file(_Sink(write), SCHEMA) as table:
            yield from _filled(table)


def _filled(table: Any) -> Iterator[Callable[[TaggedDocument], None]]:
    """Yield a function that adds a document's rows; write what is left when all are there."""
    waiting: list[dict[str, Any]] = []

    def write_document(tagged: TaggedDocument) -> None:
        waiting.extend(rows(tagged))
        if len(waiting) >= BATCH:
            flush()

    def flush() -> None:
        table.write_table(pa.Table.from_pylist(waiting, schema=SCHEMA))
        waiting.clear()

    yield write_document
    if waiting:
        flush()
