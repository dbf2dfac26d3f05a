"""What readers share: rows grouped into documents, languages, line files read side by side."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import count, groupby, zip_longest
from typing import TYPE_CHECKING, NamedTuple, Self

from discotag.core.document import ParallelText
from discotag.core.errors import InputError, LineCountError, UsageError
from discotag.core.interfaces import Configured, Reader
from discotag.core.language import are_alike
from discotag.core.parsing import FrozenModel
from discotag.core.text import count_noun
from discotag.files.text import Notes, count_lines, is_passing, is_stdin, lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from discotag.core.document import Expected
    from discotag.core.interfaces import CorpusRequest


class FileReader(Configured, Reader):
    """A reader that collects notes while it reads."""

    _notes = Notes()

    def notes(self) -> tuple[str, ...]:
        """Return what was accepted in the last reading."""
        return self._notes.texts()


class PairOptions(FrozenModel):
    """Options of readers whose files name languages.

    Args:
        source: the source language's code as in the file; None = as in the run.
        target: likewise for the translations.
    """

    source: str | None = None
    target: str | None = None


def fits(code: str, wanted: str) -> bool:
    """Return whether a code is the wanted one, a variety of it, or the language it is one of.

    Example:
        >>> [fits(code, "pt-br") for code in ("pt_BR", "pt", "por", "pt-PT")]
        [True, True, True, False]
        >>> [fits(code, "pt-pt") for code in ("pt-AO", "pt-BR")]
        [True, False]
    """
    one, other = _parts(code), _parts(wanted)
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter] or are_alike("-".join(one), "-".join(other))


def choose(
    codes: Collection[str], wanted: str | None, side: str, *, path: Path, line: int | None
) -> str | None:
    """Return the code among those of a file that is meant; None where no code fits.

    Args:
        codes: the codes that are there.
        wanted: the code asked for; None = the only one.
        side: `source` or `target`, the option that chooses.
        path: the file.
        line: where it is.

    Raises:
        InputError: several codes would do.
    """
    distinct = sorted(set(codes))
    if wanted is None:
        found = distinct
    else:
        exact = [code for code in distinct if _parts(code) == _parts(wanted)]
        found = exact or [code for code in distinct if fits(code, wanted)]
    if len(found) > 1:
        raise InputError(
            f"holds several {side} languages: {', '.join(found)}; choose one with --set"
            f" reader.{side}=CODE",
            path=path,
            line=line,
        )
    return found[0] if found else None


def _parts(code: str) -> list[str]:
    return code.casefold().replace("_", "-").split("-")


def watched(
    texts: Iterable[ParallelText], notes: Notes, path_of: Callable[[str], Path]
) -> Iterator[ParallelText]:
    """Yield the documents on, and note at the end which systems equal a reference or each other.

    A system is reported once, with the first text that it equals.

    Args:
        texts: the documents.
        notes: where to note it.
        path_of: the file of a system, by its name.
    """
    alike: dict[str, int] | None = None
    systems: frozenset[str] = frozenset()
    for text in texts:
        lines = {**text.references, **text.hypotheses}
        systems = frozenset(text.hypotheses)
        groups: dict[tuple[int, tuple[str, ...]], int] = {}
        before = dict.fromkeys(lines, 0) if alike is None else alike
        alike = {
            name: groups.setdefault((group, lines[name]), len(groups))
            for name, group in before.items()
        }
        yield text
    first: dict[int, str] = {}
    for name, group in (alike or {}).items():
        other = first.setdefault(group, name)
        if other != name and name in systems:
            notes.tell(
                f"{name} is identical to {other}; is it the right file?",
                kind=f"identical to {other}",
                path=path_of(name),
                line=None,
            )


WHOLE = "all"
"""Id of the only document where no ids are given."""


class Row(NamedTuple):
    """One segment with all its texts.

    Args:
        line: its 1-based line in the source file.
        document: its document's id.
        domain: its document's domain, or None.
        texts: the source, then the references, then the hypotheses.
        unit: what the file calls the segment, or `""`.
        comments: what the file's comments say of it, or `""`.
    """

    line: int
    document: str
    domain: str | None
    texts: tuple[str, ...]
    unit: str = ""
    comments: str = ""


class Layout(NamedTuple):
    """What the texts of a row are and where they come from.

    Args:
        references: names of the references, in order.
        hypotheses: names of the systems, in order.
        paths: the file of each text of a row.
        ids: the file in which the document ids are.
    """

    references: Sequence[str]
    hypotheses: Sequence[str]
    paths: Sequence[Path]
    ids: Path


class UniqueIds:
    """Renames an id that came before (`talk` to `talk#2`) with a note; refuses it when strict."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._seen: set[str] = set()
        self._numbers: dict[str, Iterator[int]] = {}

    def name(self, document: str, *, path: Path, line: int) -> str:
        """Return a name that no document had before."""
        if not document.strip():
            raise InputError("an empty document id; every segment needs one", path=path, line=line)
        name = document
        if document in self._seen:
            numbers = self._numbers.setdefault(document, count(2))
            name = next(other for n in numbers if (other := f"{document}#{n}") not in self._seen)
            self._notes.accept(
                f"document id {document!r} comes back; taken as a document of its own, {name!r}",
                kind="repeated id",
                path=path,
                line=line,
            )
        self._seen.add(name)
        return name


