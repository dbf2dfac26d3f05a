"""Findings as the editor shows them: a range, a sentence, and the places that belong to it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol.types import (
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    Location,
    Position,
    Range,
)
from pygls.uris import from_fs_path

from discotag_lsp.places import stretch

if TYPE_CHECKING:
    from discotag_lint.locations import SourceLocation
    from discotag_lsp.buffers import Buffers
    from discotag_lsp.carried import Held
    from discotag_lsp.checker import State

NAME = "discotag"
SEVERITIES = {
    "error": DiagnosticSeverity.Error,
    "warning": DiagnosticSeverity.Warning,
    "note": DiagnosticSeverity.Information,
}
SHOWN = 80
"""Characters of a segment that a related place shows."""


def uri_of(path: Path | str) -> str:
    """Return the address of a file."""
    return from_fs_path(str(path)) or Path(path).as_uri()


class Shown:
    """Findings of a file, placed in what stands in the editor.

    Args:
        buffers: what stands in the editor.
        state: what is known of the file.
    """

    def __init__(self, buffers: Buffers, state: State) -> None:
        self._buffers = buffers
        self._state = state
        self._path = state.pair.file

    def diagnostics(self, findings: tuple[Held, ...]) -> list[Diagnostic]:
        """Return findings, or what keeps the file from being checked."""
        if self._state.error:
            start = Position(0, 0)
            return [
                Diagnostic(
                    Range(start, start),
                    self._state.error,
                    severity=DiagnosticSeverity.Error,
                    source=NAME,
                    code="not-checked",
                )
            ]
        return [self.diagnostic(item) for item in findings]

    def diagnostic(self, item: Held) -> Diagnostic:
        """Return one finding."""
        found = item.finding
        related = [
            DiagnosticRelatedInformation(place, _told(spot)) for spot, place in self.others(item)
        ]
        return Diagnostic(
            self.range(item),
            found.message,
            severity=SEVERITIES[str(found.severity)],
            code=found.code,
            source=NAME,
            related_information=related or None,
            data={"fingerprint": found.fingerprint},
        )

    def range(self, item: Held) -> Range:
        """Return where a finding is shown: its word, else the line of its segment.

        A finding of the source's file is shown in the translation, where it is to be mended.
        """
        spot = item.finding.spot
        if Path(spot.file) == self._path and (place := self.location(spot)) is not None:
            return place.range
        return self._buffers.text(self._path).line_range(self._line(item.rows[0]))

    def others(self, item: Held) -> list[tuple[SourceLocation, Location]]:
        """Return the places that a finding conflicts with; its own, if it stands elsewhere."""
        own = item.finding.spot
        spots = [*([own] if Path(own.file) != self._path else []), *item.finding.others]
        placed = [(spot, self.location(spot)) for spot in spots]
        return [(spot, place) for spot, place in placed if place is not None]

    def location(self, spot: SourceLocation) -> Location | None:
        """Return where a word stands in its file; None where it is not found."""
        text = self._buffers.text(Path(spot.file))
        found = stretch(spot, text)
        if found is not None:
            return Location(uri_of(spot.file), text.range(*found))
        if spot.line is None:
            return None
        return Location(uri_of(spot.file), text.line_range(spot.line))

    def _line(self, row: int) -> int:
        """Return the line, from 1, at which a segment of the document begins."""
        for part in self._state.parts.values():
            text = part.text
            places = next(iter(text.places.values()), ())
            if row < len(places) and places[row]:
                return places[row][0].line
            if row < len(text.lines):
                return text.lines[row]
        return row + 1


def _told(spot: SourceLocation) -> str:
    text = spot.text if len(spot.text) <= SHOWN else f"{spot.text[:SHOWN]}…"
    return f"“{spot.word}” in: {text}"
