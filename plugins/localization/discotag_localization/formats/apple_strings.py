r"""Apple's `.strings`: `"key" = "value";`, with comments before.

The format: Apple, Internationalization and Localization Guide, strings files (UTF-8 or UTF-16).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag.plugin import InputError
from discotag_localization.pieces import Lines, Text, TextBuilder
from discotag_localization.units import Scan, TextFormat, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin.files import Notes
    from discotag_localization.content import Content

BLANK = re.compile(r"\s+")
COMMENT = re.compile(r"/\*(?P<block>.*?)\*/|//(?P<line>[^\n]*)", re.DOTALL)
STRING = r'"((?:[^"\\]|\\.)*)"'
PAIR = re.compile(rf"(?:{STRING}|([\w./$:-]+))\s*=\s*{STRING}\s*;", re.DOTALL)
ESCAPE = re.compile(r"\\[uU][0-9a-fA-F]{4}|\\[0-7]{3}|\\.", re.DOTALL)
MOST = 100
"""Lines that are no pair, beyond which a file is none of this kind."""
NAMED = {"n": "\n", "t": "\t", "r": "\r"}


class Strings(TextFormat):
    """Pairs of quoted keys and values."""

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units; what is no pair is noted and passed over."""
        return Scan(list(_units(content, notes)))


def create(options: object) -> Strings:  # noqa: ARG001 - as all formats
    """Build the format."""
    return Strings()


def _units(content: Content, notes: Notes) -> Iterator[Unit]:
    text, place, faults = content.text, 0, 0
    comments: list[str] = []
    while place < len(text):
        if found := BLANK.match(text, place):
            place = found.end()
        elif found := COMMENT.match(text, place):
            comments.append(" ".join((found["block"] or found["line"] or "").split()))
            place = found.end()
        elif found := PAIR.match(text, place):
            key = _text(text, *found.span(1)).text if found[1] is not None else found[2]
            yield Unit(key, _text(text, *found.span(3)), _written, "\n".join(comments))
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


def _text(content: str, begin: int, end: int) -> Text:
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


def _written(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
