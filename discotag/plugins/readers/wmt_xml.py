"""The `wmt-xml` reader: WMT's test sets, with documents, references and systems in one XML file.

Format: https://github.com/wmt-conference/wmt-format-tools (`dataset`, `collection`, `doc`, `src`,
`ref`, `hyp`, `p`, `seg`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from discotag.core.errors import InputError, UsageError
from discotag.core.options import checked
from discotag.core.roles import implements
from discotag.files.notes import Notes
from discotag.files.xml import attribute, elements, line_of
from discotag.plugins.readers.grouping import Row, UniqueIds, built
from discotag.plugins.readers.identical_systems import watched
from discotag.plugins.readers.languages import PairOptions
from discotag.plugins.readers.sidecar_files import SidecarFiles
from discotag.plugins.readers.wmt_doc import read_doc

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest
    from discotag.plugins.readers.wmt_doc import Doc, Text

ROOTS = ("dataset", "collection", "refset", "srcset", "tstset")


class WmtXmlOptions(PairOptions):
    """Options of the reader, beside the languages.

    Args:
        missing: what a text's missing segment is: an error, or an empty segment with a note.
    """

    missing: Literal["error", "empty"] = "error"


class Names(NamedTuple):
    """Names of the first document's texts, which every other one must have."""

    references: tuple[str, ...]
    hypotheses: tuple[str, ...]


@implements("reader")
class WmtXmlReader:
    """Reads one document at a time; all of them have the first one's references and systems.

    A reference is named `ref` and its translator's name (`refA`). Documents of test suites are left
    out with a note, since they have no reference. Further texts may stand in line files.
    """

    def __init__(self, options: WmtXmlOptions) -> None:
        self._options = options
        self._notes = Notes()

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the reader from `WmtXmlOptions`."""
        return cls(checked("reader wmt-xml", options, WmtXmlOptions))

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order.

        Raises:
            InputError: naming document, text and segment, for what is missing or stands twice.
            LineCountError: a line file does not fit.
        """
        if request.docids is not None:
            raise UsageError("WMT's XML holds its document ids itself; leave out --docids")
        self._notes = notes = Notes(is_strict=request.is_strict)
        paths = {**request.references, **request.hypotheses}
        texts = self._documents(request, notes)
        yield from watched(texts, notes, lambda name: paths.get(name, request.source))

    def size(self, request: CorpusRequest) -> int | None:  # noqa: ARG002 - the protocol's
        """Return nothing: the one file would be read twice."""
        return None

    def notes(self) -> tuple[str, ...]:
        """Return what was accepted in the last reading."""
        return self._notes.texts()

    def _documents(self, request: CorpusRequest, notes: Notes) -> Iterator[ParallelText]:
        path = request.source
        ids = UniqueIds(notes)
        names: Names | None = None
        with SidecarFiles(request, notes) as beside:
            for doc in self._docs(request, notes):
                if names is None:
                    names = Names(tuple(doc.references), tuple(doc.hypotheses))
                    beside.check_names([*names.references, *names.hypotheses], "the XML file")
                rows = self._rows(doc, names, beside, path)
                name = ids.name(doc.id, path=path, line=doc.line)
                yield built(name, rows, beside.layout(*names, path), notes)
            if names is None:
                raise InputError("holds no document (<doc>)", path=path)
            beside.finish()

    def _docs(self, request: CorpusRequest, notes: Notes) -> Iterator[Doc]:
        path = request.source
        wanted = {
            "source": self._options.source or request.source_language,
            "target": self._options.target or request.target_language,
        }
        for _, element in elements(path, ("doc",), roots=ROOTS):
            if not attribute(element, "testsuite"):
                yield read_doc(element, path, wanted)
                continue
            notes.tell(
                f"document {attribute(element, 'id')!r} belongs to a test suite and is left out",
                kind="test suite",
                path=path,
                line=line_of(element),
            )

    def _rows(self, doc: Doc, names: Names, beside: SidecarFiles, path: Path) -> list[Row]:
        """Join a document's texts by the ids of the source's segments."""
        _check(doc, names, path)
        if not doc.source.segments:
            raise InputError(f"document {doc.id!r} has no segment", path=path, line=doc.line)
        count = len(beside.references)
        rows = []
        for seg, (text, line) in doc.source.segments.items():
            references = [self._cell(doc, name, seg, path) for name in names.references]
            hypotheses = [self._cell(doc, name, seg, path) for name in names.hypotheses]
            others = beside.row(f"segment {seg!r} of document {doc.id!r}")
            texts = (text, *references, *others[:count], *hypotheses, *others[count:])
            rows.append(Row(line, doc.id, doc.domain, texts))
        return rows

    def _cell(self, doc: Doc, name: str, seg: str, path: Path) -> str:
        text = doc.references[name] if name in doc.references else doc.hypotheses[name]
        if seg in text.segments:
            return text.segments[seg].text
        told = f"document {doc.id!r}, {name}: segment {seg!r} is missing"
        if self._options.missing == "error":
            raise InputError(
                f"{told}; with --set reader.missing=empty it is an empty segment",
                path=path,
                line=text.line,
            )
        self._notes.tell(
            f"{told} and taken as empty", kind=f"missing {name}", path=path, line=text.line
        )
        return ""


def _texts(doc: Doc) -> dict[str, Text]:
    return {**doc.references, **doc.hypotheses}


def _check(doc: Doc, names: Names, path: Path) -> None:
    """Raise InputError if a document has other texts than the first, or other segments."""
    for kind, found, first in (
        ("references", doc.references, names.references),
        ("systems", doc.hypotheses, names.hypotheses),
    ):
        if set(found) != set(first):
            raise InputError(
                f"document {doc.id!r} has the {kind} {', '.join(found) or '(none)'} where the first"
                f" document has {', '.join(first) or '(none)'}; every document needs the same",
                path=path,
                line=doc.line,
            )
    for name, text in _texts(doc).items():
        for seg, (_, line) in text.segments.items():
            if seg not in doc.source.segments:
                raise InputError(
                    f"document {doc.id!r}, {name}: segment {seg!r} is not in the source",
                    path=path,
                    line=line,
                )
