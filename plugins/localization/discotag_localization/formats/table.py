"""Tables (CSV) with a column for each language, one for ids, and others.

The format: RFC 4180, with a comma, semicolon or tab between cells. The first row names the columns:
by what they hold (`id`, `source`, `target`, `note`, `state`, `document`) or by languages (`en`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from discotag.plugin import InputError, count_noun
from discotag_localization.texts import Lines, Text, TextBuilder
from discotag_localization.units import Scan, TextFormat, Unit, unchanged

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag.plugin.files import Notes
    from discotag_localization.texts import Content

NAMES = {
    "id": ("id", "key", "name", "unit", "identifier", "string_id", "location"),
    "source": ("source", "src", "original", "source_text", "source text"),
    "target": ("target", "tgt", "translation", "target_text", "target text"),
    "note": ("note", "notes", "comment", "comments", "description", "developer_comments"),
    "state": ("state", "status"),
    "document": ("document", "document_id", "docid", "file"),
}
"""What a column holds → what it may be called, the likeliest first."""
CODE = re.compile(r"[a-z]{2}(?:[-_][A-Za-z0-9]{2,8}){0,2}")
DELIMITERS = ",;\t"
LONGEST = 400_000
"""Characters of a cell; a segment may have a tenth of them."""
UNTRANSLATED = "untranslated"


class _Cell(NamedTuple):
    """Where a cell's text is, without quotes."""

    begin: int
    end: int
    is_quoted: bool


@dataclass(frozen=True)
class _Columns:
    """Number of each column by what it holds."""

    numbers: dict[str, int]
    language: str = ""
    source_language: str = ""


class Table(TextFormat):
    """Tables.

    Args:
        names: what a column holds → what it is called.
    """

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units; InputError where the columns are not named, notes for faulty rows."""
        head = content.text.partition("\n")[0]
        delimiter = max(DELIMITERS, key=head.count)
        rows = _rows(content.text, delimiter)
        lines = Lines(content.text)
        named = [_text(content.text, cell).text.strip() for cell in next(rows, [])]
        columns = self._columns(named, content)
        sources: list[Unit] = []
        targets: list[Unit] = []
        for number, cells in enumerate(rows, 2):
            if any(cell.end - cell.begin > LONGEST for cell in cells):
                raise InputError(
                    f"a cell has more than {LONGEST:,} characters (is a quotation mark not"
                    " closed?)",
                    path=content.path,
                    line=lines.at(cells[0].begin)[0],
                )
            if not any(cell.end > cell.begin for cell in cells):
                continue
            line = lines.at(cells[0].begin)[0]
            if len(cells) != len(named):
                notes.tell(
                    f"a row has {count_noun(len(cells), 'cell')}, the first {len(named)}; it is"
                    " left out (is a quotation mark not closed?)",
                    kind="broken row",
                    path=content.path,
                    line=line,
                )
                continue
            _add(content.text, cells, columns.numbers, number, (sources, targets))
        return Scan(targets, sources, columns.language, columns.source_language)

    def _columns(self, named: list[str], content: Content) -> _Columns:
        """Find the columns by their names; InputError where a side has none."""
        low = [name.casefold() for name in named]
        numbers: dict[str, int] = {}
        for what, usual in NAMES.items():
            if own := self._names.get(what):
                if own not in named:
                    raise InputError(f"has no column {own!r}; columns: {', '.join(named)}",
                                     path=content.path, line=1)  # fmt: skip
                numbers[what] = named.index(own)
            else:
                found = next((name for name in usual if name in low), None)
                if found is not None:
                    numbers[what] = low.index(found)
        free = [
            number
            for number, name in enumerate(named)
            if number not in numbers.values() and CODE.fullmatch(name)
        ]
        codes = {}
        for what in ("source", "target"):
            if what not in numbers and free:
                numbers[what] = free.pop(0)
            if what in numbers and CODE.fullmatch(named[numbers[what]]):
                codes[what] = named[numbers[what]]
        missing = [what for what in ("source", "target") if what not in numbers]
        are_chosen = self._names.get("source") and self._names.get("target")
        if missing or (free and not are_chosen):
            if not any(named):
                raise InputError("is empty; its first line must name the columns",
                                 path=content.path, line=1)  # fmt: skip
            told = "several languages" if free else f"no column of the {' and the '.join(missing)}"
            raise InputError(
                f"has {told}; columns: {', '.join(named)}. Name them with --set reader.source=NAME,"
                " reader.target=NAME",
                path=content.path,
                line=1,
            )
        return _Columns(numbers, codes.get("target", ""), codes.get("source", ""))


def _rows(content: str, delimiter: str) -> Iterator[list[_Cell]]:
    """Yield the cells of each row."""
    plain = re.compile(rf"[^{re.escape(delimiter)}\r\n]*")
    quoted = re.compile(r'"((?:[^"]|"")*)("|\Z)')
    place, cells = 0, list[_Cell]()
    while place < len(content) or cells:
        if found := quoted.match(content, place):
            cells.append(_Cell(*found.span(1), is_quoted=True))
            stray = plain.match(content, found.end())
            place = found.end() if stray is None else stray.end()
        elif found := plain.match(content, place):
            cells.append(_Cell(*found.span(), is_quoted=False))
            place = found.end()
        if content[place : place + 1] == delimiter:
            place += 1
            if place == len(content):
                cells.append(_Cell(place, place, is_quoted=False))
            else:
                continue
        yield cells
        cells = []
        place += 2 if content[place : place + 2] == "\r\n" else 1


def _text(content: str, cell: _Cell) -> Text:
    builder = TextBuilder(content, cell.begin)
    place = cell.begin
    if cell.is_quoted:
        for found in re.finditer('""', content[cell.begin : cell.end]):
            begin = cell.begin + found.start()
            builder.literal(place, begin)
            builder.sign('"', begin, begin + 2)
            place = begin + 2
    builder.literal(place, cell.end)
    return builder.build().stripped()


def _add(
    content: str,
    cells: list[_Cell],
    numbers: dict[str, int],
    number: int,
    sides: tuple[list[Unit], list[Unit]],
) -> None:
    """Add the units of a row."""
    texts = {what: _text(content, cells[place]) for what, place in numbers.items()}
    told = {what: text.text for what, text in texts.items()}
    name = told.get("id") or f"row {number}"
    document = told.get("document", "")
    for what, side in zip(("source", "target"), sides, strict=True):
        state = told.get("state", "") if texts["target"].text else UNTRANSLATED
        escape = _quoted if cells[numbers[what]].is_quoted else unchanged
        side.append(
            Unit(
                name,
                texts[what],
                escape,
                told.get("note", ""),
                f"{document}\x04{name}",
                state=state,
                document=document,
            )
        )


def _quoted(text: str) -> str:
    return text.replace('"', '""')
