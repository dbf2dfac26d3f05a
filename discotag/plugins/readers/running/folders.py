"""Documents of one text by name: a file for each, a JSON object for each, or blank lines between.

Each kind gives its documents in order, and finds the one with a name that comes next in another
text, so that no more than one document of each text is held where both have the same order.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import ConfigDict, RootModel

from discotag.core.errors import InputError
from discotag.files.file_types import check_lines
from discotag.files.json_lines import records
from discotag.files.text import lines_of
from discotag.plugins.readers.running.subtitles import ENDINGS, subtitle_text
from discotag.plugins.readers.running.texts import RunningText

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.files.notes import Notes

IDS = ("doc_id", "docid", "document_id", "document", "id")
"""Fields of a JSON object that may name its document, the likeliest first."""
SOURCES = ("src_text", "source", "source_text", "src", "text")
TARGETS = ("hypothesis", "tgt_text", "translation", "target", "target_text", "reference", "ref",
           "refA", "text")  # fmt: skip


class Documents(Protocol):
    """The documents of one text."""

    def __iter__(self) -> Iterator[tuple[str, RunningText]]:
        """Yield names and texts in order."""
        ...


class FolderDocuments:
    """A folder with a file for each document; hidden files are none.

    A document's name is the file's without its ending, or with it where two would be the same.
    """

    def __init__(self, folder: Path, notes: Notes) -> None:
        files = sorted(path for path in folder.iterdir() if path.is_file() and path.name[0] != ".")
        if not files:
            raise InputError(
                "the folder holds no file; give one with a file a document", path=folder
            )
        stems = Counter(path.stem for path in files)
        self._files = {path.stem if stems[path.stem] == 1 else path.name: path for path in files}
        self._notes = notes

    def __iter__(self) -> Iterator[tuple[str, RunningText]]:
        for name, path in self._files.items():
            yield name, replace(file_text(path, self._notes), file=str(path))


class FileDocument:
    """A file that is one document; it is named like the file."""

    def __init__(self, path: Path, notes: Notes) -> None:
        self._path, self._notes = path, notes

    def __iter__(self) -> Iterator[tuple[str, RunningText]]:
        yield self._path.stem, file_text(self._path, self._notes)


class BlockDocuments:
    """A file whose documents have blank lines between; they are named by their numbers from 1."""

    def __init__(self, path: Path, notes: Notes) -> None:
        self._path, self._notes = path, notes

    def __iter__(self) -> Iterator[tuple[str, RunningText]]:
        check_lines(self._path)
        block: list[str] = []
        found = number = 0
        for number, line in enumerate(lines_of(self._path, self._notes), 1):
            if line.strip():
                block.append(line)
            elif block:
                found += 1
                yield str(found), RunningText.of(block, number - len(block))
                block = []
        if block:
            yield str(found + 1), RunningText.of(block, number + 1 - len(block))


class _Object(RootModel[dict[str, Any]]):
    model_config = ConfigDict(frozen=True)


class JsonDocuments:
    """A JSON object on a line for each document, with its whole text in one field.

    Args:
        path: the file.
        notes: where to note what was accepted.
        fields: names of the field that holds the text, the likeliest first.
        id_field: name of the field with the document's name; "" = the likeliest, or the number.
    """

    def __init__(self, path: Path, notes: Notes, fields: Sequence[str], id_field: str = "") -> None:
        self._path, self._notes = path, notes
        self._fields, self._id_field = fields, id_field

    def __iter__(self) -> Iterator[tuple[str, RunningText]]:
        seen: set[str] = set()
        for count, (line, record) in enumerate(records(self._path, _Object, self._notes), 1):
            name = self._name(record.root, count, line)
            if name in seen:
                raise InputError(f"document {name!r} stands twice", path=self._path, line=line)
            seen.add(name)
            yield name, RunningText.of(self._text(record.root, line).split("\n"))

    def _name(self, record: dict[str, Any], count: int, line: int) -> str:
        field = self._id_field or next((name for name in IDS if name in record), "")
        if not field:
            return str(count)
        value = record.get(field)
        if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
            raise InputError(
                f"{field}: not a document name; give a text that is not empty",
                path=self._path,
                line=line,
            )
        return str(value)

    def _text(self, record: dict[str, Any], line: int) -> str:
        field = next((name for name in self._fields if name in record), None)
        if field is None:
            raise InputError(
                f"has none of the fields {', '.join(self._fields)}; fields: {', '.join(record)};"
                " name the one with the text, as in --set reader.source=FIELD",
                path=self._path,
                line=line,
            )
        value = record[field]
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return "\n".join(value)
        if not isinstance(value, str):
            raise InputError(f"{field}: is no text", path=self._path, line=line)
        return value.replace("\r\n", "\n")


def file_text(path: Path, notes: Notes) -> RunningText:
    """Read a file that is one document: subtitles by their ending, else plain text.

    A file without text is an empty document.
    """
    if path.name.removesuffix(".gz").endswith(ENDINGS):
        return subtitle_text(path, notes)
    if path.is_file() and not path.stat().st_size:
        return RunningText((), ())
    check_lines(path)
    return RunningText.of(lines_of(path, notes))


class Lookup:
    """Finds documents by name in a text whose order may be another; holds those that were passed.

    Attributes:
        order_differs: whether a document stood elsewhere than in the source.
    """

    def __init__(self, documents: Documents) -> None:
        self._waiting = enumerate(documents)
        self._passed: dict[str, tuple[int, RunningText]] = {}
        self._last = -1
        self.order_differs = False

    def find(self, name: str) -> RunningText | None:
        """Return the document of that name; None where there is none."""
        if name in self._passed:
            return self._given(*self._passed.pop(name))
        for number, (other, text) in self._waiting:
            if other == name:
                return self._given(number, text)
            self._passed[other] = number, text
        return None

    def _given(self, number: int, text: RunningText) -> RunningText:
        self.order_differs = self.order_differs or number < self._last
        self._last = number
        return text

    def left(self) -> list[str]:
        """Return the names of all documents that nobody asked for."""
        self._passed.update((other, (number, text)) for number, (other, text) in self._waiting)
        return list(self._passed)
