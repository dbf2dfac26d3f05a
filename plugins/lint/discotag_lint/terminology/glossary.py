"""Entries of a glossary, and concepts: all entries of one source term, put together.

What a term may be called (preferred or admitted) is enough if any of it is there.
"""

from __future__ import annotations

import csv
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from pydantic import Field

from discotag.plugin import FrozenModel, InputError, UsageError
from discotag.plugin.files import (
    Notes,
    attribute,
    elements,
    kind_of,
    line_of,
    lines_of,
    local_name,
    text_of,
    unguarded_cell,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lxml.etree import _Element

    from discotag.plugin import LanguagePack


Status = Literal["preferred", "admitted", "forbidden"]


class Entry(FrozenModel):
    """A line of a glossary.

    Args:
        source: a term of the source language.
        target: what it is called, or must not be called.
        status: whether that is wanted, allowed or forbidden.
        case: whether capitals count, in source and target.
        note: for people; shown with a finding.
    """

    source: str = Field(min_length=1, pattern=r"\S")
    target: str = Field(min_length=1, pattern=r"\S")
    status: Status = "preferred"
    case: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Concept:
    """All that a glossary says of one source term.

    Args:
        source: the term.
        allowed: what it may be called, preferred names first.
        forbidden: what it must not be called.
        case: whether capitals count.
        notes: names with what people wrote next to them.
    """

    source: str
    allowed: tuple[str, ...]
    forbidden: tuple[str, ...] = ()
    case: bool = False
    notes: tuple[tuple[str, str], ...] = ()

    def note(self, *names: str) -> str:
        """Return what is written next to some of its names, each note once; maybe nothing."""
        return "; ".join(dict.fromkeys(note for name, note in self.notes if name in names))


def concepts(entries: Iterable[Entry]) -> tuple[Concept, ...]:
    """Put the entries of each source term together, in the order of the first of each.

    Raises:
        UsageError: one name is both allowed and forbidden.
    """
    grouped: dict[tuple[str, bool], list[Entry]] = {}
    for entry in entries:
        key = " ".join(entry.source.split())
        grouped.setdefault((key if entry.case else key.casefold(), entry.case), []).append(entry)
    return tuple(_concept(group) for group in grouped.values())


def _concept(group: list[Entry]) -> Concept:
    names: dict[Status, list[str]] = {"preferred": [], "admitted": [], "forbidden": []}
    for entry in group:
        names[entry.status].append(" ".join(entry.target.split()))
    allowed = tuple(dict.fromkeys((*names["preferred"], *names["admitted"])))
    if both := sorted(set(allowed) & set(names["forbidden"])):
        raise UsageError(
            f"the glossary allows and forbids {both[0]!r} for {group[0].source!r}; keep one"
        )
    notes = [(" ".join(entry.target.split()), entry.note.strip()) for entry in group]
    return Concept(
        " ".join(group[0].source.split()),
        allowed,
        tuple(dict.fromkeys(names["forbidden"])),
        group[0].case,
        tuple((name, note) for name, note in notes if note),
    )


COLUMNS = ("source", "target", "status", "case", "note")
ALIASES = {
    "source": "source", "source term": "source", "term": "source",
    "target": "target", "target term": "target", "translation": "target",
    "status": "status", "case": "case", "case sensitive": "case", "case_sensitive": "case",
    "note": "note", "notes": "note", "comment": "note",
}  # fmt: skip
STATUS: dict[str, Status] = {
    "": "preferred", "preferred": "preferred", "approved": "preferred",
    "admitted": "admitted", "allowed": "admitted",
    "forbidden": "forbidden", "deprecated": "forbidden", "superseded": "forbidden",
    "not recommended": "forbidden",
    "preferredterm-admn-sts": "preferred", "admittedterm-admn-sts": "admitted",
    "deprecatedterm-admn-sts": "forbidden", "supersededterm-admn-sts": "forbidden",
    "preferredterm": "preferred", "admittedterm": "admitted", "deprecatedterm": "forbidden",
    "supersededterm": "forbidden",
}  # fmt: skip
"""What a file says → what it means; the long ones are those of TBX (ISO 30042)."""
YES = frozenset({"yes", "true", "1", "x", "y", "sensitive", "case-sensitive"})
NO = frozenset({"", "no", "false", "0", "n", "insensitive", "case-insensitive"})
TBX = (".tbx", ".xml")
STATES = frozenset({"administrativeStatus", "normativeAuthorization"})


def read_glossary(path: Path, source: LanguagePack, target: LanguagePack) -> list[Entry]:
    """Read a glossary file.

    Args:
        path: the file; `-` is standard input, for tables. TBX ends with `.tbx` or `.xml`.
        source: the source language.
        target: the target language.

    Raises:
        InputError: it cannot be read, or holds no pair of terms in these languages.
    """
    if path.name.casefold().removesuffix(".gz").endswith(TBX):
        return _tbx(path, source, target)
    kind = kind_of(path)
    if kind is not None and kind.name != "CSV":
        raise InputError(f"is {kind.name}; a glossary is CSV, TSV or TBX (.tbx)", path=path)
    rows = list(_rows(path, list(lines_of(path, Notes()))))
    header = _header(rows[0], (source, target), path) if rows else None
    places = header or {name: place for place, name in enumerate(COLUMNS)}
    found = [_entry(row, places, path) for row in rows[header is not None :]]
    if not found:
        raise InputError("holds no pair of terms", path=path)
    _check_status(zip(found, (row.line for row in rows[header is not None :]), strict=True), path)
    return found


class _Row(NamedTuple):
    line: int
    cells: list[str]


def _rows(path: Path, lines: Sequence[str]) -> Iterator[_Row]:
    """Yield the rows of a table that are not empty; tabs part them if the first line has one."""
    first = next((line for line in lines if line.strip()), "")
    delimiter = next((sign for sign in "\t,;" if sign in first), ",")
    texts = (f"{line}\n" for line in lines)
    if delimiter == "\t":
        reader = csv.reader(texts, delimiter=delimiter, quoting=csv.QUOTE_NONE, strict=True)
    else:
        reader = csv.reader(texts, delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield _Row(line, [cell.strip() for cell in cells])
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(f"is no good CSV: {error}", path=path, line=line) from error


def _header(
    row: _Row, packs: tuple[LanguagePack, LanguagePack], path: Path
) -> dict[str, int] | None:
    """Return column → place if the first row names them; None if it is a pair of terms."""
    names = [" ".join(cell.casefold().split()) for cell in row.cells]
    languages = [_of_language(name, packs) for name in names]
    columns = [ALIASES.get(name) or language for name, language in zip(names, languages,
                                                                       strict=True)]  # fmt: skip
    named = {"source", "target"} & set(columns)
    if not named or (len(named) == 1 and not {"status", "case", "note"} & set(columns)):
        if named and all(languages_like(name) for name in names):
            raise InputError(
                f"the first line names {', '.join(row.cells)}; expected the columns source and"
                f" target, or {packs[0].code} and {packs[1].code}",
                path=path,
                line=row.line,
            )
        return None
    lacking = sorted({"source", "target"} - named)
    twice = sorted({name for name in columns if name and columns.count(name) > 1})
    if lacking or twice:
        what = f"no column {lacking[0]}" if lacking else f"the column {twice[0]} twice"
        raise InputError(f"has {what}; columns: {', '.join(row.cells)}", path=path, line=row.line)
    return {name: place for place, name in enumerate(columns) if name}


def languages_like(name: str) -> bool:
    """Return whether a cell looks like a code of a language (`de`, `zh-tw`)."""
    base, _, rest = name.replace("_", "-").partition("-")
    return base.isascii() and base.isalpha() and 2 <= len(base) <= 3 and len(rest) <= 8


def _of_language(name: str, packs: tuple[LanguagePack, LanguagePack]) -> str | None:
    for column, pack in zip(("source", "target"), packs, strict=True):
        if pack.is_called(name) or (languages_like(name) and _base(name) == _base(pack.code)):
            return column
    return None


def _base(code: str) -> str:
    return code.casefold().replace("_", "-").partition("-")[0]


def _entry(row: _Row, places: dict[str, int], path: Path) -> Entry:
    cells = {
        name: unguarded_cell(row.cells[place]) if place < len(row.cells) else ""
        for name, place in places.items()
    }
    for name in ("source", "target"):
        if not cells[name]:
            raise InputError(
                f"has no {name} term; expected source, target, status, case, note",
                path=path,
                line=row.line,
            )
    case = cells.get("case", "").casefold()
    if case not in YES | NO:
        raise InputError(f"case {cells['case']!r}: expected yes or no", path=path, line=row.line)
    return Entry(
        source=cells["source"],
        target=cells["target"],
        status=_status(cells.get("status", ""), path, row.line),
        case=case in YES,
        note=cells.get("note", ""),
    )


def _status(text: str, path: Path, line: int | None) -> Status:
    found = STATUS.get(text.strip().casefold())
    if found is None:
        raise InputError(
            f"unknown status {text!r}; expected preferred, admitted or forbidden",
            path=path,
            line=line,
        )
    return found


def _check_status(found: Iterable[tuple[Entry, int]], path: Path) -> None:
    """Raise InputError where a pair of terms has two statuses."""
    seen: dict[tuple[str, str], tuple[Entry, int]] = {}
    for entry, line in found:
        pair = entry.source.casefold(), entry.target
        first, before = seen.setdefault(pair, (entry, line))
        if (first.status == "forbidden") != (entry.status == "forbidden"):
            raise InputError(
                f"{entry.source!r} → {entry.target!r} is {entry.status} here and {first.status} in"
                f" line {before}; keep one",
                path=path,
                line=line,
            )


def _tbx(path: Path, source: LanguagePack, target: LanguagePack) -> list[Entry]:
    found: list[tuple[Entry, int]] = []
    languages: set[str] = set()
    names = ("termEntry", "conceptEntry")
    for _, entry in elements(path, names, roots=("martif", "tbx")):
        sections = [
            (attribute(child, "lang") or "", child)
            for child in entry
            if local_name(child) in {"langSet", "langSec"}
        ]
        languages.update(code for code, _ in sections if code)
        sides = [_of_side(sections, pack) for pack in (source, target)]
        notes = [text_of(each, path) for each in entry if local_name(each) in {"note", "descrip"}]
        for term in sides[0]:
            for name in sides[1]:
                found.append((_tbx_entry(term, name, notes, path), line_of(name)))
    if not found:
        listed = ", ".join(sorted(languages)) or "none"
        raise InputError(
            f"holds no entry with terms in {source.code} and {target.code}; languages: {listed}",
            path=path,
        )
    _check_status(found, path)
    return [entry for entry, _ in found]


def _of_side(sections: list[tuple[str, _Element]], pack: LanguagePack) -> list[_Element]:
    """Return the terms of a language: of its own code, or else of one that is near."""
    exact = [section for code, section in sections if code.casefold() == pack.code.casefold()]
    near = [section for code, section in sections if _base(code) == _base(pack.code)]
    return [
        each
        for section in exact or near
        for each in section.iter()
        if isinstance(each.tag, str) and local_name(each) in {"tig", "ntig", "termSec"}
    ]


def _tbx_entry(term: _Element, name: _Element, notes: list[str], path: Path) -> Entry:
    texts = []
    for each in (term, name):
        words = [text_of(child, path).strip() for child in each.iter() if _is(child, "term")]
        if not words or not words[0]:
            raise InputError("holds an entry without a term", path=path, line=line_of(each))
        texts.append(words[0])
    status = next(
        (
            text_of(child, path)
            for child in name.iter()
            if isinstance(child.tag, str)
            and (attribute(child, "type") in STATES or local_name(child) in STATES)
        ),
        "",
    )
    own = [text_of(child, path) for child in name.iter() if _is(child, "note")]
    return Entry(
        source=texts[0],
        target=texts[1],
        status=_status(status, path, line_of(name)),
        note="; ".join(note for note in (*own, *notes) if note),
    )


def _is(element: _Element, name: str) -> bool:
    return isinstance(element.tag, str) and local_name(element) == name


class GlossaryOptions(FrozenModel):
    """The glossary of a check or scorer.

    Args:
        files: CSV, TSV or TBX files.
        entries: more entries.
    """

    files: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Glossary:
    """The concepts of a pair of languages.

    Args:
        concepts: in the order of the files.
        digest: SHA-256 of all that it says; "" where it says nothing.
    """

    concepts: tuple[Concept, ...]
    digest: str = ""

    @classmethod
    def of(cls, options: GlossaryOptions, source: LanguagePack, target: LanguagePack) -> Glossary:
        """Read the glossary that options name.

        Raises:
            InputError: a file that cannot be read, with the line.
            UsageError: a name that is both allowed and forbidden.
        """
        entries = [
            entry for name in options.files for entry in read_glossary(Path(name), source, target)
        ]
        entries += options.entries
        if not entries:
            return cls(())
        data = json.dumps([entry.model_dump() for entry in entries], ensure_ascii=False)
        return cls(concepts(entries), hashlib.sha256(data.encode()).hexdigest())
