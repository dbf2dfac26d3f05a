"""XML read as a stream, without entities or fetching; texts replaced with every other byte kept."""

from __future__ import annotations

import re
import zlib
from dataclasses import replace
from gzip import GzipFile
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import escape

from lxml import etree

from discotag.core.errors import InputError
from discotag.files.text import opened

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.interfaces import TextEdit


class Splice(NamedTuple):
    """Bytes that take the place of others: from `start` to `end`, 0-based and half-open."""

    start: int
    end: int
    data: bytes


def spliced(data: bytes, splices: Iterable[Splice]) -> bytes:
    """Return bytes with the splices made; ValueError where two overlap or one is out of range."""
    pieces: list[bytes] = []
    done = 0
    for splice in sorted(splices):
        if not done <= splice.start <= splice.end <= len(data):
            raise ValueError(f"the edits of bytes {splice.start}-{splice.end} overlap")
        pieces += [data[done : splice.start], splice.data]
        done = splice.end
    return b"".join([*pieces, data[done:]])


def plain_bytes(path: Path) -> bytes:
    """Return a file's bytes, to be edited.

    Raises:
        ValueError: it is not a regular file, which may have no end, or it is compressed, so that
            its bytes could not stay as they are.
        InputError: it cannot be opened.
    """
    if path.exists() and not path.is_file():
        raise ValueError("only regular files are edited")
    with opened(path) as stream:
        data = stream.read()
    if isinstance(stream, GzipFile):
        raise ValueError("compressed files are not edited; unpack it first")
    return data


def elements(
    path: Path, names: Collection[str], *, roots: Collection[str]
) -> Iterator[tuple[str, etree._Element]]:
    """Yield (local name, element) where an element of these names ends; freed with the next step.

    Args:
        path: the file, plain or gzip; `-` is standard input.
        names: local names, whatever the namespace.
        roots: the local names that the root may have.

    Raises:
        InputError: the file cannot be read, is not well-formed XML, has another root or declares
            entities.
    """
    with opened(path) as stream:
        events = etree.iterparse(
            stream,
            events=("start", "end"),
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
            collect_ids=False,
        )
        try:
            _, root = next(events)
            _check_root(root, path, roots)
            for event, element in events:
                name = local_name(element)
                if event == "end" and name in names:
                    yield name, element
                    _free(element)
        except etree.XMLSyntaxError as error:
            raise InputError(
                f"is no well-formed XML ({error.msg}); is it complete, and in the encoding that it"
                " names?",
                path=path,
                line=error.lineno or None,
            ) from error
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(
                f"cannot be read to its end ({error}); is the file complete?", path=path
            ) from error


