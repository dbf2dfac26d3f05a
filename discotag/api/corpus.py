"""Texts to work on: from files of any format that a reader knows, from lists or a data frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from numbers import Integral
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from discotag.api.setup import registry
from discotag.core.document import ParallelText
from discotag.core.errors import InputError, LineCountError, UsageError
from discotag.core.interfaces import CorpusRequest
from discotag.core.text import count_noun, names_error
from discotag.files.json import check_characters
from discotag.files.text import check_sizes
from discotag.pipeline.corpus import at_least_one, open_reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.pipeline.corpus import OpenReader

Texts = str | PathLike[str] | Iterable[str]
"""A file, or segments: a list, or a column of a data frame."""
WHOLE = "all"
"""Id of the only document where no ids are given."""
COLUMNS = {"docid": "docids", "src": "source", "source": "source", "ref": "ref", "reference": "ref"}
"""Columns of a data frame by name; every other one is a system."""


@runtime_checkable
class Frame(Protocol):
    """A table with named columns, as in pandas and polars."""

    @property
    def columns(self) -> Any:
        """The names."""
        ...

    def __getitem__(self, name: str, /) -> Any:
        """Return a column."""
        ...


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents with their translations.

    Args:
        texts: the documents, in order.
        source_language: code.
        target_language: code.
        files: the files of source and translation, for messages; where texts came from memory,
            `source` and `target`.
        notes: what the reader accepted but is worth a note.

    Raises:
        InputError: there are no documents, or one has what no file can hold.
    """

    texts: tuple[ParallelText, ...]
    source_language: str
    target_language: str
    files: tuple[str, str] = ("source", "target")
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for text in at_least_one(self.texts):
            check_characters(text)

    @property
    def references(self) -> tuple[str, ...]:
        """The names of the references."""
        return tuple(self.texts[0].references)

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems."""
        return tuple(self.texts[0].hypotheses)

    def __len__(self) -> int:
        """Count the documents."""
        return len(self.texts)

    def __repr__(self) -> str:
        names = ", ".join((*self.references, *self.systems))
        segments = sum(len(text.source) for text in self.texts)
        pair = f"{self.source_language}-{self.target_language}"
        sizes = f"{count_noun(len(self), 'document')}, {count_noun(segments, 'segment')}"
        return f"<Corpus {pair}: {sizes}; {names or 'no translation'}>"


def load(
    source: Texts | Frame | Mapping[str, Iterable[str]] | Iterable[Mapping[str, Any]],
    reference: Texts | Mapping[str, Texts] | None = None,
    *,
    source_language: str,
    target_language: str,
    systems: Mapping[str, Texts] | None = None,
    docids: Texts | None = None,
    reader: str = "",
    reader_options: Mapping[str, Any] | None = None,
) -> Corpus:
    """Load texts to work on.

    All texts are files, or all are in memory. A file is read by the reader that fits its ending
    (TSV, JSON Lines, TMX …; plain lines otherwise); what is in memory is a list, or a column of a
    data frame, with a segment per row. A table given as `source` has the columns `docid` (may be
    missing), `src`, `ref` and one for each system. It is a data frame of pandas or polars, a
    dictionary of columns, a list of dictionaries, or a Hugging Face dataset, whose rows may be
    `{"translation": {"en": …, "fr": …}}` as well.

    Args:
        source: the source text, or the one file or table that holds everything.
        reference: a reference translation, or several by name.
        source_language: code or English name.
        target_language: code or English name.
        systems: system name → its translation.
        docids: a document id per segment; without it all is one document.
        reader: the reader's name, where the ending does not decide.
        reader_options: its options.

    Raises:
        UsageError: files and texts in memory are mixed; or an unknown language or reader.
        LineCountError: texts of unequal length.
        InputError: a file that cannot be read, a row that is not text or beyond a limit, or a
            document id that appears again after another.
    """
    known = registry()
    languages = known.language(source_language).info.code, known.language(target_language).info.code
    texts = _as_columns(source, languages)
    if isinstance(texts, Frame | Mapping):
        if reference is not None or systems is not None or docids is not None:
            raise UsageError("a table holds all texts; leave out the others, or give columns")
        return Corpus(_texts(*_columns(texts)), *languages)
    references = _named(reference)
    systems = dict(systems or {})
    if fault := names_error([*references, *systems]):
        raise UsageError(f"the texts' names: {fault}; choose another name")
    if _are_files(texts, *references.values(), *systems.values(), docids):
        request = CorpusRequest(
            source=_path(texts),
            references={name: _path(text) for name, text in references.items()},
            hypotheses={name: _path(text) for name, text in systems.items()},
            docids=None if docids is None else _path(docids),
            source_language=languages[0],
            target_language=languages[1],
        )
        opened = open_reader(known, request.source, reader, reader_options)
        return _read(request, opened, *languages)
    if reader or reader_options:
        raise UsageError("a reader reads files; these texts are in memory")
    return Corpus(_texts(texts, references, systems, docids), *languages)


def _as_columns(source: Any, languages: tuple[str, str]) -> Any:
    """Return a table as columns: rows that are dictionaries, or a lazy frame; else the argument."""
    if hasattr(source, "collect_schema"):  # a LazyFrame of polars
        return source.collect()
    if isinstance(source, str | PathLike | Frame | Mapping):
        return source
    rows = list(source)
    if not rows or not any(isinstance(row, Mapping) for row in rows):
        return rows
    columns: dict[str, list[Any]] = {}
    for number, row in enumerate(rows):
        cells = _cells(row, languages)
        if cells is None or (columns and cells.keys() != columns.keys()):
            found = ", ".join(map(str, cells)) if cells else repr(row)
            wanted = ", ".join(columns) or "a dictionary with src and ref"
            raise InputError(f"source, row {number}: expected {wanted}; found {found}")
        for name, value in cells.items():
            columns.setdefault(name, []).append(value)
    return columns


def _cells(row: Any, languages: tuple[str, str]) -> dict[str, Any] | None:
    """Return a row's cells; those of a Hugging Face translation by role instead of language."""
    if not isinstance(row, Mapping):
        return None
    translation = row.get("translation")
    if not isinstance(translation, Mapping):
        return {str(name): value for name, value in row.items()}
    roles = dict(zip(languages, ("src", "ref"), strict=True))
    if not roles.keys() <= translation.keys():
        return {f"translation.{name}": value for name, value in translation.items()}
    rest = {str(name): value for name, value in row.items() if str(name) in COLUMNS}
    return rest | {role: translation[code] for code, role in roles.items()}


