"""The `jsonl` reader: one document per line with its source, references and hypotheses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from discotag.core.document import ParallelText
from discotag.core.errors import InputError, LineCountError, UsageError
from discotag.core.text import count_noun
from discotag.files.json import ExpectedRecord, expected_of, records
from discotag.files.text import Notes
from discotag.plugins.readers.rows import FileReader, Layout, Row, UniqueIds, tell_gaps, watched

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag.core.interfaces import CorpusRequest


def _one_line(text: str) -> str:
    if "\n" in text:
        raise ValueError("a segment is one line and holds no line end")
    return text


Segments = Annotated[tuple[Annotated[str, AfterValidator(_one_line)], ...], Field(min_length=1)]


class CorpusDocument(BaseModel):
    """One line of the file: a document.

    Args:
        schema_name: the schema; optional.
        id: the document; a repeated id gets a number, with a note.
        source: the segments, at least one; no line feed inside a segment.
        references: name → as many segments as the source.
        hypotheses: system → as many segments as the source.
        domain: kind of text.
        address: the address that the text must use, as for `--expect` of lint.
        expected: for each segment null, a word, or an object with `forms`, any of which is
            accepted, for the scorer `expected`. Either all documents have this field or none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    schema_name: Literal["discotag-corpus/1"] = Field(default="discotag-corpus/1", alias="schema")
    id: str = Field(min_length=1)
    source: Segments
    references: dict[str, Segments] = {}
    hypotheses: dict[str, Segments] = {}
    domain: str | None = None
    address: str = ""
    expected: Annotated[tuple[ExpectedRecord | str | None, ...], Field(min_length=1)] | None = None


class JsonlReader(FileReader):
    """Reads one JSON document per line; all of them have the same references and hypotheses."""

    title = "reader jsonl"

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order; InputError names line and field of a fault."""
        if request.docids or request.references or request.hypotheses:
            raise UsageError(
                "a JSONL corpus holds ids, references and hypotheses itself;"
                " leave out --docids, --ref and --hyp"
            )
        path = request.source
        self._notes = notes = Notes(is_strict=request.is_strict)
        yield from watched(self._documents(path, notes), notes, lambda _: path)

    def _documents(self, path: Path, notes: Notes) -> Iterator[ParallelText]:
        ids = UniqueIds(notes)
        layout: Layout | None = None
        has_expected = False
        for line, record in records(path, CorpusDocument, notes, refuse_repeats=True):
            if layout is None:
                layout = _layout(record, path)
                has_expected = record.expected is not None
            _check_names(record, layout, line)
            if (record.expected is not None) != has_expected:
                raise InputError(
                    "expected: all documents have this field or none; an array of null says that"
                    " nothing is expected",
                    path=path,
                    line=line,
                )
            name = ids.name(record.id, path=path, line=line)
            yield _parallel(name, record, layout, line, notes)
        if layout is None:
            raise InputError("holds no document, only empty lines; give at least one", path=path)


def _layout(record: CorpusDocument, path: Path) -> Layout:
    texts = 1 + len(record.references) + len(record.hypotheses)
    return Layout(tuple(record.references), tuple(record.hypotheses), [path] * texts, path)


def _check_names(record: CorpusDocument, layout: Layout, line: int) -> None:
    for field, names, first in (
        ("references", record.references, layout.references),
        ("hypotheses", record.hypotheses, layout.hypotheses),
    ):
        if set(names) != set(first):
            raise InputError(
                f"{field}: {', '.join(names) or 'none'} where the first document has"
                f" {', '.join(first) or 'none'}; every document needs the same",
                path=layout.ids,
                line=line,
            )


def _parallel(
    name: str, record: CorpusDocument, layout: Layout, line: int, notes: Notes
) -> ParallelText:
    """Build the document, its texts in the first document's order."""
    texts = [
        record.source,
        *(record.references[reference] for reference in layout.references),
        *(record.hypotheses[system] for system in layout.hypotheses),
    ]
    names = ("source", *layout.references, *layout.hypotheses)
    for text_name, text in zip(names, texts, strict=True):
        if len(text) != len(record.source):
            raise LineCountError(
                f"{text_name}: {count_noun(len(text), 'segment')} where the source has"
                f" {len(record.source)}",
                path=layout.ids,
                line=line,
            )
    expected = record.expected or ()
    if expected and len(expected) != len(record.source):
        raise LineCountError(
            f"expected: {count_noun(len(expected), 'value')} where the source has"
            f" {count_noun(len(record.source), 'segment')}",
            path=layout.ids,
            line=line,
        )
    try:
        words = expected_of(expected)
    except ValueError as error:
        raise InputError(str(error), path=layout.ids, line=line) from error
    for row in zip(*texts, strict=True):
        tell_gaps(Row(line, name, record.domain, row), layout, notes)
    return ParallelText(
        id=name,
        source=record.source,
        references={reference: record.references[reference] for reference in layout.references},
        hypotheses={system: record.hypotheses[system] for system in layout.hypotheses},
        domain=record.domain,
        expected=words,
        address=record.address,
    )
