"""HTML, paragraph by paragraph: each block of text is a unit, inline markup stays in it.

Python's own parser reads pages as they are found, well-formed or not. Scripts, styles, `pre` and
what is under `translate="no"` are left out. Attributes that people read are units as well,
after all paragraphs.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import InputError
from discotag_localization.texts import Content, Lines, Text, TextBuilder, decoded
from discotag_localization.units import ASIDE, Scan, Syntax, TextFormat, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag.plugin.files import Notes

BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "button", "caption", "center",
        "dd", "details", "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure",
        "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html",
        "label", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p",
        "search", "section", "select", "summary", "table", "tbody", "td", "tfoot", "th",
        "thead", "title", "tr", "ul"
    }
)  # fmt: skip
"""Elements whose text is not a part of the text around them."""
SKIPPED = frozenset(
    {
        "audio", "canvas", "iframe", "math", "noscript", "object", "pre", "script", "style",
        "svg", "template", "textarea", "video"
    }
)  # fmt: skip
EMPTY = frozenset(
    {
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr"
    }
)  # fmt: skip
ATTRIBUTES = frozenset({"alt", "title", "placeholder", "aria-label"})
"""Attributes whose value people see or hear."""
ATTRIBUTE = re.compile(
    r"""(?<=[\s"'/])([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))"""
)
UNQUOTED = 4
"""The group of `ATTRIBUTE` that is a value without quotes."""
BARE = re.compile(r"[\s=`]")
REFERENCE = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|\w+);")
CHARSET = re.compile(rb"<meta[^>]*?charset\s*=\s*[\"']?([\w.-]+)", re.IGNORECASE)
HEAD = 2**12
MOST_STEPS = 20_000_000
"""Characters that the parser may read again and again: about a second."""
SPACE = re.compile(r"\s\s+|[\t\r\n\f\v]")
WORD = re.compile(r"[^\W\d_]")


class _Event(NamedTuple):
    """What the parser met, and where."""

    kind: str
    begin: int
    name: str = ""
    attributes: tuple[tuple[str, str | None], ...] = ()


