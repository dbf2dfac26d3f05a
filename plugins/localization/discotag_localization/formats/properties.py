r"""Java's properties: `key = value`, continued behind a backslash, with `\u` escapes.

The format: java.util.Properties, method load (Java SE API). UTF-8 since Java 9, else ISO-8859-1.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag_localization.content import Content, decoded
from discotag_localization.pieces import Text, TextBuilder, spliced
from discotag_localization.units import Scan, Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from discotag.plugin.files import Notes

LINE = re.compile(
    r"""
      [ \t\f]* (?P<comment>[#!][^\r\n]*)
    | [ \t\f]* (?P<key>(?:\\(?:\r\n|.)|[^\\\s:=])+) (?:[ \t\f]*[:=])? [ \t\f]*
      (?P<value>(?:\\(?:\r\n|.)|[^\\\r\n])*)
    """,
    re.VERBOSE | re.DOTALL,
)
ESCAPE = re.compile(
    r"\\u[0-9a-fA-F]{4}(?:\\u[0-9a-fA-F]{4})?|\\(?:\r\n|[\r\n])[ \t\f]*|\\.", re.DOTALL
)
NAMED = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
LATIN = "iso-8859-1"


class Properties:
    """Lines of keys and values."""

    def parsed(self, data: bytes, path: Path) -> Content:
        """Return the content of a file's bytes, read as ISO-8859-1 if it is not UTF-8."""
        return decoded(data, path, fallback=LATIN)

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units."""
        if content.encoding == LATIN:
            notes.tell(
                "is not UTF-8; it is read as ISO-8859-1, as Java did before 9",
                kind="encoding",
                path=content.path,
                line=None,
            )
        escaped = "\\u" in content.text and content.text.isascii()
        return Scan(list(_units(content, _ascii if escaped or content.encoding == LATIN else _utf)))

    def saved(self, content: Content, changes: Sequence[tuple[int, int, str]]) -> bytes:
        """Return the file's bytes with stretches of its content replaced."""
        return content.encoded(spliced(content.text, changes))


def create(options: object) -> Properties:  # noqa: ARG001 - as all formats
    """Build the format."""
    return Properties()


def _units(content: Content, escape: Callable[[str], str]) -> Iterator[Unit]:
    text, place = content.text, 0
    comments: list[str] = []
    while place < len(text):
        found = LINE.match(text, place)
        if found is None or found.end() == place:  # a blank line, or what nothing begins with
            if text[place] in "\r\n":
                is_blank = (
                    place and text[place - 1] in "\r\n" and text[place - 1 : place + 1] != "\r\n"
                )
                comments = [] if is_blank else comments
            place += 1
            continue
        place = found.end()
        if found["comment"] is not None:
            comments.append(found["comment"].lstrip("#! \t"))
            continue
        key = _text(text, *found.span("key")).text
        yield Unit(key, _text(text, *found.span("value")), escape, "\n".join(comments))
        comments = []


def _text(content: str, begin: int, end: int) -> Text:
    builder = TextBuilder(content, begin)
    place = begin
    for found in ESCAPE.finditer(content, begin, end):
        builder.literal(place, found.start())
        place = found.end()
        sign = found[0]
        if sign[1] == "u" and len(sign) > 2:
            place = _unicode(builder, found)
        elif sign[1] not in "\r\n":
            builder.sign(NAMED.get(sign[1], sign[1]), found.start(), found.end())
    builder.literal(place, end)
    return builder.build()


def _unicode(builder: TextBuilder, found: re.Match[str]) -> int:
    r"""Add what one or two `\u` escapes stand for."""
    begin, codes = found.start(), [int(code, 16) for code in found[0].split("\\u")[1:]]
    if len(codes) == 2 and 0xD800 <= codes[0] < 0xDC00 <= codes[1] < 0xE000:
        sign = chr(0x10000 + ((codes[0] - 0xD800) << 10) + codes[1] - 0xDC00)
        builder.sign(sign, begin, begin + 12)
        return begin + 12
    for number, code in enumerate(codes):
        builder.sign(chr(code), begin + 6 * number, begin + 6 * number + 6)
    return begin + 6 * len(codes)


def _utf(text: str) -> str:
    return text.replace("\\", "\\\\")


def _ascii(text: str) -> str:
    signs = _utf(text).encode("utf-16-be")
    codes = [int.from_bytes(signs[place : place + 2], "big") for place in range(0, len(signs), 2)]
    return "".join(chr(code) if code < 0x80 else f"\\u{code:04X}" for code in codes)
