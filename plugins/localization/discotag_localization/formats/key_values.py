r"""Keys and values line by line: Apple's `.strings` and Java's properties.

`.strings` (`"key" = "value";`, with comments before): Apple, Internationalization and Localization
Guide, strings files (UTF-8 or UTF-16). Properties (`key = value`, continued after a backslash, with
`\u` escapes): java.util.Properties, method load (Java SE API); UTF-8 since Java 9, else ISO-8859-1.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag.plugin import InputError
from discotag_localization.texts import Content, Lines, Text, TextBuilder, decoded
from discotag_localization.units import Scan, TextFormat, Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from discotag.plugin.files import Notes


BLANK = re.compile(r"\s+")
COMMENT = re.compile(r"/\*(?P<block>.*?)\*/|//(?P<line>[^\n]*)", re.DOTALL)
STRING = r'"((?:[^"\\]|\\.)*)"'
PAIR = re.compile(rf"(?:{STRING}|([\w./$:-]+))\s*=\s*{STRING}\s*;", re.DOTALL)
ESCAPE = re.compile(r"\\[uU][0-9a-fA-F]{4}|\\[0-7]{3}|\\.", re.DOTALL)
MOST = 100
"""Lines that are not pairs, beyond which a file is not of this kind."""
NAMED = {"n": "\n", "t": "\t", "r": "\r"}


class Strings(TextFormat):
    """Pairs of quoted keys and values."""

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units; what is not a pair is noted and passed over."""
        return Scan(list(_strings(content, notes)))


def _strings(content: Content, notes: Notes) -> Iterator[Unit]:
    text, place, faults = content.text, 0, 0
    comments: list[str] = []
    while place < len(text):
        if found := BLANK.match(text, place):
            place = found.end()
        elif found := COMMENT.match(text, place):
            comments.append(" ".join((found["block"] or found["line"] or "").split()))
            place = found.end()
        elif found := PAIR.match(text, place):
            key = _quoted(text, *found.span(1)).text if found[1] is not None else found[2]
            yield Unit(key, _quoted(text, *found.span(3)), _escaped, "\n".join(comments))
            comments, place = [], found.end()
        else:
            faults += 1
            if faults > MOST:
                raise InputError(
                    f'holds more than {MOST} lines that are not "key" = "value";',
                    path=content.path,
                    line=Lines(text).at(place)[0],
                )
            notes.tell(
                'a line is not "key" = "value"; and is left out',
                kind="broken line",
                path=content.path,
                line=Lines(text).at(place)[0],
            )
            end = text.find("\n", place)
            comments, place = [], len(text) if end < 0 else end + 1


def _quoted(content: str, begin: int, end: int) -> Text:
    builder = TextBuilder(content, begin)
    place = begin
    for found in ESCAPE.finditer(content, begin, end):
        builder.literal(place, found.start())
        sign = found[0][1:]
        if len(sign) > 1:
            code = int(sign[1:], 16) if sign[0] in "uU" else int(sign, 8)
            builder.sign(chr(code), found.start(), found.end())
        else:
            builder.sign(NAMED.get(sign, sign), found.start(), found.end())
        place = found.end()
    builder.literal(place, end)
    return builder.build()


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


LINE = re.compile(
    r"""
      [ \t\f]* (?P<comment>[#!][^\r\n]*)
    | [ \t\f]* (?P<key>(?:\\(?:\r\n|.)|[^\\\s:=])+) (?:[ \t\f]*[:=])? [ \t\f]*
      (?P<value>(?:\\(?:\r\n|.)|[^\\\r\n])*)
    """,
    re.VERBOSE | re.DOTALL,
)
PROPERTY_ESCAPE = re.compile(
    r"\\u[0-9a-fA-F]{4}(?:\\u[0-9a-fA-F]{4})?|\\(?:\r\n|[\r\n])[ \t\f]*|\\.", re.DOTALL
)
PROPERTY_NAMED = {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}
LATIN = "iso-8859-1"


class Properties(TextFormat):
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
        is_ascii = "\\u" in content.text and content.text.isascii()
        escape = _ascii if is_ascii or content.encoding == LATIN else _utf
        return Scan(list(_properties(content, escape)))


def _properties(content: Content, escape: Callable[[str], str]) -> Iterator[Unit]:
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
        key = _property_text(text, *found.span("key")).text
        yield Unit(key, _property_text(text, *found.span("value")), escape, "\n".join(comments))
        comments = []


def _property_text(content: str, begin: int, end: int) -> Text:
    builder = TextBuilder(content, begin)
    place = begin
    for found in PROPERTY_ESCAPE.finditer(content, begin, end):
        builder.literal(place, found.start())
        place = found.end()
        sign = found[0]
        if sign[1] == "u" and len(sign) > 2:
            place = _unicode(builder, found)
        elif sign[1] not in "\r\n":
            builder.sign(PROPERTY_NAMED.get(sign[1], sign[1]), found.start(), found.end())
    builder.literal(place, end)
    return builder.build()


def _unicode(builder: TextBuilder, found: re.Match[str]) -> int:
    r"""Add the characters of one or two `\u` escapes."""
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