class _Events(HTMLParser):
    """Keeps what is met."""

    def __init__(self, lines: Lines) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[_Event] = []
        self._lines = lines

    def _add(
        self, kind: str, name: str = "", attributes: list[tuple[str, str | None]] | None = None
    ) -> None:
        line, column = self.getpos()
        place = self._lines.start(line) + column
        self.found.append(_Event(kind, place, name, tuple(attributes or ())))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add("start", tag, attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._add("empty", tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self._add("end", tag)

    def handle_data(self, data: str) -> None:
        self._add("data", data)

    def handle_entityref(self, name: str) -> None:
        self._add("entity", name)

    def handle_charref(self, name: str) -> None:
        self._add("entity", name)

    def handle_comment(self, data: str) -> None:
        self._add("comment", data)

    def handle_decl(self, decl: str) -> None:
        self._add("other", decl)

    def handle_pi(self, data: str) -> None:
        self._add("other", data)

    def unknown_decl(self, data: str) -> None:
        self._add("other", data)


class Html(TextFormat):
    """Pages."""

    def parsed(self, data: bytes, path: Path) -> Content:
        """Return the content of a file's bytes, in the encoding that it names."""
        found = CHARSET.search(data[:HEAD])
        name = found[1].decode("ascii").casefold() if found else ""
        return decoded(data, path, encoding="" if name in {"utf-8", "utf8"} else name)

    def scan(self, content: Content, notes: Notes) -> Scan:  # noqa: ARG002 - as all formats
        """Find the units; any text is a page."""
        _check_open_tags(content)
        lines = Lines(content.text)
        events = _Events(lines)
        events.feed(content.text)
        events.close()
        walk = _Walk(content.text)
        units = [*walk.units(events.found)]
        return Scan(units, language=walk.language)


def _check_open_tags(content: Content) -> None:
    """Raise InputError where tags are not closed: the parser searches for the end of each."""
    steps = sum(part.count("<") * len(part) for part in content.text.split(">"))
    if steps > MOST_STEPS:
        raise InputError(
            "has too many < without a >; write a < that begins no tag as &lt;", path=content.path
        )


@dataclass
class _Open:
    """A block that is open."""

    name: str
    id: str = ""


class _Walk:
    """Gathers paragraphs from events."""

    def __init__(self, content: str) -> None:
        self._content = content
        self.language = ""
        self._blocks: list[_Open] = []
        self._skipped: list[str] = []
        self._pieces: list[tuple[_Event, int]] = []
        self._comment = ""
        self._number = 0
        self._attributes: list[Unit] = []
        self._is_inline = False

    def units(self, events: list[_Event]) -> Iterator[Unit]:
        """Yield the units in order."""
        ends = [event.begin for event in events[1:]] + [len(self._content)]
        for event, end in zip(events, ends, strict=True):
            if self._skipped:
                self._skip(event)
                if not self._skipped and self._pieces and self._is_inline:
                    self._pieces[-1] = (self._pieces[-1][0], end)
                continue
            if event.kind in {"start", "empty"}:
                self._read_attributes(event, end)
            if event.kind in {"start", "empty"} and self._begins_skipped(event):
                self._is_inline = event.name not in BLOCKS | SKIPPED or event.name == "script"
                if self._is_inline:
                    self._pieces.append((event, end))
                else:
                    yield from self._closed()
                continue
            if event.kind in {"start", "empty", "end"} and event.name in BLOCKS:
                yield from self._closed()
                self._turn(event)
            elif event.kind == "comment":
                self._comment = "\n".join(filter(None, (self._comment, event.name.strip())))
            elif event.kind != "other":
                self._pieces.append((event, end))
        yield from self._closed()
        yield from self._attributes

    def _skip(self, event: _Event) -> None:
        if event.kind == "start" and event.name not in EMPTY:
            self._skipped.append(event.name)
        elif event.kind == "end" and event.name in self._skipped:
            while self._skipped.pop() != event.name:
                pass

    def _begins_skipped(self, event: _Event) -> bool:
        """Note an element whose content is not a text to translate."""
        attributes = dict(event.attributes)
        if event.name == "html" and attributes.get("lang"):
            self.language = str(attributes["lang"])
        is_kept = (
            attributes.get("translate") == "no"
            or "notranslate" in (attributes.get("class") or "").split()
        )
        if event.kind != "start" or event.name in EMPTY or not (is_kept or event.name in SKIPPED):
            return False
        self._skipped.append(event.name)
        return True

    def _read_attributes(self, event: _Event, end: int) -> None:
        """Keep the attributes of an element that people read."""
        own = dict(event.attributes)
        if own.get("translate") == "no" or not ATTRIBUTES & own.keys():
            return
        for found in ATTRIBUTE.finditer(self._content, event.begin + len(event.name), end):
            name = found[1].casefold()
            number = found.lastindex or 1
            if name not in ATTRIBUTES or not WORD.search(found[number]):
                continue
            place = f"#{own['id']}" if own.get("id") else f"[{len(self._attributes) + 1}]"
            kind = f"{event.name}@{name}"
            told = f"{event.name}{place}@{name}"
            group = f"{told}\x04{len(self._attributes)}"
            text = self._value(*found.span(number))
            escape = _bare if number == UNQUOTED else html.escape
            unit = Unit(told, text, escape, self._comment, group, kind=kind, document=ASIDE)
            self._attributes.append(replace(unit, syntax=Syntax.MARKUP))

    def _value(self, begin: int, end: int) -> Text:
        """Return what is between quotes."""
        builder = TextBuilder(self._content, begin)
        place = begin
        for found in REFERENCE.finditer(self._content, begin, end):
            builder.literal(place, found.start())
            builder.sign(html.unescape(found[0]), found.start(), found.end())
            place = found.end()
        builder.literal(place, end)
        return builder.build().stripped()

    def _turn(self, event: _Event) -> None:
        """Open or close a block."""
        if event.kind == "start" and event.name not in EMPTY:
            self._blocks.append(_Open(event.name, dict(event.attributes).get("id") or ""))
        elif event.kind == "end":
            names = [block.name for block in self._blocks]
            if event.name in names:
                del self._blocks[len(names) - 1 - names[::-1].index(event.name) :]

    def _closed(self) -> Iterator[Unit]:
        """Yield the paragraph that ends here, if it holds a word."""
        pieces, self._pieces = self._pieces, []
        while pieces and not _is_text(pieces[0][0]):
            pieces.pop(0)
        while pieces and not _is_text(pieces[-1][0]):
            pieces.pop()
        text = self._text(pieces)
        if not WORD.search(re.sub(r"<[^<>]*>", "", text.text)):
            return
        self._number += 1
        block = self._blocks[-1] if self._blocks else _Open("text")
        name = f"{block.name}#{block.id}" if block.id else f"{block.name}[{self._number}]"
        yield Unit(name, text, _written, self._comment, f"{name}\x04{self._number}",
                   kind=block.name, syntax=Syntax.MARKUP)  # fmt: skip
        self._comment = ""

    def _text(self, pieces: list[tuple[_Event, int]]) -> Text:
        builder = TextBuilder(self._content, pieces[0][0].begin if pieces else 0)
        for event, end in pieces:
            if event.kind == "entity":
                builder.sign(html.unescape(self._content[event.begin : end]), event.begin, end)
                continue
            place = event.begin
            for found in SPACE.finditer(self._content, event.begin, end):
                builder.literal(place, found.start())
                builder.sign(" ", found.start(), found.end())
                place = found.end()
            builder.literal(place, end)
        return builder.build().stripped()


def _is_text(event: _Event) -> bool:
    return event.kind == "entity" or (event.kind == "data" and bool(event.name.strip()))


def _written(text: str) -> str:
    return html.escape(text, quote=False)


def _bare(text: str) -> str:
    """Return words as they are in a value without quotes."""
    return BARE.sub(lambda found: f"&#{ord(found[0])};", html.escape(text))
