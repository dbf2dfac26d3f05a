"""Documents, paragraph by paragraph: Markdown and Word (DOCX)."""

from __future__ import annotations

import io
import re
import zipfile
from bisect import bisect_right
from typing import TYPE_CHECKING

from discotag.plugin import InputError, Place
from discotag_localization.formats.xml_tree import Data, check_tags, plain, tree_of, written
from discotag_localization.texts import (
    Content,
    Lines,
    Part,
    Text,
    TextBuilder,
    decoded,
    spliced,
    xml_encoding,
)
from discotag_localization.units import Scan, Syntax, TextFormat, Unit, unchanged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.plugin.files import Notes
    from discotag_localization.formats.xml_tree import Element


FRONT = re.compile(r"---[ \t]*\r?\n.*?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
WORD = re.compile(r"[^\W\d_]")


class Markdown(TextFormat):
    """Markdown (CommonMark, with tables): markdown-it finds the paragraphs.

    Code, HTML blocks and what precedes the text between `---` are left out.
    """

    def scan(self, content: Content, notes: Notes) -> Scan:  # noqa: ARG002 - as all formats
        """Find the units; any text is Markdown."""
        return Scan([*_markdown_units(content.text)])


def _markdown_units(content: str) -> Iterator[Unit]:
    from markdown_it import MarkdownIt

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
        found = _markdown_text(content, token.content, max(begin, cursor))
        if found is None:
            continue
        cursor = found.runs[-1].raw_end if found.runs else cursor
        if WORD.search(found.text):
            number += 1
            yield Unit(f"{opened}[{number}]", found, unchanged, kind=opened, syntax=Syntax.MARKDOWN)


def _markdown_text(content: str, inner: str, begin: int) -> Text | None:
    """Return a paragraph whose lines are somewhere after a place; None if they do not."""
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


PARTS = re.compile(r"word/(document|footnotes|endnotes|header\d*|footer\d*)\.xml")
ORDER = ("document", "footnotes", "endnotes", "header", "footer")
LARGEST = 2**26
"""Bytes of XML in all parts of a document, beyond which it is refused."""
SKIPPED = frozenset({"Fallback", "del", "instrText", "delText", "rPr", "pPr", "sectPr"})
SPACES = {"tab": " ", "br": " ", "cr": " ", "noBreakHyphen": "-"}


class Docx:
    """Documents of Word: the text, notes, headers and footers.

    The format: ECMA-376, Office Open XML, WordprocessingML. A document has no lines: a finding's
    line is the number of the paragraph.
    """

    def parsed(self, data: bytes, path: Path) -> Content:
        """Return the XML of a document, part after part; InputError if it is not valid."""
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                names = sorted(filter(PARTS.fullmatch, archive.namelist()), key=_rank)
                if "word/document.xml" not in names:
                    raise InputError("is no DOCX: it holds no word/document.xml", path=path)
                size = sum(archive.getinfo(name).file_size for name in names)
                if size > LARGEST:
                    raise InputError(
                        f"its text takes {size:,} bytes of XML; {LARGEST:,} are read. Split it",
                        path=path,
                    )
                texts = [(name, _xml(archive, name, path)) for name in names]
                check_tags(sum(text.count("<") for _, text in texts), path)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as error:
            raise InputError(
                f"is no DOCX, or an encrypted one ({error}); save it as DOCX without a password",
                path=path,
            ) from error
        parts, begin = [], 0
        for name, text in texts:
            parts.append(Part(name, begin, begin + len(text)))
            begin += len(text)
        return Content(path, "".join(text for _, text in texts), packed=data, parts=tuple(parts))

    def scan(self, content: Content, notes: Notes) -> Scan:  # noqa: ARG002 - as all formats
        """Find the units; InputError where a part is not XML."""
        units: list[Unit] = []
        for part in content.parts:
            text = content.text[part.begin : part.end]
            root = tree_of(text, content.path, offset=part.begin)
            prefix = "" if part.name == "word/document.xml" else _part(part.name) + "/"
            count = 0
            for paragraph in _paragraphs(root):
                found = _docx_text(paragraph, content.text)
                if not WORD.search(found.text):
                    continue
                count += 1
                kind = f"{_part(part.name)} {_style(paragraph)}"
                name = f"{prefix}p[{count}]"
                units.append(Unit(name, found, written, kind=kind, syntax=Syntax.MARKUP))
        return Scan(units, lines=Paragraphs([unit.text.begin for unit in units]))

    def saved(self, content: Content, changes: Sequence[tuple[int, int, str]]) -> bytes:
        """Return an archive with the parts changed; all other files in it are the same."""
        if not changes:
            return content.packed
        new = {}
        for part in content.parts:
            own = [
                (begin - part.begin, end - part.begin, text)
                for begin, end, text in changes
                if part.begin <= begin and end <= part.end
            ]
            if own:
                new[part.name] = spliced(content.text[part.begin : part.end], own).encode()
        written_to = io.BytesIO()
        with (
            zipfile.ZipFile(io.BytesIO(content.packed)) as old,
            zipfile.ZipFile(written_to, "w") as archive,
        ):
            archive.comment = old.comment
            for info in old.infolist():
                archive.writestr(info, new.get(info.filename, old.read(info)))
        return written_to.getvalue()


class Paragraphs(Lines):
    """Numbers paragraphs, in place of lines.

    Args:
        begins: where each begins in the content, in order.
    """

    def __init__(self, begins: Sequence[int]) -> None:
        super().__init__("")
        self._begins = begins

    def at(self, offset: int) -> tuple[int, int]:
        """Return the number of the paragraph, from 1, and 1."""
        return max(1, bisect_right(self._begins, offset)), 1

    def places(self, text: Text, name: str) -> tuple[Place, ...]:
        """Return where a paragraph is; columns count its characters."""
        return (Place(0, *self.at(text.begin), name),)


def _rank(name: str) -> tuple[int, str]:
    return ORDER.index(re.sub(r"\d+$", "", _part(name))), name


def _part(name: str) -> str:
    return name.removeprefix("word/").removesuffix(".xml")


def _xml(archive: zipfile.ZipFile, name: str, path: Path) -> str:
    with archive.open(name) as stream:
        data = stream.read(LARGEST)  # never more than the archive's list says
    return decoded(data, path, encoding=xml_encoding(data)).text


def _paragraphs(parent: Element) -> Iterator[Element]:
    """Yield all paragraphs in order; one that is in another comes after it."""
    for child in parent.elements():
        if child.local in SKIPPED:
            continue
        if child.local == "p":
            yield child
        yield from _paragraphs(child)


def _style(paragraph: Element) -> str:
    """Return the paragraph's style, such as `Heading1`."""
    for properties in paragraph.elements("pPr"):
        for style in properties.elements("pStyle"):
            return next(iter(style.attributes.values()), "")
    return ""


def _docx_text(paragraph: Element, content: str) -> Text:
    builder = TextBuilder(content, paragraph.inner)

    def walk(parent: Element) -> None:
        for child in parent.elements():
            if child.local == "t":
                for data in child.children:
                    if isinstance(data, Data) and data.kind in {"text", "cdata"}:
                        plain(builder, data)
            elif child.local in SPACES:
                builder.sign(SPACES[child.local], child.begin, child.end)
            elif child.local not in SKIPPED and child.local != "p":
                walk(child)

    walk(paragraph)
    return builder.build().stripped()