def _named(reference: Texts | Mapping[str, Texts] | None) -> dict[str, Texts]:
    """Return references by name; the only one of all is `ref`."""
    if reference is None:
        return {}
    return dict(reference) if isinstance(reference, Mapping) else {"ref": reference}


def _are_files(*texts: Texts | None) -> bool:
    """Return whether texts are files, not lists; UsageError if some are and some are not."""
    kinds = {isinstance(text, str | PathLike) for text in texts if text is not None}
    if len(kinds) > 1:
        raise UsageError("some texts are files and some are in memory; give all in one way")
    return kinds == {True}


def _read(
    request: CorpusRequest, opened: OpenReader, source_language: str, target_language: str
) -> Corpus:
    texts = tuple(opened.read(request, takes_running=True))
    targets = [*request.references.values(), *request.hypotheses.values(), request.source]
    files = (str(request.source), str(targets[0]))
    notes = tuple(opened.notes())
    return Corpus(texts, source_language, target_language, files=files, notes=notes)


def _path(text: Any) -> Path:
    return Path(fspath(text))


def _columns(
    frame: Frame | Mapping[str, Iterable[str]],
) -> tuple[Iterable[str], dict[str, Texts], dict[str, Texts], Iterable[str] | None]:
    """Split the columns of a table into source, references, systems and document ids."""
    columns = frame if isinstance(frame, Mapping) else frame.columns
    roles = {name: COLUMNS.get(str(name), "system") for name in columns}
    found = {role: [name for name in roles if roles[name] == role] for role in COLUMNS.values()}
    for role, names in found.items():
        if len(names) > 1 or (role == "source" and not names):
            told = f"two columns {' and '.join(names)}" if names else "no column 'src'"
            raise UsageError(f"the table has {told}; columns: {', '.join(map(str, roles))}")
    return (
        frame[found["source"][0]],
        {"ref": frame[found["ref"][0]]} if found["ref"] else {},
        {str(name): frame[name] for name, role in roles.items() if role == "system"},
        frame[found["docids"][0]] if found["docids"] else None,
    )


def _texts(
    source: Any, references: Mapping[str, Any], systems: Mapping[str, Any], docids: Any
) -> tuple[ParallelText, ...]:
    """Make documents of what is in memory: each run of rows with one id is a document."""
    lines = {"source": _lines(source, "source")}
    for name, text in (*references.items(), *systems.items()):
        lines[name] = _lines(text, name)
    size = len(lines["source"])
    ids = [WHOLE] * size if docids is None else _lines(docids, "docids", is_id=True)
    for name, text in (*lines.items(), ("docids", ids)):
        if len(text) != size:
            raise LineCountError(
                f"{name} has {count_noun(len(text), 'segment')}, the source {size}"
            )
    made: list[ParallelText] = []
    seen: set[str] = set()
    for name, run in groupby(range(size), key=ids.__getitem__):
        rows = list(run)
        if name in seen:
            raise InputError(f"row {rows[0]}: document id {name!r} comes back; sort the rows by it")
        seen.add(name)
        cut = slice(rows[0], rows[-1] + 1)
        text = ParallelText(
            id=name,
            source=tuple(lines["source"][cut]),
            references={other: tuple(lines[other][cut]) for other in references},
            hypotheses={other: tuple(lines[other][cut]) for other in systems},
        )
        check_sizes(text)
        made.append(text)
    return tuple(made)


def _lines(values: Any, name: str, *, is_id: bool = False) -> Sequence[str]:
    """Return segments as strings; whole numbers may be document ids, too."""
    found = []
    for row, value in enumerate(values):
        plain = value.as_py() if hasattr(value, "as_py") else value  # an Arrow scalar
        text = str(plain) if is_id and isinstance(plain, Integral) else plain
        if not isinstance(text, str) or (is_id and not text.strip()):
            raise InputError(f"{name}, row {row}: {plain!r} is no text; an empty segment is ''")
        found.append(text)
    return found