def document_of(text: str, *, path: Path, line: int) -> tuple[str, str | None]:
    """Read a line of a file of document ids, `id` or `id TAB domain`; InputError for more."""
    cells = [cell.strip() for cell in text.split("\t")]
    if len(cells) > 2:
        raise InputError(
            f"{len(cells)} columns; a line is a document id, or document id TAB domain",
            path=path,
            line=line,
        )
    return cells[0], cells[1] if len(cells) > 1 else None


def documents(rows: Iterable[Row], layout: Layout, notes: Notes) -> Iterator[ParallelText]:
    """Yield each run of rows with equal ids as a document, holding one document at a time.

    Systems that equal a reference are noted at the end.
    """
    systems = dict(zip(layout.hypotheses, layout.paths[1 + len(layout.references) :], strict=True))
    yield from watched(_runs(rows, layout, notes), notes, systems.__getitem__)


def _runs(rows: Iterable[Row], layout: Layout, notes: Notes) -> Iterator[ParallelText]:
    ids = UniqueIds(notes)
    for document, run in groupby(rows, key=lambda row: row.document):
        segments = tuple(run)
        first = segments[0]
        for row in segments:
            if row.domain != first.domain:
                raise InputError(
                    f"document {document!r} has two domains, {first.domain!r} and {row.domain!r};"
                    " the columns are document id TAB domain, in this order",
                    path=layout.ids,
                    line=row.line,
                )
        name = ids.name(document, path=layout.ids, line=first.line)
        yield built(name, segments, layout, notes)


def built(
    name: str,
    rows: Sequence[Row],
    layout: Layout,
    notes: Notes,
    *,
    expected: tuple[Expected | None, ...] = (),
    address: str = "",
    is_app: bool = False,
) -> ParallelText:
    """Build a document of its rows, at least one; empty segments are noted."""
    for row in rows:
        tell_gaps(row, layout, notes)
    source, *targets = zip(*(row.texts for row in rows), strict=True)
    split = len(layout.references)
    return ParallelText(
        id=name,
        source=source,
        references=dict(zip(layout.references, targets[:split], strict=True)),
        hypotheses=dict(zip(layout.hypotheses, targets[split:], strict=True)),
        lines=tuple(row.line for row in rows),
        domain=rows[0].domain,
        expected=expected,
        address=address,
        is_app=is_app,
        units=tuple(row.unit for row in rows) if any(row.unit for row in rows) else (),
        comments=tuple(row.comments for row in rows) if any(row.comments for row in rows) else (),
    )


