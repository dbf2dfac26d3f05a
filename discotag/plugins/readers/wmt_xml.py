"""The `wmt-xml` reader: WMT test sets, with documents, references and systems in one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from discotag.core.errors import InputError, UsageError
from discotag.files.text import Notes
from discotag.files.xml import attribute, elements, line_of, local_name, text_of
from discotag.plugins.readers.rows import (
    FileReader,
    PairOptions,
    Row,
    SidecarFiles,
    UniqueIds,
    built,
    choose,
    watched,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from lxml.etree import _Element

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest


class Segment(NamedTuple):
    """A segment's text and the line it is in."""

    text: str
    line: int


class Text(NamedTuple):
    """One of a document's texts: the segments by id, and the line where it begins."""

    segments: Mapping[str, Segment]
    line: int


class Doc(NamedTuple):
    """A `doc` element as it was read.

    Args:
        id: its id, `""` without one.
        domain: its domain, or None.
        line: where it begins.
        source: the source.
        references: name → text.
        hypotheses: system → text.
    """

    id: str
    domain: str | None
    line: int
    source: Text
    references: Mapping[str, Text]
    hypotheses: Mapping[str, Text]


def read_doc(element: _Element, path: Path, wanted: Mapping[str, str | None]) -> Doc:
    """Read a `doc` element.

    Args:
        element: the element.
        path: its file, for messages.
        wanted: code of the `source` and of the `target` language; None = the only one.

    Raises:
        InputError: it has no text in a wanted language or several sources, a text without a name or
            with one that another has, a segment without an id or twice.
    """
    document = attribute(element, "id") or ""
    place = f"document {document!r}"
    children = list(element)
    sources = _of_language(
        [child for child in children if local_name(child) == "src"], wanted, "source", path
    )
    if len(sources) != 1:
        raise InputError(
            f"{place} has {len(sources)} source texts (<src>) of the language; it needs one",
            path=path,
            line=line_of(element),
        )
    targets = [child for child in children if local_name(child) in {"ref", "hyp"}]
    references: dict[str, Text] = {}
    hypotheses: dict[str, Text] = {}
    for child in _of_language(targets, wanted, "target", path):
        is_reference = local_name(child) == "ref"
        name = _reference_name(child) if is_reference else attribute(child, "system", "sysid")
        if not name or name in references or name in hypotheses:
            told = f"a second text named {name!r}" if name else "a system without a name"
            raise InputError(
                f"{place} has {told}; each needs a name of its own (ref: translator, hyp: system)",
                path=path,
                line=line_of(child),
            )
        into = references if is_reference else hypotheses
        into[name] = _text(child, f"{place}, {name}", path)
    return Doc(
        id=document,
        domain=attribute(element, "domain"),
        line=line_of(element),
        source=_text(sources[0], f"{place}, source", path),
        references=references,
        hypotheses=hypotheses,
    )


def _of_language(
    texts: Iterable[_Element], wanted: Mapping[str, str | None], side: str, path: Path
) -> list[_Element]:
    """Keep the texts of the language that is meant; those that name none are of it."""
    coded = [(attribute(text, "lang", "language") or None, text) for text in texts]
    codes = sorted({code for code, _ in coded if code})
    if not codes:
        return [text for _, text in coded]
    line = line_of(coded[0][1])
    chosen = choose(codes, wanted[side], side, path=path, line=line)
    if chosen is None:
        raise InputError(
            f"no {side} text in {wanted[side]!r}, only in {', '.join(codes)}; is it the right pair?"
            f" If the file has another code for the language: --set reader.{side}=CODE",
            path=path,
            line=line,
        )
    return [text for code, text in coded if code in {chosen, None}]


def _reference_name(element: _Element) -> str:
    translator = attribute(element, "translator", "refid") or ""
    return translator if translator.startswith("ref") else f"ref{translator}"


def _text(element: _Element, place: str, path: Path) -> Text:
    segments: dict[str, Segment] = {}
    for seg in element.iter("{*}seg"):
        number, line = attribute(seg, "id"), line_of(seg)
        if not number:
            raise InputError(f"{place}: a segment has no id", path=path, line=line)
        if number in segments:
            raise InputError(f"{place}: segment {number!r} stands twice", path=path, line=line)
        segments[number] = Segment(text_of(seg, path), line)
    return Text(segments, line_of(element))


ROOTS = ("dataset", "collection", "refset", "srcset", "tstset")


class WmtXmlOptions(PairOptions):
    """Options of the reader, besides the languages.

    Args:
        missing: what a text's missing segment is: an error, or an empty segment with a note.
    """

    missing: Literal["error", "empty"] = "error"


class Names(NamedTuple):
    """Names of the first document's texts, which every other one must have."""

    references: tuple[str, ...]
    hypotheses: tuple[str, ...]


class WmtXmlReader(FileReader):
    """Reads one document at a time; all of them have the first one's references and systems.

    A reference is named `ref` and its translator's name (`refA`). Documents of test suites are left
    out with a note, since they have no reference. Further texts may be in line files.
    """

    title = "reader wmt-xml"
    schema = WmtXmlOptions
    options: WmtXmlOptions

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order.

        Raises:
            InputError: naming document, text and segment, for what is missing or appears twice.
            LineCountError: a line file does not fit.
        """
        if request.docids is not None:
            raise UsageError("WMT's XML holds its document ids itself; leave out --docids")
        self._notes = notes = Notes(is_strict=request.is_strict)
        paths = {**request.references, **request.hypotheses}
        texts = self._documents(request, notes)
        yield from watched(texts, notes, lambda name: paths.get(name, request.source))

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
            "source": self.options.source or request.source_language,
            "target": self.options.target or request.target_language,
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
        if self.options.missing == "error":
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
