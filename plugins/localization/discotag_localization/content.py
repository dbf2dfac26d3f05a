"""A file's content as text, and back: the bytes that no edit touches stay the same."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import InputError

if TYPE_CHECKING:
    from pathlib import Path

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks and what they say."""
XML_ENCODING = re.compile(rb"<\?xml[^>]*?\bencoding\s*=\s*[\"']([A-Za-z0-9._-]+)[\"']")


class Part(NamedTuple):
    """A file in another: its name, and where it stands in the content (half-open)."""

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
        fallback: what is tried where it is no UTF-8 and says nothing.

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