def tell_gaps(row: Row, layout: Layout, notes: Notes) -> None:
    """Explain empty segments that face text; rows empty on all sides separate paragraphs."""
    names = ("source", *layout.references, *layout.hypotheses)
    gaps = [index for index, text in enumerate(row.texts) if not text.strip()]
    if len(gaps) == len(row.texts):
        return
    for index in gaps:
        notes.tell(
            f"an empty segment in {names[index]!r} faces text",
            kind=f"empty {names[index]}",
            path=layout.paths[index],
            line=row.line,
        )


RULE = "give every file one line for each segment; an empty line is an empty segment"
"""What to do, where nothing else is set."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """One of the aligned files.

    Args:
        name: what it is, for messages (`source`, `hypothesis A`).
        path: where it is; `-` is standard input.
        header: how many lines at its start are not segments.
    """

    name: str
    path: Path
    header: int = 0


def translations(
    references: Mapping[str, Path], hypotheses: Mapping[str, Path]
) -> tuple[TextFile, ...]:
    """Return the files of translations, named for messages."""
    return (
        *(TextFile(f"reference {name}", path) for name, path in references.items()),
        *(TextFile(f"hypothesis {name}", path) for name, path in hypotheses.items()),
    )


def aligned(
    files: Sequence[TextFile],
    notes: Notes,
    *,
    started: Mapping[TextFile, Iterator[str]] | None = None,
) -> Iterator[tuple[str, ...]]:
    """Yield one line of each file at a time.

    Files that can be read twice are counted first, so that a difference is known before any work.

    Args:
        files: the files, in the order of the columns.
        notes: where to note what was accepted.
        started: files that the caller has opened already, to read after their headers.

    Raises:
        UsageError: standard input is named twice.
        LineCountError: the files differ in their number of lines.
        InputError: a file cannot be read, see `lines_of`.
    """
    if sum(is_stdin(file.path) for file in files) > 1:
        names = ", ".join(file.name for file in files if is_stdin(file.path))
        raise UsageError(f"standard input (-) can be read once only, not for {names}")
    silent = Notes()
    _compare(
        {
            file: count_lines(file.path, silent) - file.header
            for file in files
            if not is_passing(file.path)
        }
    )
    with ExitStack() as stack:
        streams = [
            (started or {}).get(file) or stack.enter_context(closing(lines_of(file.path, notes)))
            for file in files
        ]
        for number, row in enumerate(zip_longest(*streams), 1):
            if None in row:
                _compare(
                    {
                        file: number - (line is None) + sum(1 for _ in stream)
                        for file, line, stream in zip(files, row, streams, strict=True)
                    }
                )
            yield row


def _compare(counts: Mapping[TextFile, int]) -> None:
    """Raise LineCountError if the counts of segments differ."""
    if len(set(counts.values())) <= 1:
        return
    table = "".join(
        f"\n  {count_noun(count, 'line')} in the {file.name}: {file.path}"
        for file, count in counts.items()
    )
    advice = "".join(f"\n  {text}" for text in tuple(_advice(counts)) or (RULE,))
    first = min(counts.values()) + 1
    raise LineCountError(
        "the files are not line-aligned;"
        f" line {first} is the first without a partner:{table}{advice}"
    )


def _advice(counts: Mapping[TextFile, int]) -> Iterator[str]:
    """Yield what to sample, as far as the files can be read again."""
    for file, lines in counts.items():
        others = {number for other, number in counts.items() if other is not file}
        if is_passing(file.path) or others == {lines}:
            continue
        last, split = "", -file.header
        for line in lines_of(file.path, Notes()):
            last, split = line, split + max(1, len(line.splitlines()))
        if lines - 1 in others and not last.strip():
            yield f"check: {file.path} ends with an empty line; remove it"
        if split > lines and split in others:
            yield (
                f"check: {file.path} would have {split} lines if a lone CR, U+2028, form feed or"
                " the like ended lines; another file was made by a tool that splits there"
            )


class SidecarFiles:
    """Hands out the lines of a request's references, hypotheses and document ids, row by row.

    It is a context manager, which closes the files.

    Args:
        request: names the files.
        notes: where to note what was accepted.
        unit: what a line represents, for messages.
    """

    def __init__(self, request: CorpusRequest, notes: Notes, *, unit: str = "segment") -> None:
        self.references: Mapping[str, TextFile] = _files("reference", request.references)
        self.hypotheses: Mapping[str, TextFile] = _files("hypothesis", request.hypotheses)
        self._ids = None if request.docids is None else TextFile("document ids", request.docids)
        self._notes = notes
        self._unit = unit
        self._taken = 0
        self._stack = ExitStack()
        named = (*self.references.values(), *self.hypotheses.values())
        self._texts = [(file, self._open(file)) for file in named]
        self._id_lines = None if self._ids is None else self._open(self._ids)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the files."""
        self._stack.close()

    def check_names(self, names: Iterable[str], holder: str) -> None:
        """Raise UsageError if a text of the corpus's own has the name of one of these."""
        for name in names:
            if name in self.references or name in self.hypotheses:
                raise UsageError(
                    f"{holder} holds a text named {name!r} itself; give the file another name"
                )

    def layout(self, references: Sequence[str], hypotheses: Sequence[str], path: Path) -> Layout:
        """Return the order of the texts in a row: references, then hypotheses, its own texts last.

        Args:
            references: names of those that the corpus's file holds.
            hypotheses: likewise.
            path: that file.
        """
        return Layout(
            references=(*references, *self.references),
            hypotheses=(*hypotheses, *self.hypotheses),
            paths=(
                *[path] * (1 + len(references)),
                *(file.path for file in self.references.values()),
                *[path] * len(hypotheses),
                *(file.path for file in self.hypotheses.values()),
            ),
            ids=path if self._ids is None else self._ids.path,
        )

    def document(self, place: str) -> tuple[str, str | None]:
        """Return id and domain of the row to come; all rows are one document without a file of ids.

        Raises:
            LineCountError: the file ends before `place`.
            InputError: the line has too many columns.
        """
        if self._ids is None or self._id_lines is None:
            return WHOLE, None
        line = next(self._id_lines, None)
        if line is None:
            raise self._too_short(self._ids, place)
        return document_of(line, path=self._ids.path, line=self._taken + 1)

    def row(self, place: str) -> tuple[str, ...]:
        """Return the next line of each text, references first; `place` says for which segment.

        Raises:
            LineCountError: a file ends before.
        """
        row = []
        for file, lines in self._texts:
            line = next(lines, None)
            if line is None:
                raise self._too_short(file, place)
            row.append(line)
        self._taken += 1
        return tuple(row)

    def finish(self) -> None:
        """Raise LineCountError if a file continues after the last row."""
        rest = [*self._texts]
        if self._ids is not None and self._id_lines is not None:
            rest.append((self._ids, self._id_lines))
        for file, lines in rest:
            more = sum(1 for _ in lines)
            if more:
                raise LineCountError(
                    f"{file.name}: {count_noun(self._taken + more, 'line')} for"
                    f" {count_noun(self._taken, self._unit)};"
                    f" give one line for each {self._unit}",
                    path=file.path,
                )

    def _open(self, file: TextFile) -> Iterator[str]:
        return self._stack.enter_context(closing(lines_of(file.path, self._notes)))

    def _too_short(self, file: TextFile, place: str) -> LineCountError:
        return LineCountError(
            f"{file.name}: ends after {count_noun(self._taken, 'line')}, before {place};"
            f" give one line for each {self._unit}",
            path=file.path,
        )


def _files(kind: str, named: Mapping[str, Path]) -> dict[str, TextFile]:
    return {name: TextFile(f"{kind} {name}", path) for name, path in named.items()}


REFERENCE = "ref"
"""Name of the translation that the file holds."""

CODES = frozenset({"bpt", "ept", "it", "ph", "ut"})
"""Inline elements whose content is the markup of another format, with whatever it holds.

All other inline elements are empty or hold text of the sentence. Sources: the lists of inline
elements of TMX 1.4b, XLIFF 1.2 and XLIFF 2.0.
"""
