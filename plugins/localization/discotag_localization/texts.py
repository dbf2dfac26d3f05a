"""A file's content as text and back, and the texts in it, each character of which has its place.

A text is what people read: escapes are resolved, and a line end is a space. What the file holds
between its characters (quotes, continued lines, markup of layout) is passed over and never written.
The bytes that no edit touches stay the same.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import InputError, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path


MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks and what they say."""
XML_ENCODING = re.compile(rb"<\?xml[^>]*?\bencoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")


class Part(NamedTuple):
    """A file in another: its name, and where it is in the content (half-open)."""

    name: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Content:
    """A file as text.

    Args:
        path: the file.
        text: its content, without a byte order mark.
        encoding: how it is encoded.
        mark: the byte order mark it begins with, or nothing.
        packed: of a file that holds others (DOCX) all its bytes.
        parts: those that the content is made of.
    """

    path: Path
    text: str
    encoding: str = "utf-8"
    mark: bytes = b""
    packed: bytes = b""
    parts: tuple[Part, ...] = ()

    def encoded(self, text: str) -> bytes:
        """Return another text as bytes of the same kind; ValueError if a character has none."""
        return self.mark + text.encode(self.encoding)


def decoded(data: bytes, path: Path, *, encoding: str = "", fallback: str = "") -> Content:
    """Decode a file: by its byte order mark, else as it says, else as UTF-8.

    Args:
        data: its bytes.
        path: the file, for messages.
        encoding: what the file says of itself.
        fallback: what is tried where it is not UTF-8 and declares no encoding.

    Raises:
        InputError: it is in none of these; names line and byte.
    """
    for mark, name in MARKS:
        if data.startswith(mark):
            return Content(path, _text(data[len(mark) :], path, name), name, mark)
    if encoding:
        return Content(path, _text(data, path, _known(encoding, path)), encoding)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        name = fallback or "utf-8"
        return Content(path, _text(data, path, name), name)
    if text.count("\0") > len(text) / 10:
        raise InputError(
            "looks like UTF-16 without a mark; convert it: iconv -f UTF-16LE (or UTF-16BE) -t"
            " UTF-8",
            path=path,
        )
    return Content(path, text)


def xml_encoding(data: bytes) -> str:
    """Return the encoding that an XML declaration names, or nothing; UTF-8 is nothing, too."""
    found = XML_ENCODING.match(data)
    name = found[1].decode("ascii").casefold() if found else ""
    return "" if name in {"utf-8", "utf8", "utf-16"} else name


def _known(encoding: str, path: Path) -> str:
    try:
        return codecs.lookup(encoding).name
    except LookupError as error:
        raise InputError(f"says that its encoding is {encoding!r}, which is unknown; convert it to"
                         " UTF-8", path=path, line=1) from error  # fmt: skip


def _text(data: bytes, path: Path, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"byte {error.start} (0x{data[error.start]:02x}) is not {encoding.upper()}; convert the"
            " file: iconv -f ISO-8859-1 (or what its encoding is) -t UTF-8",
            path=path,
            line=line,
        ) from error


BREAK = re.compile("\r\n|[\n\r\t\v\f\x1c-\x1e\x85\u2028\u2029]")
"""What is a space in a text."""


class Run(NamedTuple):
    """Characters of a text that are together in the file.

    Args:
        start: 0-based offset of the first in the text.
        size: how many characters of the text.
        raw: 0-based offset in the file's content.
        raw_size: how many characters there; equal sizes mean equal characters, one by one.
    """

    start: int
    size: int
    raw: int
    raw_size: int

    @property
    def raw_end(self) -> int:
        """The offset after the last character in the file."""
        return self.raw + self.raw_size


@dataclass(frozen=True, slots=True)
class Text:
    """A text and where it is.

    Args:
        text: the characters.
        runs: where they are, in order.
        begin: where the text is in the file, for one without characters.
    """

    text: str
    runs: tuple[Run, ...]
    begin: int

    def sliced(self, begin: int, end: int) -> Text:
        """Return a stretch of it (half-open, 0-based)."""
        runs = []
        for run in self.runs:
            first, last = max(run.start, begin), min(run.start + run.size, end)
            if first >= last:
                continue
            if run.size == run.raw_size:
                runs.append(Run(first - begin, last - first, run.raw + first - run.start,
                                last - first))  # fmt: skip
            else:
                runs.append(Run(first - begin, last - first, run.raw, run.raw_size))
        return Text(self.text[begin:end], tuple(runs), runs[0].raw if runs else self.begin)

    def stripped(self) -> Text:
        """Return it without white space at both ends."""
        left = len(self.text) - len(self.text.lstrip())
        return self.sliced(left, max(left, len(self.text.rstrip())))

    def collapsed(self) -> Text:
        """Return it with one space for several, and none at both ends."""
        text = self.stripped()
        if "  " not in text.text:
            return text
        parts, place = [], 0
        for found in re.finditer("  +", text.text):
            parts += [text.sliced(place, found.start()), text._one_space(*found.span())]
            place = found.end()
        return joined([*parts, text.sliced(place, len(text.text))])

    def _one_space(self, begin: int, end: int) -> Text:
        """Return a stretch of spaces as one; if markup is in it, as the first of them."""
        spans = self.raw_spans(begin, end)
        if len(spans) > 1:
            return self.sliced(begin, begin + 1)
        ((raw, raw_end),) = spans
        return Text(" ", (Run(0, 1, raw, raw_end - raw),), raw)

    def raw_spans(self, begin: int, end: int) -> list[tuple[int, int]]:
        """Return which parts of the content (half-open) hold some characters, in order.

        An empty stretch gives the empty part where characters would be inserted.

        Raises:
            ValueError: the stretch cuts what the file writes as one.
        """
        if begin == end:
            return [self._point(begin)]
        spans: list[tuple[int, int]] = []
        for run in self.runs:
            first, last = max(run.start, begin), min(run.start + run.size, end)
            if first >= last:
                continue
            if run.size == run.raw_size:
                span = (run.raw + first - run.start, run.raw + last - run.start)
            elif last - first == run.size:
                span = (run.raw, run.raw_end)
            else:
                raise ValueError("it cuts through what the file writes as one")
            if spans and spans[-1][1] == span[0]:
                spans[-1] = (spans[-1][0], span[1])
            else:
                spans.append(span)
        return spans

    def _point(self, place: int) -> tuple[int, int]:
        for run in self.runs:
            if run.start <= place < run.start + run.size:
                inner = place - run.start
                if inner and run.size != run.raw_size:
                    raise ValueError("it cuts through what the file writes as one")
                return run.raw + inner, run.raw + inner
        last = self.runs[-1].raw_end if self.runs else self.begin
        return last, last


