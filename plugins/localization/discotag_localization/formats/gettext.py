"""gettext's PO: `msgid` and `msgstr`, with contexts, plurals, comments and flags.

The format: GNU gettext manual, chapter The Format of PO Files. A unit is called by its `msgid`,
with its context before: `menu|Open`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import InputError
from discotag_localization.texts import Content, Text, TextBuilder, decoded
from discotag_localization.units import Scan, TextFormat, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.plugin.files import Notes

LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)")
KEYWORD = re.compile(r"\s*(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s*(?=\")")
STRING = re.compile(r'\s*"((?:[^"\\]|\\.)*)"\s*')
ESCAPE = re.compile(r"\\(?:[0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)")
NAMED = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "b": "\b"}
CHARSET = re.compile(rb"Content-Type:[^\"]*charset=([\w.-]+)", re.IGNORECASE)
HEAD = 2**14
"""Bytes in which the header's encoding is."""
LONGEST = 60
"""Characters of a `msgid` in the name of a unit."""
TRANSLATED, FUZZY, UNTRANSLATED = "translated", "fuzzy", "untranslated"


@dataclass
class _Entry:
    """Lines that belong together."""

    line: int
    comments: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    texts: dict[str, Text] = field(default_factory=dict)


class _Fault(NamedTuple):
    line: int
    told: str


class Gettext(TextFormat):
    """PO files."""

    def parsed(self, data: bytes, path: Path) -> Content:
        """Return the content of a file's bytes, in the encoding that its header names."""
        found = CHARSET.search(data[:HEAD])
        name = found[1].decode("ascii") if found else ""
        is_own = name.casefold() not in {"", "charset", "utf-8", "utf8"}
        return decoded(data, path, encoding=name if is_own else "")

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units; an entry with a fault is noted and left out."""
        sources: list[Unit] = []
        targets: list[Unit] = []
        header: dict[str, str] = {}
        count = obsolete = 0
        for entry in _entries(content.text):
            if isinstance(entry, _Fault):
                notes.tell(entry.told, kind="broken entry", path=content.path, line=entry.line)
                continue
            if "obsolete" in entry.flags:
                obsolete += 1
                continue
            count += 1
            identity = entry.texts["msgid"].text
            if not identity and "msgctxt" not in entry.texts:
                header = _header(entry, content.text)
                continue
            _add(entry, sources, targets)
        if not count:
            raise InputError("holds no entry of gettext (msgid, msgstr)", path=content.path, line=1)
        if obsolete:
            notes.tell(
                f"{obsolete} obsolete {'entry' if obsolete == 1 else 'entries'} left out",
                kind="obsolete",
                path=content.path,
                line=None,
            )
        return Scan(
            targets,
            sources,
            header.get("language", ""),
            header.get("x-source-language", ""),
        )


def _entries(content: str) -> Iterator[_Entry | _Fault]:
    """Yield entries and faults in order."""
    entry, builder, keyword = _Entry(1), None, ""
    fault: _Fault | None = None
    lines = _lines(content)
    for number, begin, end in lines:
        text = content[begin:end]
        bare = text.strip()
        if not bare or (entry.texts and _begins(bare, entry)):
            yield from _closed(entry, fault)
            entry, fault, keyword = _Entry(number), None, ""
        if not bare:
            continue
        if bare.startswith("#~"):
            entry.flags.add("obsolete")
        elif bare.startswith("#,"):
            entry.flags |= {flag.strip() for flag in bare[2:].split(",")}
        elif bare.startswith("#"):
            if bare[:2] in {"# ", "#."} and bare[2:].strip():
                entry.comments.append(bare[2:].strip())
        elif found := KEYWORD.match(content, begin, end):
            entry.line = entry.line if entry.texts else number
            keyword = found[1]
            builder = TextBuilder(content, found.end() + 1)
            fault = _string(content, found.end(), end, builder, number) or fault
            entry.texts[keyword] = builder.build()
        elif keyword and builder is not None and bare.startswith('"'):
            fault = _string(content, begin, end, builder, number) or fault
            entry.texts[keyword] = builder.build()
        else:
            fault = _Fault(number, "a line is none of gettext; the entry is left out")
    yield from _closed(entry, fault)


def _lines(content: str) -> Iterator[tuple[int, int, int]]:
    """Yield number, begin and end of each line."""
    place = number = 0
    while place < len(content):
        number += 1
        found = LINE.match(content, place)
        end = len(content) if found is None else found.end()
        yield number, place, end
        place = end


def _begins(bare: str, entry: _Entry) -> bool:
    """Return whether a line begins a new entry without a blank line before."""
    if bare.startswith("#"):
        return True
    return bare.startswith("msgctxt") or (
        bare.startswith("msgid") and not bare.startswith("msgid_plural") and "msgid" in entry.texts
    )


def _closed(entry: _Entry, fault: _Fault | None) -> Iterator[_Entry | _Fault]:
    if fault is not None:
        yield fault
    elif "obsolete" in entry.flags:
        yield entry
    elif entry.texts and "msgid" not in entry.texts:
        yield _Fault(entry.line, "an entry has no msgid and is left out")
    elif entry.texts and not any(name.startswith("msgstr") for name in entry.texts):
        yield _Fault(entry.line, "an entry has no msgstr and is left out")
    elif entry.texts:
        yield entry


def _string(content: str, begin: int, end: int, builder: TextBuilder, line: int) -> _Fault | None:
    """Add a line's quoted string to a text; a fault if it is not one."""
    found = STRING.fullmatch(content, begin, end)
    if found is None:
        return _Fault(
            line, "a string is not closed, or more stands behind it; the entry is left out"
        )
    place, last = found.span(1)
    for escape in ESCAPE.finditer(content, *found.span(1)):
        builder.literal(place, escape.start())
        sign = escape[0][1:]
        if sign[0] == "x" and len(sign) > 1:
            sign = chr(int(sign[1:], 16))
        elif sign.isdecimal():
            sign = chr(int(sign, 8))
        builder.sign(NAMED.get(sign, sign), escape.start(), escape.end())
        place = escape.end()
    builder.literal(place, last)
    return None


