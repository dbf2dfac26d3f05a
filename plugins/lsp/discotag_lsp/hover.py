"""Hovering: what is known of the word under the pointer, and the words that decide it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.plugin import TokenRef, count_noun
from discotag_lint.locations import source_location
from discotag_lint.sessions import excerpt
from discotag_lsp.positions import stretch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Mark, Reason
    from discotag_lint.locations import SourceLocation
    from discotag_lint.sessions import Checked
    from discotag_lsp.checker import Held, Part, State
    from discotag_lsp.pairs import Buffers, Pairs

AROUND = 30
"""Lines on both sides of a word that are searched for what decides it."""


@dataclass(frozen=True, slots=True)
class Word:
    """A tagged word under the pointer.

    Args:
        spot: where it is.
        mark: its tag.
        evidence: the words that decide it, nearest first.
        reasons: why it is tagged, in words.
    """

    spot: SourceLocation
    mark: Mark
    evidence: tuple[SourceLocation, ...]
    reasons: tuple[str, ...]

    @property
    def told(self) -> str:
        """The tag in words."""
        mark = self.mark
        if mark.distance is None:
            return "context decides; what decides it was not found"
        if mark.distance == 0:
            return "decided in the same segment"
        direction = "back" if mark.distance > 0 else "ahead"
        return f"decided {count_noun(abs(mark.distance), 'segment')} {direction}"


class Pointed:
    """What is at a place of a file.

    Args:
        pairs: the files.
        buffers: what is in the editor.
        state: what is known of the file.
    """

    def __init__(self, pairs: Pairs, buffers: Buffers, state: State) -> None:
        self._pairs = pairs
        self._buffers = buffers
        self._state = state
        self._text = buffers.text(state.pair.file)

    def words(self, offset: int) -> tuple[Word, ...]:
        """Return the tagged words at an offset of the file's text."""
        found: list[Word] = []
        for part in self._state.parts.values():
            row = self._row(part, offset)
            if row is None:
                continue
            checked = self._checked(part, row)
            found += self._words(checked, offset)
        return tuple(found)

    def _row(self, part: Part, offset: int) -> int | None:
        """Return the line of a document in which an offset is; None if it is another's."""
        line = self._text.reader_line(offset)
        text = part.text
        places = next(iter(text.places.values()), ())
        lines = [place[0].line if place else 0 for place in places] or list(text.lines)
        if not lines:
            return None
        rows = [row for row, begin in enumerate(lines) if 0 < begin <= line]
        return max(rows, key=lambda row: lines[row]) if rows else None

    def _checked(self, part: Part, row: int) -> Checked:
        text = part.text
        if text.is_aligned:
            text = excerpt(text, row - AROUND, row + AROUND + 1)
        session = self._pairs.session(self._state.pair)
        return session.check(text, self._pairs.files(self._state.pair), unit=part.unit)

    def _words(self, checked: Checked, offset: int) -> Iterator[Word]:
        files = self._pairs.files(self._state.pair)
        session = self._pairs.session(self._state.pair)
        for tagged in checked.documents.values():
            document = tagged.document
            reasons: Sequence[Reason] | None = None
            for mark in tagged.tags:
                spot = source_location(_place_of(mark), document, checked.text, files)
                found = stretch(spot, self._text)
                if found is None or not found[0] <= offset <= found[1]:
                    continue
                if reasons is None:
                    reasons = session.reasons(document)
                yield Word(
                    spot,
                    mark,
                    tuple(
                        source_location(place, document, checked.text, files)
                        for place in mark.evidence
                    ),
                    tuple(_of(mark, reasons)),
                )


def _place_of(mark: Mark) -> TokenRef:
    return TokenRef("target", mark.segment, mark.token)


def _of(mark: Mark, reasons: Sequence[Reason]) -> Iterator[str]:
    """Yield why a word is tagged, each reason once."""
    told = (
        reason.text
        for reason in reasons
        if reason.place == _place_of(mark)
        and reason.phenomenon == mark.phenomenon
        and reason.verdict != "no"
    )
    yield from dict.fromkeys(told)


def markdown(findings: Sequence[Held], words: Sequence[Word]) -> str:
    """Return what is known of a word, as Markdown."""
    parts = [
        f"**{item.finding.code}** {item.finding.info.name} ({item.finding.severity}): "
        f"{plain(item.finding.message)}\n\n{plain(item.finding.info.advice)}"
        + "".join(f"\n- {_place(spot)}" for spot in item.finding.others)
        for item in findings
    ]
    parts += [
        f"**{plain(word.mark.phenomenon)}** {plain(word.mark.label)}: {word.told}"
        + "".join(f"\n- {_place(spot)}" for spot in word.evidence)
        + "".join(f"\n- {plain(reason)}" for reason in word.reasons)
        for word in words
    ]
    return "\n\n---\n\n".join(parts)


def _place(spot: SourceLocation) -> str:
    where = f"line {spot.line}" if spot.line is not None else f"segment {spot.segment + 1}"
    side = "source, " if spot.side == "source" else ""
    unit = f", {spot.unit}" if spot.unit else ""
    return f"“{plain(spot.word)}” ({side}{where}{plain(unit)} of {plain(Path(spot.file).name)})"


def plain(text: str) -> str:
    """Return text that Markdown shows as it is."""
    escaped = "".join(f"\\{sign}" if sign in "\\`*_{}[]<>()#+-.!|~&" else sign for sign in text)
    return " ".join(escaped.split())