def joined(texts: Iterable[Text]) -> Text:
    """Return texts one after the other as one."""
    found = list(texts)
    parts: list[str] = []
    runs: list[Run] = []
    size = 0
    for text in found:
        parts.append(text.text)
        runs += [run._replace(start=run.start + size) for run in text.runs]
        size += len(text.text)
    return Text("".join(parts), tuple(runs), found[0].begin if found else 0)


class TextBuilder:
    """Builds a text from stretches of a content.

    Args:
        content: the file's content.
        begin: where the text begins in it.
    """

    def __init__(self, content: str, begin: int) -> None:
        self._content, self._begin = content, begin
        self._parts: list[str] = []
        self._runs: list[Run] = []
        self._size = 0
        self._is_open = False

    def literal(self, begin: int, end: int) -> None:
        """Add a stretch as it is; line ends and tabs become spaces."""
        for found in BREAK.finditer(self._content, begin, end):
            self._literal(begin, found.start())
            self.sign(" ", found.start(), found.end())
            begin = found.end()
        self._literal(begin, end)

    def sign(self, text: str, begin: int, end: int) -> None:
        """Add what a stretch represents; a line end or tab as a space."""
        if text:
            self._add(BREAK.sub(" ", text), begin, end - begin)
            self._is_open = False

    def _literal(self, begin: int, end: int) -> None:
        if begin == end:
            return
        last = self._runs[-1] if self._is_open else None
        if last is not None and last.raw_end == begin:
            size = last.size + end - begin
            self._runs[-1] = last._replace(size=size, raw_size=size)
            self._parts.append(self._content[begin:end])
            self._size += end - begin
        else:
            self._add(self._content[begin:end], begin, end - begin)
        self._is_open = True

    def _add(self, text: str, raw: int, raw_size: int) -> None:
        self._runs.append(Run(self._size, len(text), raw, raw_size))
        self._parts.append(text)
        self._size += len(text)

    def build(self) -> Text:
        """Return the text."""
        return Text("".join(self._parts), tuple(self._runs), self._begin)


def literal(content: str, begin: int, end: int) -> Text:
    """Return a stretch of a content as a text."""
    text = content[begin:end]
    if text.isprintable():  # no line end or tab in it
        return Text(text, (Run(0, end - begin, begin, end - begin),) if text else (), begin)
    builder = TextBuilder(content, begin)
    builder.literal(begin, end)
    return builder.build()


class Lines:
    """Finds line and column of places in a content; a line ends with LF or CRLF."""

    def __init__(self, content: str) -> None:
        self._ends = [found.start() for found in re.finditer("\n", content)]

    def at(self, offset: int) -> tuple[int, int]:
        """Return line and column, both 1-based, of a character."""
        before = bisect_left(self._ends, offset)
        return before + 1, offset - (self._ends[before - 1] if before else -1)

    def start(self, line: int) -> int:
        """Return where a line (1-based) begins."""
        return self._ends[line - 2] + 1 if line > 1 else 0

    def places(self, text: Text, name: str) -> tuple[Place, ...]:
        """Return where the parts of a text are, each called by a name."""
        if not text.runs:
            return (Place(0, *self.at(text.begin), name),)
        found: list[Place] = []
        for run in text.runs:
            line, column = self.at(run.raw)
            last = found[-1] if found else None
            if last is None or (line, column - run.start) != (last.line, last.column - last.start):
                found.append(Place(run.start, line, column, name))
        return tuple(found)


def spliced(content: str, changes: Sequence[tuple[int, int, str]]) -> str:
    """Return a content with stretches (half-open) replaced; ValueError if two overlap."""
    return "".join(_pieces(content, sorted(changes)))


def _pieces(content: str, changes: Sequence[tuple[int, int, str]]) -> Iterator[str]:
    last = 0
    for begin, end, new in changes:
        if begin < last:
            raise ValueError("two edits overlap")
        yield content[last:begin]
        yield new
        last = end
    yield content[last:]