def _header(entry: _Entry, content: str) -> dict[str, str]:
    """Return the fields of the header, in small letters."""
    text = entry.texts.get("msgstr")
    if text is None or not text.runs:
        return {}
    raw = content[text.runs[0].raw : text.runs[-1].raw_end]
    fields = (line.partition(":") for line in re.split(r"\\n", raw.replace('"', "")))
    return {name.strip().casefold(): value.strip() for name, _, value in fields if value.strip()}


def _add(entry: _Entry, sources: list[Unit], targets: list[Unit]) -> None:
    """Add the units of an entry to both sides."""
    texts = entry.texts
    context = texts["msgctxt"].text if "msgctxt" in texts else ""
    whole = "\x04".join((context, texts["msgid"].text))
    name = named(context, texts["msgid"].text)
    comment = "\n".join(entry.comments)
    forms = {key[7:-1]: text for key, text in texts.items() if key.startswith("msgstr[")}
    if not forms:
        sources.append(Unit(name, texts["msgid"], _written, comment, whole))
        state = _state(entry, [texts["msgstr"]])
        targets.append(Unit(name, texts["msgstr"], _written, comment, whole, state=state))
        return
    state, last = _state(entry, [*forms.values()]), [*forms][-1]
    plural = texts.get("msgid_plural", texts["msgid"])
    if len(forms) > 1:
        first = next(iter(forms))
        sources.append(Unit(name, texts["msgid"], _written, comment, whole, form=first))
    sources.append(Unit(name, plural, _written, comment, whole, form=last))
    for form, text in forms.items():
        unit = Unit(f"{name}[{form}]", text, _written, comment, whole, form=form, state=state)
        targets.append(unit)


def _state(entry: _Entry, texts: Sequence[Text]) -> str:
    if not all(text.text for text in texts):
        return UNTRANSLATED
    return FUZZY if "fuzzy" in entry.flags else TRANSLATED


def named(context: str, identity: str) -> str:
    """Return a unit's id: the text itself, shortened, with its context before it."""
    short = identity if len(identity) <= LONGEST else identity[: LONGEST - 1].rstrip() + "…"
    return f"{context}|{short}" if context else short


def _written(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
