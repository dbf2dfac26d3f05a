"""Findings as the editor shows them: a range, a sentence, and the places that belong to it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol.types import (
    CodeAction,
    CodeActionKind,
    Command,
    CreateFile,
    CreateFileOptions,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    Location,
    OptionalVersionedTextDocumentIdentifier,
    Position,
    Range,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)
from pygls.uris import from_fs_path

from discotag.plugin import DiscotagError
from discotag_lint.suppressions import Suppression, read_suppressions
from discotag_lsp.positions import WRITINGS, stretch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from discotag_lint.check import Fix
    from discotag_lint.configuration import FilePair
    from discotag_lint.locations import LocatedFinding, SourceLocation
    from discotag_lsp.checker import Held, State
    from discotag_lsp.pairs import Buffers, Pairs
    from discotag_lsp.positions import FileText


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
    """Findings of a file, placed in what is in the editor.

    Args:
        buffers: what is in the editor.
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

        A finding of the source's file is shown in the translation, where it is to be fixed.
        """
        spot = item.finding.spot
        if Path(spot.file) == self._path and (place := self.location(spot)) is not None:
            return place.range
        return self._buffers.text(self._path).line_range(self._line(item.rows[0]))

    def others(self, item: Held) -> list[tuple[SourceLocation, Location]]:
        """Return the places that a finding conflicts with; its own, if it is elsewhere."""
        own = item.finding.spot
        spots = [*([own] if Path(own.file) != self._path else []), *item.finding.others]
        placed = [(spot, self.location(spot)) for spot in spots]
        return [(spot, place) for spot, place in placed if place is not None]

    def location(self, spot: SourceLocation) -> Location | None:
        """Return where a word is in its file; None where it is not found."""
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


SHOW_REASON = "discotag.showReason"
"""The command that shows the reason of an entry, for people to write a better one."""


def actions(
    item: Held, diagnostic: Diagnostic, pair: FilePair, suppressions: Path, pairs: Pairs
) -> Iterator[CodeAction]:
    """Yield what can be done about a finding.

    Args:
        item: the finding.
        diagnostic: what the editor shows of it.
        pair: the file and its source.
        suppressions: the file of accepted findings.
        pairs: all files.
    """
    for number, fix in enumerate(dict.fromkeys(_fixes(item))):
        edit = _written(item, fix, pair, pairs)
        if edit is not None:
            yield CodeAction(
                f"Write “{fix.replacement}”",
                kind=CodeActionKind.QuickFix,
                diagnostics=[diagnostic],
                is_preferred=number == 0,
                edit=edit,
            )
    yield CodeAction(
        f"Accept this {item.finding.code} with a reason, in {suppressions.name}",
        kind=CodeActionKind.QuickFix,
        diagnostics=[diagnostic],
        edit=acceptance(item.finding, suppressions, pairs.buffers),
        command=Command(
            "Write the reason",
            SHOW_REASON,
            arguments=[str(suppressions), item.finding.fingerprint],
        ),
    )


def _fixes(item: Held) -> Iterator[Fix]:
    if item.finding.fix is not None:
        yield item.finding.fix
    yield from item.finding.suggestions


def _written(item: Held, fix: Fix, pair: FilePair, pairs: Pairs) -> WorkspaceEdit | None:
    """Return the edit that writes a fix into the file; None where its place is not found."""
    spot = item.finding.spot
    if spot.side != "target" or not 0 <= fix.start <= fix.end <= len(spot.text):
        return None
    edit = pairs.edited(pair, item.finding, fix) or _by_place(spot, fix, pairs.text(pair.file))
    if edit is None:
        return None
    identifier = OptionalVersionedTextDocumentIdentifier(uri=uri_of(pair.file), version=None)
    return WorkspaceEdit(document_changes=[TextDocumentEdit(identifier, [edit])])


def _by_place(spot: SourceLocation, fix: Fix, text: FileText) -> TextEdit | None:
    """Return an edit of the words where they are, if no kind of file writes them otherwise."""
    column = None if spot.column is None else spot.column + fix.start - spot.start
    found = stretch(replace(spot, start=fix.start, end=fix.end, column=column), text)
    old = spot.text[fix.start : fix.end]
    is_plain = all(write(fix.replacement) == fix.replacement for write in WRITINGS)
    if found is None or text.text[slice(*found)] != old or not is_plain:
        return None
    return TextEdit(text.range(*found), fix.replacement)


HEAD = "# Findings of discotag lint that are accepted, each with its reason.\n"
SPECIAL = "*?["


def accepted(
    findings: tuple[Held, ...], path: Path | None, buffers: Buffers, codes: Collection[str]
) -> tuple[Held, ...]:
    """Return the findings that no entry of a file of suppressions covers; all if it is faulty."""
    if path is None or not path.is_file():
        return findings
    try:
        entries = read_suppressions(buffers.readable(path), codes)
    except (DiscotagError, OSError):
        return findings
    return tuple(
        item for item in findings if not any(entry.covers(item.finding) for entry in entries)
    )


def reason_of(finding: LocatedFinding) -> str:
    """Return the reason that is there until somebody writes a better one."""
    return f"accepted in the editor: {finding.message}"


def acceptance(finding: LocatedFinding, path: Path, buffers: Buffers) -> WorkspaceEdit:
    """Return the edit that adds an entry for a finding to a file of suppressions.

    The file is made where there is none.
    """
    text = buffers.text(path)
    entry = Suppression(
        code=finding.code,
        document=_literal(finding.document),
        fingerprint=finding.fingerprint,
        reason=reason_of(finding),
    )
    rows = [f"{name} = {_quoted(value)}" for name, value in entry.model_dump().items()
            if value not in {None, "*"}]  # fmt: skip
    added = "\n[[suppress]]\n" + "\n".join(rows) + "\n"
    if not text.text:
        added = HEAD + added
    elif not text.text.endswith("\n"):
        added = "\n" + added
    uri = uri_of(path)
    end = text.position(len(text.text))
    edit = TextDocumentEdit(
        OptionalVersionedTextDocumentIdentifier(uri=uri, version=None),
        [TextEdit(Range(end, end), added)],
    )
    create = CreateFile(uri=uri, options=CreateFileOptions(ignore_if_exists=True))
    return WorkspaceEdit(document_changes=[edit] if path.is_file() else [create, edit])


def reason_range(fingerprint: str, text: str) -> Range | None:
    """Return where the reason of an entry is in a file's text, for people to change it."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if f'"{fingerprint}"' in line:
            for below in range(number, min(number + 4, len(lines))):
                if lines[below].startswith("reason = "):
                    begin = len("reason = ") + 1
                    size = len(lines[below].encode("utf-16-le")) // 2
                    return Range(Position(below, begin), Position(below, size - 1))
    return None


def _literal(document: str) -> str:
    """Return the pattern that matches one document id alone."""
    return "".join(f"[{sign}]" if sign in SPECIAL else sign for sign in document)


def _quoted(value: str) -> str:
    """Return a TOML string: JSON's escapes hold there, and DEL needs one."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
