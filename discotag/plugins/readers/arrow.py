"""The `arrow` reader: Parquet and Arrow files, and saved folders of Hugging Face datasets."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet
from pydantic import Field

from discotag.core.errors import InputError, UsageError
from discotag.core.parsing import FrozenModel, parse_json
from discotag.core.text import is_file_name
from discotag.files.text import Notes
from discotag.plugins.readers.rows import (
    REFERENCE,
    FileReader,
    Row,
    SidecarFiles,
    choose,
    documents,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest


BATCH = 1024
STATE, SPLITS = "state.json", "dataset_dict.json"
"""Files in a folder that `save_to_disk` wrote: of one split, and of several."""


def files_of(path: Path) -> list[Path]:
    """Return the files that hold the rows, in order: the file itself, or a saved folder's.

    Raises:
        InputError: the folder is not from `save_to_disk`, or holds several splits.
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


TRANSLATION = "translation"
"""The column that holds a text by language code in data sets for translation."""
SOURCES = ("source", "src")
REFERENCES = ("reference", "ref", "target", "tgt")
DOCUMENTS = ("document", "document_id", "doc_id", "docid", "doc")
DOMAIN = "domain"


class ColumnOptions(FrozenModel):
    """Which columns to read; a dot leads into a struct (`translation.en`).

    Args:
        source: the source; None = `translation.CODE` of the pair, `source` or `src`.
        references: reference name → column; None = `ref` from `translation.CODE`, `reference`,
            `ref`, `target` or `tgt`, if one is there.
        hypotheses: system → column.
        document: the document ids; None = `document`, `document_id`, `doc_id`, `docid` or `doc`, if
            one is there.
        domain: the domain; None = `domain`, if it is there.
    """

    source: str | None = None
    references: dict[str, str] | None = None
    hypotheses: dict[str, str] = Field(default_factory=dict)
    document: str | None = None
    domain: str | None = None


class Columns(NamedTuple):
    """The columns that are read."""

    source: str
    references: dict[str, str]
    hypotheses: dict[str, str]
    document: str | None
    domain: str | None

    @property
    def texts(self) -> tuple[str, ...]:
        """The columns of texts."""
        return (self.source, *self.references.values(), *self.hypotheses.values())

    @property
    def all(self) -> tuple[str, ...]:
        """Every column."""
        return (*self.texts, *(name for name in (self.document, self.domain) if name))


class ArrowReader(FileReader):
    """Reads a row per segment; further texts may be in line files."""

    title = "reader arrow"
    schema = ColumnOptions
    options: ColumnOptions

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order.

        Raises:
            InputError: a file is not one of these, or a column is missing or has no text.
            LineCountError: a line file does not fit.
        """
        self._notes = notes = Notes(is_strict=request.is_strict)
        path = request.source
        files = files_of(path)
        columns = _columns(schema_of(files[0]), self.options, request)
        if columns.document and request.docids:
            raise UsageError(f"document ids stand in {columns.document!r}; leave out --docids")
        with SidecarFiles(request, notes, unit="row") as beside:
            beside.check_names([*columns.references, *columns.hypotheses], "the table")
            layout = beside.layout([*columns.references], [*columns.hypotheses], path)
            yield from documents(_rows(files, columns, beside), layout, notes)
            beside.finish()


def _columns(schema: pa.Schema, options: ColumnOptions, request: CorpusRequest) -> Columns:
    """Choose the columns; InputError if one is missing."""
    known = column_names(schema)
    codes = [name.partition(".")[2] for name in known if name.startswith(f"{TRANSLATION}.")]
    pair: list[str | None] = [None, None]
    if codes and options.source is None:
        wanted = (request.source_language, request.target_language)
        for index, side in enumerate(("source", "target")):
            others = [code for code in codes if code != pair[0]]
            pair[index] = choose(others, wanted[index], side, path=request.source, line=None)
    in_pair = [None if code is None else f"{TRANSLATION}.{code}" for code in pair]
    source = options.source or in_pair[0] or _first(SOURCES, known)
    found = in_pair[1] or _first(REFERENCES, known)
    references = options.references
    if references is None:
        references = {REFERENCE: found} if found and found != source else {}
    columns = Columns(
        source or "source",
        references,
        options.hypotheses,
        options.document or _first(DOCUMENTS, known),
        options.domain or _first((DOMAIN,), known),
    )
    for name in columns.all:
        if name not in known:
            raise InputError(
                f"has no column {name!r}, only {', '.join(known)}; name the columns, as in --set"
                " reader.source=COLUMN --set 'reader.references={ref=\"COLUMN\"}'",
                path=request.source,
            )
    return columns


def _first(names: Sequence[str], known: Sequence[str]) -> str | None:
    return next((name for name in names if name in known), None)


def _rows(files: Sequence[Path], columns: Columns, beside: SidecarFiles) -> Iterator[Row]:
    split = 1 + len(columns.references)
    count = len(beside.references)
    number = 0
    for path in files:
        for record in records_of(path, columns.all):
            number += 1
            place = f"row {number} of {path}"
            texts = [_text(record, name, path, number) for name in columns.texts]
            document, domain = (
                (_name(record, columns.document, path, number), None)
                if columns.document
                else beside.document(place)
            )
            if columns.domain:
                domain = _name(record, columns.domain, path, number)
            others = beside.row(place)
            row = (*texts[:split], *others[:count], *texts[split:], *others[count:])
            yield Row(number, document, domain, row)
    if not number:
        raise InputError("holds no row", path=files[0])


def _value(record: Mapping[str, Any], name: str) -> Any:
    value: Any = record
    for part in name.split("."):
        value = None if value is None else value[part]
    return value


def _text(record: Mapping[str, Any], name: str, path: Path, number: int) -> str:
    value = _value(record, name)
    if not isinstance(value, str) or "\n" in value:
        told = "holds a line end" if isinstance(value, str) else f"is {_kind(value)}"
        raise InputError(
            f"row {number}: column {name!r} {told}; a segment is a text on one line", path=path
        )
    return value


def _name(record: Mapping[str, Any], name: str, path: Path, number: int) -> str:
    value = _value(record, name)
    if value is None or isinstance(value, (bytes, float, list, dict)):
        raise InputError(
            f"row {number}: column {name!r} is {_kind(value)}; a document's id or domain is"
            " a text or a whole number",
            path=path,
        )
    return str(value)


def _kind(value: Any) -> str:
    return "null" if value is None else type(value).__name__
