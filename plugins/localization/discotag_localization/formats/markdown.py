"""Markdown (CommonMark, with tables), paragraph by paragraph: markdown-it finds the paragraphs.

Code, HTML blocks and what stands before the text between `---` are left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from discotag_localization.pieces import Lines, Text, TextBuilder
from discotag_localization.units import Scan, Syntax, TextFormat, Unit, unchanged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin.files import Notes
    from discotag_localization.content import Content

FRONT = re.compile(r"---[ \t]*\r?\n.*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
WORD = re.compile(r"[^\W\d_]")


class Markdown(TextFormat):
    """Texts in Markdown."""

    def scan(self, content: Content, notes: Notes) -> Scan:  # noqa: ARG002 - as all formats
        """Find the units; any text is Markdown."""
        return Scan([*_units(content.text)])


def create(options: object) -> Markdown:  # noqa: ARG001 - as all formats
    """Build the format."""
    return Markdown()


def _units(content: str) -> Iterator[Unit]:
    lines = Lines(content)
    front = FRONT.match(content)
    text = content
    if front is not None:
        text = "\n" * front[0].count("\n") + content[front.end() :]
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    cursor, number, opened = 0, 0, ""
    for token in tokens:
        if token.nesting == 1:
            opened = token.tag
        if token.type != "inline" or token.map is None or not token.content.strip():
            continue
        begin = lines.start(token.map[0] + 1)
        found = _text(content, token.content, max(begin, cursor))
        if found is None:
            continue
        cursor = found.runs[-1].raw_end if found.runs else cursor
        if WORD.search(found.text):
            number += 1
            yield Unit(f"{opened}[{number}]", found, unchanged, kind=opened, syntax=Syntax.MARKDOWN)


def _text(content: str, inner: str, begin: int) -> Text | None:
    """Return a paragraph whose lines stand somewhere behind a place; None if they do not."""
    builder = TextBuilder(content, begin)
    place, last = begin, -1
    for line in inner.split("\n"):
        bare = line.strip()
        if not bare:
            continue
        found = content.find(bare, place)
        if found < 0:
            return None
        if last >= 0:
            builder.sign(" ", last, found)
        builder.literal(found, found + len(bare))
        place = last = found + len(bare)
    return builder.build()
