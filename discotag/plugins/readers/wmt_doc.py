"""A `doc` of WMT's XML: its source, references and systems in the languages that are meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag.core.errors import InputError
from discotag.files.xml import attribute, line_of, local_name, text_of
from discotag.plugins.readers.languages import choose

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from lxml.etree import _Element


class Segment(NamedTuple):
    """A segment's text and the line it stands in."""

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
