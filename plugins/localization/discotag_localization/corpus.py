"""Documents from units: source and translations matched by id, or paragraph by paragraph.

The main forms of all messages are one document, in the order of the source. Every other form of a
plural or choice is in a document of its own with those of the same name, since forms are never
neighbours in a text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import ParallelText, count_noun
from discotag_localization.units import ASIDE, Group, Reading, groups

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.plugin import Place
    from discotag.plugin.files import Notes
    from discotag_localization.texts import Lines
    from discotag_localization.units import Unit

SHOWN = 3
"""Ids that a note names."""


@dataclass(frozen=True)
class Side:
    """One language of a corpus.

    Args:
        path: its file.
        lines: the lines of that file.
        units: its units.
    """

    path: Path
    lines: Lines
    units: Sequence[Unit]


class Row(NamedTuple):
    """A segment: what it is in each text; None where a text has nothing."""

    source: Reading
    targets: Mapping[str, Reading | None]


class Corpus:
    """A source and its translations.

    Args:
        name: the document's name.
        source: the source.
        targets: translation → its side.
        notes: where to note what is not read.
    """

    def __init__(self, name: str, source: Side, targets: Mapping[str, Side], notes: Notes) -> None:
        self._name, self._source, self._targets, self._notes = name, source, targets, notes

    def by_id(self) -> Iterator[ParallelText]:
        """Yield the documents, units matched by their ids."""
        source = self._groups(self._source)
        targets = {name: self._groups(side) for name, side in self._targets.items()}
        self._tell_missing(source, targets)
        found: dict[tuple[str, str], list[Row]] = {}
        for group, messages in source.items():
            of_targets = {name: own[group] for name, own in targets.items() if group in own}
            if not any(reading.text.text for own in of_targets.values()
                       for reading in own.readings.values()):  # fmt: skip
                continue
            for form, row in self._rows(messages, of_targets):
                document = row.source.unit.document
                found.setdefault((document, form), []).append(row)
        for (document, form), rows in found.items():
            name = document or self._name
            yield self._built(f"{name}:{form}" if form else name, rows, is_app=True)

    def by_position(self) -> Iterator[ParallelText]:
        """Yield the document, the n-th paragraph of each text next to the n-th of the source.

        Where paragraphs differ in number or kind, the texts have no lines in common. Attributes
        are after the paragraphs, or in a document of their own.
        """
        sides = {"": self._source, **self._targets}
        texts = {name: self._readings(side) for name, side in sides.items()}
        aside = self._in_rows(texts, ASIDE, "attribute")
        rows = self._in_rows(texts, "", "paragraph")
        if rows is not None:
            if rows or aside:
                yield self._built(self._name, [*rows, *(aside or ())])
            return
        paragraphs = {name: _of(text, "") for name, text in texts.items()}
        source = paragraphs.pop("")
        yield self._running(source, paragraphs)
        if aside:
            yield self._built(f"{self._name}:{ASIDE}", aside)

    def _in_rows(
        self, texts: Mapping[str, Sequence[Reading]], document: str, noun: str
    ) -> list[Row] | None:
        """Return the paragraphs of a kind side by side; None, with a note, where they differ."""
        of_texts = {name: _of(text, document) for name, text in texts.items()}
        kinds = {name: [found.unit.kind for found in text] for name, text in of_texts.items()}
        source = of_texts.pop("")
        cure = "these are left out" if document else "sentences are aligned"
        for name, side in self._targets.items():
            if kinds[name] != kinds[""]:
                self._notes.tell(
                    f"has {count_noun(len(kinds[name]), noun)}, the source"
                    f" {len(kinds[''])}, or of other kinds; {cure}",
                    kind=f"{noun}s",
                    path=side.path,
                    line=None,
                )
        if any(own != kinds[""] for own in kinds.values()):
            return None
        return [
            Row(reading, {name: text[place] for name, text in of_texts.items()})
            for place, reading in enumerate(source)
        ]

    def _readings(self, side: Side) -> list[Reading]:
        found = groups(side.units, side.path, side.lines, self._notes)
        return [group.readings[""] for group in found.values()]

    def _groups(self, side: Side) -> dict[str, Group]:
        return groups(side.units, side.path, side.lines, self._notes)

    def _tell_missing(
        self, source: Mapping[str, Group], targets: Mapping[str, Mapping[str, Group]]
    ) -> None:
        """Note units that only one side has."""
        for name, own in targets.items():
            side = self._targets[name]
            more = [group for group in own if group not in source]
            if more:
                line, _ = side.lines.at(own[more[0]].readings[""].text.begin)
                self._notes.tell(
                    f"holds {count_noun(len(more), 'unit')} that the source does not have, left"
                    f" out: {_told([own[group] for group in more])}",
                    kind="more",
                    path=side.path,
                    line=line,
                )
            less = [group for group in source if not _has_text(own.get(group))
                    and _has_text(source[group])]  # fmt: skip
            if less:
                self._notes.tell(
                    f"does not translate {count_noun(len(less), 'unit')}, left out:"
                    f" {_told([source[group] for group in less])}",
                    kind="untranslated",
                    path=side.path,
                    line=None,
                )

    def _rows(self, source: Group, targets: Mapping[str, Group]) -> Iterable[tuple[str, Row]]:
        """Yield (form, row) of one message."""
        forms = dict.fromkeys(form for own in targets.values() for form in own.readings)
        for form in forms:
            own = source.readings.get(form) or source.readings[""]
            found = {name: group.readings.get(form) for name, group in targets.items()}
            if any(reading is not None and reading.text.text.strip() for reading in found.values()):
                yield form, Row(own, found)

    def _built(self, name: str, rows: Sequence[Row], *, is_app: bool = False) -> ParallelText:
        """Return an aligned document."""
        lines = self._source.lines
        texts = {other: [row.targets.get(other) for row in rows] for other in self._targets}
        comments = [_comment(row) for row in rows]
        return ParallelText(
            id=name,
            source=tuple(row.source.masked for row in rows),
            references={},
            hypotheses={other: tuple(map(_masked, text)) for other, text in texts.items()},
            lines=tuple(lines.at(row.source.text.begin)[0] for row in rows),
            units=tuple(_id(row) for row in rows),
            source_places=tuple(lines.places(row.source.text, row.source.id) for row in rows),
            places={
                other: tuple(_places(self._targets[other].lines, reading) for reading in text)
                for other, text in texts.items()
            },
            comments=tuple(comments) if any(comments) else (),
            shown=_shown([row.source for row in rows], texts),
            is_app=is_app,
        )

    def _running(
        self, source: Sequence[Reading], texts: Mapping[str, Sequence[Reading]]
    ) -> ParallelText:
        """Return a document whose texts have no lines in common."""
        lines = self._source.lines
        comments = [reading.unit.comment for reading in source]
        return ParallelText(
            id=self._name,
            source=tuple(reading.masked for reading in source),
            references={},
            hypotheses={
                name: tuple(reading.masked for reading in text) for name, text in texts.items()
            },
            lines=tuple(lines.at(reading.text.begin)[0] for reading in source),
            units=tuple(reading.id for reading in source),
            is_aligned=False,
            source_places=tuple(lines.places(reading.text, reading.id) for reading in source),
            places={
                name: tuple(self._targets[name].lines.places(one.text, one.id) for one in text)
                for name, text in texts.items()
            },
            comments=tuple(comments) if any(comments) else (),
            shown=_shown(source, texts),
        )


def _of(text: Sequence[Reading], document: str) -> list[Reading]:
    """Return the readings of one document."""
    return [reading for reading in text if reading.unit.document == document]


def _shown(
    source: Sequence[Reading], texts: Mapping[str, Sequence[Reading | None]]
) -> dict[str, tuple[str, ...]]:
    """Return the texts that differ from what analyzers read."""
    sides: dict[str, Sequence[Reading | None]] = {"": source, **texts}
    return {
        name: tuple("" if one is None else one.text.text for one in side)
        for name, side in sides.items()
        if any(one is not None and one.masked != one.text.text for one in side)
    }


def _masked(reading: Reading | None) -> str:
    return "" if reading is None else reading.masked


def _places(lines: Lines, reading: Reading | None) -> tuple[Place, ...]:
    return () if reading is None else lines.places(reading.text, reading.id)


def _id(row: Row) -> str:
    return next((one.id for one in row.targets.values() if one is not None), row.source.id)


def _comment(row: Row) -> str:
    readings = [row.source, *(one for one in row.targets.values() if one is not None)]
    return "\n".join(dict.fromkeys(one.unit.comment for one in readings if one.unit.comment))


def _has_text(group: Group | None) -> bool:
    return group is not None and any(one.text.text.strip() for one in group.readings.values())


def _told(found: Sequence[Group]) -> str:
    names = [group.readings[""].id for group in found[:SHOWN]]
    return ", ".join(map(repr, names)) + (" …" if len(found) > SHOWN else "")
