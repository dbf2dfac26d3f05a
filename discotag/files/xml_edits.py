"""Where the characters of an XML file's texts stand, byte by byte, so that words can be replaced.

A reader that parses the file knows texts; this knows the bytes that they come from. Entities are
not expanded, as everywhere (`discotag.files.xml`).
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import escape

from discotag.files.splices import Splice

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from discotag.core.edits import TextEdit

UTF_8 = frozenset({"", "utf-8", "utf8", "us-ascii", "ascii"})
TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")
REFERENCE = re.compile(rb"&[^;<&\s]{1,40};")


class Character(NamedTuple):
    """A character of a text, and the bytes that stand for it: 0-based, half-open.

    Args:
        sign: the character.
        start: its first byte.
        end: the byte behind its last one.
        is_raw: whether it stands in a CDATA section, where nothing is escaped.
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
        tags: the elements that it stands in, from the root to itself.
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
            to it. What stands in a wanted element is not asked about.
        without: local names of inline elements whose content is no text.

    Raises:
        ValueError: it is no well-formed XML, is in another encoding or declares entities.
    """
    return _Scanner(data, is_wanted, frozenset(without)).scan()


def splice_of(characters: Sequence[Character], edit: TextEdit) -> Splice:
    """Return the bytes to write for an edit of a text; only what differs is replaced.

    Raises:
        ValueError: markup stands between the words, or the text is empty.
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
    """Goes through a file once, with expat, which tells where it is."""

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
        """Return the byte behind a character that begins at a byte."""
        if sign == "\n" and self._data.startswith(b"\r\n", place):
            return place + 2
        if sign == "\n" and self._data.startswith(b"\r", place):
            return place + 1
        if not self._is_raw and (reference := REFERENCE.match(self._data, place)):
            return reference.end()
        return place + len(sign.encode())
