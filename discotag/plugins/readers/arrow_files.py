"""Rows of Parquet and Arrow files, and of the folders that Hugging Face datasets save."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet

from discotag.core.errors import InputError
from discotag.core.parsing import parse_json
from discotag.core.text_names import is_file_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

BATCH = 1024
STATE, SPLITS = "state.json", "dataset_dict.json"
"""Files in a folder that `save_to_disk` wrote: of one split, and of several."""


def files_of(path: Path) -> list[Path]:
    """Return the files that hold the rows, in order: the file itself, or a saved folder's.

    Raises:
        InputError: the folder is none that `save_to_disk` wrote, or holds several splits.
    """
    if not path.is_dir():
        return [path]
    if (path / SPLITS).is_file():
        splits = sorted(str(other) for other in path.iterdir() if (other / STATE).is_file())
        raise InputError(
            f"holds several splits; name one: {', '.join(splits)}",
            path=path,
        )
    try:
        state = parse_json((path / STATE).read_text("utf-8"))
        names = [str(item["filename"]) for item in state["_data_files"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"is no folder that datasets' save_to_disk wrote ({STATE} is missing or broken)",
            path=path,
        ) from error
    if state.get("_indices_files") or not names:
        raise InputError(
            "holds no rows, or rows in another order than they are stored; save it again with a"
            " newer version of datasets",
            path=path,
        )
    for name in names:
        if not is_file_name(name):
            raise InputError(f"{STATE} names {name!r}, which is no file of the folder", path=path)
    return [path / name for name in names]


def schema_of(path: Path) -> pa.Schema:
    """Return the columns of a file; errors as `files_of` and `records_of`."""
    with ExitStack() as stack:
        schema, _ = _opened(path, stack)
    return schema


def column_names(schema: pa.Schema) -> list[str]:
    """Return the names of all columns, those of a struct's fields with a dot."""
    names = []
    for field in schema:
        names.append(field.name)
        if pa.types.is_struct(field.type):
            names += [f"{field.name}.{inner.name}" for inner in field.type]
    return names


def records_of(path: Path, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield each row's values by column, those of the structs whole.

    Raises:
        InputError: the file lacks a column, is of another kind, or cannot be read to its end.
    """
    tops = sorted({name.partition(".")[0] for name in columns})
    with ExitStack() as stack:
        schema, batches = _opened(path, stack)
        if missing := [name for name in columns if name not in column_names(schema)]:
            raise InputError(f"has no column {missing[0]!r}, unlike the first file", path=path)
        try:
            for batch in batches(tops):
                yield from batch.select(tops).to_pylist()
        except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
            raise InputError(
                f"cannot be read to its end ({str(error).splitlines()[0]}); is the file complete?",
                path=path,
            ) from error


def _opened(path: Path, stack: ExitStack) -> tuple[pa.Schema, Any]:
    """Open a file; give its schema and a function of columns that gives its batches."""
    try:
        file = stack.enter_context(pa.OSFile(str(path)))
        magic = file.read(6)
        file.seek(0)
        if magic[:4] == b"PAR1":
            parquet = stack.enter_context(pyarrow.parquet.ParquetFile(file))
            return parquet.schema_arrow, lambda names: parquet.iter_batches(BATCH, columns=names)
        if magic == b"ARROW1":
            table = stack.enter_context(pa.ipc.open_file(file))
            return table.schema, lambda _: map(table.get_batch, range(table.num_record_batches))
        stream = stack.enter_context(pa.ipc.open_stream(file))
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"is no Parquet or Arrow file that can be read ({str(error).splitlines()[0]})",
            path=path,
        ) from error
    return stream.schema, lambda _: stream
