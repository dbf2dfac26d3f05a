"""Documents from rows: a run of rows with equal ids is a document, and ids stay unique."""

from __future__ import annotations

from itertools import count, groupby
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.document import ParallelText
from discotag.core.errors import InputError
from discotag.plugins.readers.identical_systems import watched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.document import Expected
    from discotag.files.notes import Notes


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
        ids: the file in which the document ids stand.
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