def local_name(element: etree._Element) -> str:
    """Return an element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def line_of(element: etree._Element) -> int:
    """Return the 1-based line where an element begins; 0 where it is not known."""
    return element.sourceline or 0


def attribute(element: etree._Element, *names: str) -> str | None:
    """Return the first of these attributes that is there, whatever its namespace."""
    for wanted in names:
        for name, value in element.attrib.items():
            if str(name).rpartition("}")[2] == wanted:
                return str(value).strip()
    return None


def text_of(element: etree._Element, path: Path, *, without: Collection[str] = ()) -> str:
    """Return an element's text on one line.

    A line end with the white space around it is a space, since it lays out the file.

    Args:
        element: the element.
        path: its file, for messages.
        without: local names of elements whose content is not text.

    Raises:
        InputError: it refers to an entity.
    """
    text = "".join(_texts(element, path, without))
    return _on_one_line(text) if "\n" in text else text


def _on_one_line(text: str) -> str:
    """Return a text with a space for each line end and the white space around it."""
    first, *others = text.split("\n")
    lines = [first, *(line for other in others if (line := other.lstrip()))]
    return " ".join(line.removesuffix("\r").rstrip(" \t") for line in lines).strip()


def _texts(element: etree._Element, path: Path, without: Collection[str]) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if isinstance(child, etree._Entity):
            raise InputError(
                f"the entity {child.text} is not expanded; write the character itself",
                path=path,
                line=line_of(child) or line_of(element),
            )
        if local_name(child) not in without:
            yield from _texts(child, path, without)
        yield child.tail or ""


def _check_root(root: etree._Element, path: Path, roots: Collection[str]) -> None:
    dtd = root.getroottree().docinfo.internalDTD
    if dtd is not None and dtd.entities():
        raise InputError(
            "declares entities in its DOCTYPE, which could hold files of this machine or grow"
            " without bound; write the text itself and remove the declarations",
            path=path,
        )
    if local_name(root) not in roots:
        wanted = " or ".join(f"<{name}>" for name in sorted(roots))
        raise InputError(
            f"begins with <{local_name(root)}> where {wanted} is expected; choose another --reader",
            path=path,
            line=line_of(root),
        )


def _free(element: etree._Element) -> None:
    """Let go of an element and of all that was closed before it on its level."""
    parent = element.getparent()
    element.clear()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


UTF_8 = frozenset({"", "utf-8", "utf8", "us-ascii", "ascii"})
TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")
REFERENCE = re.compile(rb"&[^;<&\s]{1,40};")


class Character(NamedTuple):
    """A character of a text, and the bytes that represent it: 0-based, half-open.

    Args:
        sign: the character.
        start: its first byte.
        end: the byte after its last one.
        is_raw: whether it is in a CDATA section, where nothing is escaped.
    """

    sign: str
    start: int
    end: int
    is_raw: bool


class Tag(NamedTuple):
    """An element that is open.

    Args:
        name: its name without a prefix.
        attributes: their names without a prefix → values.
        line: 1-based line where its start tag ends, as lxml counts.
    """

    name: str
    attributes: dict[str, str]
    line: int


class Content(NamedTuple):
    """The text of one element.

    Args:
        tags: the elements that it is in, from the root to itself.
        characters: its characters in order, inline elements' too, where they are text.
    """

    tags: tuple[Tag, ...]
    characters: tuple[Character, ...]


def contents(
    data: bytes, is_wanted: Callable[[Sequence[Tag]], bool], *, without: Collection[str] = ()
) -> list[Content]:
    """Return the texts of elements, in the order in which they end.

    Args:
        data: the file, in UTF-8.
        is_wanted: whether an element's text is wanted; it is given the open elements from the root
            to it. The content of a wanted element is not asked about.
        without: local names of inline elements whose content is not text.

    Raises:
        ValueError: it is not well-formed XML, is in another encoding or declares entities.
    """
    return _Scanner(data, is_wanted, frozenset(without)).scan()


def splice_of(characters: Sequence[Character], edit: TextEdit) -> Splice:
    """Return the bytes to write for an edit of a text; only what differs is replaced.

    Raises:
        ValueError: there is markup between the words, or the text is empty.
    """
    start, end, replacement = trimmed(edit)
    if not characters:
        raise ValueError("there is no text to edit")
    if start == end:
        near = characters[start - 1] if start else characters[0]
        place = near.end if start else near.start
        return Splice(place, place, _written(replacement, is_raw=near.is_raw))
    old = characters[start:end]
    joined = pairwise(old)
    if any(one.end != other.start or one.is_raw != other.is_raw for one, other in joined):
        raise ValueError(f"markup stands within {edit.replaced!r}")
    return Splice(old[0].start, old[-1].end, _written(replacement, is_raw=old[0].is_raw))


def splices_of(characters: Sequence[Character], edit: TextEdit) -> list[Splice]:
    """Return the bytes to write for an edit, as `splice_of`; markup between letters may stay.

    It does where the words keep their length, as with other capitals.
    """
    old, new = edit.replaced, edit.replacement
    if len(old) != len(new):
        return [splice_of(characters, edit)]
    return [
        splice_of(characters, replace(edit, start=place, end=place + 1, replacement=new[at]))
        for at, place in enumerate(range(edit.start, edit.end))
        if old[at] != new[at]
    ]


def trimmed(edit: TextEdit) -> tuple[int, int, str]:
    """Return start, end and replacement of an edit without what stays the same at its ends."""
    old, new = edit.replaced, edit.replacement
    most = min(len(old), len(new))
    head = next((place for place in range(most) if old[place] != new[place]), most)
    most -= head
    tail = next((place for place in range(most) if old[-1 - place] != new[-1 - place]), most)
    return edit.start + head, edit.end - tail, new[head : len(new) - tail]


def _written(text: str, *, is_raw: bool) -> bytes:
    if is_raw and "]]>" in text:
        raise ValueError("]]> cannot stand in a CDATA section")
    return (text if is_raw else escape(text)).encode()


class _Scanner:
    """Goes through a file once, with expat, which reports its position."""

    def __init__(
        self, data: bytes, is_wanted: Callable[[Sequence[Tag]], bool], without: frozenset[str]
    ) -> None:
        self._data, self._is_wanted, self._without = data, is_wanted, without
        self._open: list[Tag] = []
        self._depth = 0
        self._hidden = 0
        self._is_raw = False
        self._characters: list[Character] = []
        self._found: list[Content] = []
        self._parser = parser = expat.ParserCreate()
        parser.buffer_text = False
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartCdataSectionHandler = lambda: self._set_raw(is_raw=True)
        parser.EndCdataSectionHandler = lambda: self._set_raw(is_raw=False)
        parser.XmlDeclHandler = self._declared
        parser.EntityDeclHandler = self._refused

    def scan(self) -> list[Content]:
        try:
            self._data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ValueError("only files in UTF-8 can be edited") from error
        try:
            self._parser.Parse(self._data, True)
        except expat.ExpatError as error:
            raise ValueError(f"is no well-formed XML ({error})") from error
        return self._found

    def _declared(self, version: str, encoding: str | None, standalone: int) -> None:  # noqa: ARG002
        if (encoding or "").lower() not in UTF_8:
            raise ValueError(f"only files in UTF-8 can be edited; this one is in {encoding}")

    def _refused(self, *_: object) -> None:
        raise ValueError("it declares entities")

    def _set_raw(self, *, is_raw: bool) -> None:
        self._is_raw = is_raw

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = TAG.match(self._data, self._parser.CurrentByteIndex)
        line = self._parser.CurrentLineNumber + (tag[0].count(b"\n") if tag else 0)
        own = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        self._open.append(Tag(name.rpartition(":")[2], own, line))
        if self._depth:
            if self._hidden or self._open[-1].name in self._without:
                self._hidden += 1
        elif self._is_wanted(self._open):
            self._depth, self._characters = len(self._open), []

    def _end(self, name: str) -> None:  # noqa: ARG002 - expat's
        if self._depth == len(self._open):
            self._found.append(Content(tuple(self._open), tuple(self._characters)))
            self._depth = 0
        self._hidden -= self._hidden > 0
        self._open.pop()

    def _text(self, text: str) -> None:
        if not self._depth or self._hidden:
            return
        place = self._parser.CurrentByteIndex
        for sign in text:
            end = self._behind(place, sign)
            self._characters.append(Character(sign, place, end, self._is_raw))
            place = end

    def _behind(self, place: int, sign: str) -> int:
        """Return the byte after a character that begins at a byte."""
        if sign == "\n" and self._data.startswith(b"\r\n", place):
            return place + 2
        if sign == "\n" and self._data.startswith(b"\r", place):
            return place + 1
        if not self._is_raw and (reference := REFERENCE.match(self._data, place)):
            return reference.end()
        return place + len(sign.encode())
