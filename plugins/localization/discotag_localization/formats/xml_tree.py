"""XML as a tree whose parts know where they are; nothing is fetched, nothing is expanded.

The parser is Python's own (expat), which reports the place of all it meets. Files that declare
entities are refused: they can grow without bound, or name files of this machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.parsers import expat

from discotag.plugin import InputError
from discotag_localization.texts import Content, TextBuilder, decoded, xml_encoding
from discotag_localization.units import TextFormat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from discotag_localization.texts import Text

DEEPEST = 500
"""Levels of elements, more than people write."""


@dataclass
class Data:
    """Characters, a comment or what else is between tags.

    Args:
        kind: `text`, `cdata`, `comment` or `other`.
        begin: where it begins in the content.
        end: where it ends (half-open).
        value: what it says.
    """

    kind: str
    begin: int
    end: int = 0
    value: str = ""


@dataclass
class Element:
    """An element.

    Args:
        name: its name, with the prefix that the file gives it.
        attributes: its attributes, likewise.
        begin: where its first tag begins in the content.
        inner: where its content begins.
        inner_end: where its content ends.
        end: where its last tag ends; of an empty element `inner`.
        children: elements and data in it.
        comment: comments right before it.
    """

    name: str
    attributes: dict[str, str]
    begin: int
    inner: int = 0
    inner_end: int = 0
    end: int = 0
    children: list[Element | Data] = field(default_factory=list)
    comment: str = ""

    @property
    def local(self) -> str:
        """Its name without a prefix."""
        return self.name.rpartition(":")[2]

    def elements(self, name: str = "") -> Iterator[Element]:
        """Yield the elements right in it, of a local name or all."""
        for child in self.children:
            if isinstance(child, Element) and name in {"", child.local}:
                yield child

    def value(self) -> str:
        """Return all characters in it."""
        parts = []
        for child in self.children:
            if isinstance(child, Element):
                parts.append(child.value())
            elif child.kind in {"text", "cdata"}:
                parts.append(child.value)
        return "".join(parts)


class XmlFormat(TextFormat):
    """A kind of file that is XML."""

    def parsed(self, data: bytes, path: Path) -> Content:
        """Return the content of a file's bytes, in the encoding that it declares."""
        return decoded(data, path, encoding=xml_encoding(data))


MOST_TAGS = 1_000_000
"""Tags of a file: its tree is in memory, and takes about 300 bytes for each."""


def check_tags(count: int, path: Path) -> None:
    """Raise InputError for a file with too many tags to be in memory."""
    if count > MOST_TAGS:
        raise InputError(f"has {count:,} tags; a file may have {MOST_TAGS:,}. Split it", path=path)


def tree_of(text: str, path: Path, *, root: str = "", offset: int = 0) -> Element:
    """Return the root element of a text.

    Args:
        text: the XML.
        path: its file, for messages.
        root: the local name that the root must have; "" = any.
        offset: where the text begins in the content, which places count from.

    Raises:
        InputError: it has too many tags, is not well-formed XML, declares entities, has another
            root or is nested too deeply.
    """
    check_tags(text.count("<"), path)
    builder = _Builder(text, path, offset)
    found = builder.parse()
    if root and found.local != root:
        raise InputError(
            f"begins with <{found.name}> where <{root}> is expected", path=path, line=1
        )
    return found


