"""Units: what a file holds to be translated, each with its id, its text and how it is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from discotag_localization.messages import MAIN, MessageError, masked, variants
from discotag_localization.texts import Content, Lines, Text, decoded, spliced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from discotag.plugin.files import Notes

    Escape = Callable[[str], str]


LONGEST = 200_000
"""Characters of a text from which on it is not searched."""

ASIDE = "attributes"
"""The document of texts that are next to a page's paragraphs."""


def unchanged(text: str) -> str:
    """Return words as they are, for formats without escapes."""
    return text


class Syntax(Enum):
    """What a unit's text holds besides language."""

    MESSAGE = "message"
    MARKUP = "markup"
    MARKDOWN = "markdown"
    CHROME = "chrome"


@dataclass(frozen=True, slots=True)
class Unit:
    """A text of a file, in one language.

    Args:
        id: what the file calls it.
        text: the text.
        escape: gives words as they are written in the file.
        comment: what its comments say.
        group: what the forms of one message share; "" = the id.
        form: which form of a plural it is, such as `one`; "" = it has no others.
        kind: what kind of paragraph it is, where paragraphs have no ids.
        state: how far its translation is.
        document: the document it belongs to; "" = the file's only one.
        syntax: what it holds besides language.
    """

    id: str
    text: Text
    escape: Escape
    comment: str = ""
    group: str = ""
    form: str = ""
    kind: str = ""
    state: str = ""
    document: str = ""
    syntax: Syntax = Syntax.MESSAGE


@dataclass(frozen=True)
class Scan:
    """What a file holds.

    Args:
        units: its units, in order; of a file with both languages those of the translation.
        sources: of a file with both languages the units of the source.
        language: the language that it names, "" = none.
        source_language: likewise the source's.
        lines: what knows the lines, where they are not those of the content.
    """

    units: Sequence[Unit]
    sources: Sequence[Unit] = ()
    language: str = ""
    source_language: str = ""
    lines: Lines | None = None

    def lines_of(self, content: Content) -> Lines:
        """Return what knows the lines of the file."""
        return self.lines or Lines(content.text)


class Format(Protocol):
    """A kind of file."""

    def parsed(self, data: bytes, path: Path) -> Content:
        """Return the content of a file's bytes; InputError if they are not valid of its kind."""
        ...

    def scan(self, content: Content, notes: Notes) -> Scan:
        """Find the units; InputError if it is not such a file at all, notes for what is skipped."""
        ...

    def saved(self, content: Content, changes: Sequence[tuple[int, int, str]]) -> bytes:
        """Return the file's bytes with stretches of its content replaced."""
        ...


class TextFormat:
    """A kind of file that is text in UTF-8, or UTF-16 with a mark."""

    def parsed(self, data: bytes, path: Path) -> Content:
        """Return the content of a file's bytes; InputError where it is not UTF-8."""
        return decoded(data, path)

    def saved(self, content: Content, changes: Sequence[tuple[int, int, str]]) -> bytes:
        """Return the file's bytes with stretches of its content replaced."""
        return content.encoded(spliced(content.text, changes))


@dataclass(frozen=True, slots=True)
class Reading:
    """One of the texts that a unit may be.

    Args:
        unit: the unit.
        id: its id, with the form after it where the text is not its main one.
        text: the text as people read it.
        masked: the text as analyzers read it, equally long.
    """

    unit: Unit
    id: str
    text: Text
    masked: str


@dataclass(frozen=True)
class Group:
    """The forms of one message: form → reading; `""` is the main one, and always there."""

    readings: dict[str, Reading] = field(default_factory=dict)


def groups(units: Iterable[Unit], path: Path, lines: Lines, notes: Notes) -> dict[str, Group]:
    """Return the messages of a file by what their forms share, in order.

    What comes twice is noted, and the last counts, as it does for the programs that use the file.
    """
    members: dict[str, dict[str, Unit]] = {}
    for unit in units:
        forms = members.setdefault(unit.group or unit.id, {})
        if unit.form in forms:
            first, _ = lines.at(forms[unit.form].text.begin)
            notes.accept(
                f"unit {unit.id!r} comes again (first in line {first}); the last one counts",
                kind="duplicate",
                path=path,
                line=lines.at(unit.text.begin)[0],
            )
        forms[unit.form] = unit
    return {name: _group(forms, path, lines, notes) for name, forms in members.items()}


def _group(forms: dict[str, Unit], path: Path, lines: Lines, notes: Notes) -> Group:
    main = next((name for name in ("", *MAIN) if name in forms), [*forms][-1])
    found: dict[str, Reading] = {}
    for name in sorted(forms, key=lambda name: name != main):  # the main one first
        for form, reading in readings(forms[name], path, lines, notes):
            own = "" if name == main else name
            found.setdefault(".".join(part for part in (own, form) if part), reading)
    return Group(found)


def readings(
    unit: Unit, path: Path, lines: Lines, notes: Notes | None
) -> Iterable[tuple[str, Reading]]:
    """Return (form, reading) of all texts that a unit may be, the main one first."""
    if len(unit.text.text) > LONGEST:  # refused where segments are counted, if it is not raised
        return [("", Reading(unit, unit.id, unit.text, unit.text.text))]
    if unit.syntax is not Syntax.MESSAGE:
        syntax = unit.syntax
        mask = masked(
            unit.text.text,
            is_markdown=syntax is Syntax.MARKDOWN,
            is_chrome=syntax is Syntax.CHROME,
        )
        return [("", Reading(unit, unit.id, unit.text, mask))]
    try:
        found = variants(unit.text)
    except MessageError as error:
        if notes is not None:
            line, _ = lines.at(unit.text.sliced(error.offset, error.offset + 1).begin)
            notes.tell(
                f"unit {unit.id!r} {error}; it is read as it stands",
                kind="braces",
                path=path,
                line=line,
            )
        return [("", Reading(unit, unit.id, unit.text, masked(unit.text.text)))]
    return [
        (
            variant.form,
            Reading(
                unit,
                f"{unit.id}[{variant.form}]" if variant.form else unit.id,
                variant.text,
                masked(variant.text.text, hashes=variant.hashes),
            ),
        )
        for variant in found
    ]