class _Builder:
    """Builds the tree from the events of the parser."""

    def __init__(self, text: str, path: Path, offset: int) -> None:
        self._text, self._path, self._offset = text, path, offset
        self._bytes = text.encode("utf-8", "surrogatepass")
        self._at_byte, self._at_sign = 0, offset
        self._parser = expat.ParserCreate("utf-8")
        self._root = Element("", {}, 0)
        self._open: list[Element] = [self._root]
        self._last: Callable[[int], None] | None = None
        self._in_cdata = False

    def parse(self) -> Element:
        """Return the root element."""
        parser = self._parser
        parser.buffer_text = False
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.CommentHandler = self._comment
        parser.StartCdataSectionHandler = self._cdata
        parser.EndCdataSectionHandler = self._cdata_end
        parser.EntityDeclHandler = self._entity
        parser.SkippedEntityHandler = self._skipped
        parser.DefaultHandler = self._other
        try:
            parser.Parse(self._bytes, True)
        except expat.ExpatError as error:
            told = expat.errors.messages.get(error.code, str(error))
            raise InputError(f"is no well-formed XML ({told}); is it complete?", path=self._path,
                             line=error.lineno) from error  # fmt: skip
        self._close(self._offset + len(self._text))
        return next(self._root.elements())

    def _place(self) -> int:
        """Return the position of the reported event, and close what precedes it."""
        byte = self._parser.CurrentByteIndex
        if len(self._bytes) == len(self._text):
            place = byte + self._offset
        else:
            place = self._at_sign + len(
                self._bytes[self._at_byte : byte].decode("utf-8", "replace")
            )
            self._at_byte, self._at_sign = byte, place
        self._close(place)
        return place

    def _close(self, place: int) -> None:
        if self._last is not None:
            self._last(place)
            self._last = None

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        place = self._place()
        if len(self._open) > DEEPEST:
            raise InputError(f"nests elements more than {DEEPEST} times", path=self._path,
                             line=self._parser.CurrentLineNumber)  # fmt: skip
        element = Element(name, attributes, place)
        parent = self._open[-1]
        element.comment = _comment_before(parent)
        parent.children.append(element)
        self._open.append(element)

        def close(end: int) -> None:
            element.inner = element.inner_end = element.end = end

        self._last = close

    def _end(self, _: str) -> None:
        element = self._open.pop()
        place = self._place()
        element.inner_end = place
        if not element.inner:
            element.inner = place

        def close(end: int) -> None:
            element.end = end

        self._last = close

    def _add(self, kind: str, value: str) -> None:
        data = Data(kind, self._place(), value=value)
        self._open[-1].children.append(data)

        def close(end: int) -> None:
            data.end = end

        self._last = close

    def _characters(self, value: str) -> None:
        self._add("cdata" if self._in_cdata else "text", value)

    def _comment(self, value: str) -> None:
        self._add("comment", value)

    def _cdata(self) -> None:
        self._add("other", "<![CDATA[")
        self._in_cdata = True

    def _cdata_end(self) -> None:
        self._in_cdata = False
        self._add("other", "]]>")

    def _other(self, value: str) -> None:
        self._add("other", value)

    def _entity(self, *_: object) -> None:
        raise InputError(
            "declares entities in its DOCTYPE, which could hold files of this machine or grow"
            " without bound; write the text itself and remove the declarations",
            path=self._path,
            line=self._parser.CurrentLineNumber,
        )

    def _skipped(self, name: str, _: bool) -> None:
        raise InputError(f"the entity &{name}; is not expanded; write the character itself",
                         path=self._path, line=self._parser.CurrentLineNumber)  # fmt: skip


def _comment_before(parent: Element) -> str:
    """Return the comments at the end of what is in an element so far."""
    found: list[str] = []
    for child in reversed(parent.children):
        if isinstance(child, Element) or (child.kind != "comment" and child.value.strip()):
            break
        if child.kind == "comment":
            found.append(" ".join(child.value.split()))
    return "\n".join(reversed(found))


def inner_text(element: Element, content: str, add: Callable[[TextBuilder, Data], None]) -> Text:
    """Return what is in an element as one text, tags in it as they are written.

    `add` puts characters into the text.
    """
    builder = TextBuilder(content, element.inner)

    def walk(parent: Element) -> None:
        for child in parent.children:
            if isinstance(child, Element):
                builder.literal(child.begin, child.inner)
                walk(child)
                builder.literal(child.inner_end, child.end)
            elif child.kind in {"text", "cdata"}:
                add(builder, child)

    walk(element)
    return builder.build()


def plain(builder: TextBuilder, data: Data) -> None:
    """Add characters: as they are where the file has no escape for them."""
    if len(data.value) == data.end - data.begin:
        builder.literal(data.begin, data.end)
    else:
        builder.sign(data.value, data.begin, data.end)


def written(text: str) -> str:
    """Return words as they are between tags."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def as_data(text: str) -> str:
    """Return words as they are in a CDATA section; ValueError for what would end it."""
    if "]]>" in text:
        raise ValueError("a CDATA section cannot hold ]]>")
    return text


def has_cdata(element: Element) -> bool:
    """Return whether some characters right in an element are in a CDATA section."""
    return any(isinstance(child, Data) and child.kind == "cdata" for child in element.children)
