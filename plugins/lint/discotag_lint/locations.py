"""Findings by the characters they are about, which need no analysis to be shown again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from discotag.plugin import TextEdit, place_at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag.plugin import Document, ParallelText, SideName, TokenRef
    from discotag_lint.check import CodeInfo, Finding, Fix, Severity


class Span(NamedTuple):
    """A word of a document.

    Args:
        side: `source` or `target`.
        segment: 0-based.
        start: offset of its first character in the segment.
        end: offset after its last one.
    """

    side: SideName
    segment: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SpanFinding:
    """A finding; its fields are those of `Finding`, with spans for tokens."""

    code: str
    message: str
    place: Span
    others: tuple[Span, ...] = ()
    severity: Severity | None = None
    fix: Fix | None = None
    suggestions: tuple[Fix, ...] = ()

    def moved(self, by: int) -> SpanFinding:
        """Return it some segments further on."""
        others = tuple(span._replace(segment=span.segment + by) for span in self.others)
        place = self.place._replace(segment=self.place.segment + by)
        return replace(self, place=place, others=others)


def spanned(finding: Finding, document: Document) -> SpanFinding:
    """Return a finding with spans; ValueError if a place of it is not in its document."""
    return SpanFinding(
        code=finding.code,
        message=finding.message,
        place=_place(finding, document),
        others=tuple(span_of(place, document) for place in finding.others),
        severity=finding.severity,
        fix=finding.fix,
        suggestions=finding.suggestions,
    )


def _place(finding: Finding, document: Document) -> Span:
    """Return the characters that a finding is about; ValueError if they are not in its segment."""
    word = span_of(finding.place, document)
    if finding.span is None:
        return word
    start, end = finding.span
    side = document.source if word.side == "source" else document.target
    if not 0 <= start <= end <= len(side.segments[word.segment]):
        raise ValueError(f"a finding's span {start}-{end} lies outside its segment")
    return word._replace(start=start, end=end)


def span_of(place: TokenRef, document: Document) -> Span:
    """Return where a word is; ValueError if its document does not have it."""
    side, segment, token = place
    if side not in {"source", "target"}:
        raise ValueError(f"a place on side {side!r}; there are source and target")
    text = document.source if side == "source" else document.target
    if not 0 <= segment < len(text) or not 0 <= token < len(text[segment]):
        raise ValueError(f"a place points to {side} token {token} of segment {segment},"
                         " which does not exist")  # fmt: skip
    tokens = text[segment]
    return Span(side, segment, tokens.starts[token], tokens.ends[token])


@dataclass(frozen=True, slots=True)
class Files:
    """The files that a text came from.

    Args:
        source: the source's file, as the user named it.
        target: the translation's; of a corpus in one file the same.
        has_columns: whether a line of the file is a segment, so that columns are known.
    """

    source: str
    target: str
    has_columns: bool = True


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """One word of a text.

    Args:
        side: `source` or `target`.
        file: the file it is in.
        line: 1-based; None where the reader has no line numbers.
        column: 1-based, in code points; None where a line is not a segment.
        segment: 0-based, in its document.
        start: offset of the word's first character in the segment's text.
        end: offset after its last character.
        text: the segment's text.
        unit: what the file calls the segment, such as the id of its unit; None = nothing.
    """

    side: SideName
    file: str
    line: int | None
    column: int | None
    segment: int
    start: int
    end: int
    text: str
    unit: str | None = None

    @property
    def word(self) -> str:
        """The word as it is written."""
        return self.text[self.start : self.end]

    @property
    def where(self) -> str:
        """File, line and column with colons between, or the segment where there is no line.

        The unit follows, where the file names it.
        """
        unit = "" if self.unit is None else f": unit {self.unit}"
        if self.line is None:
            return f"{self.file}: segment {self.segment + 1}{unit}"
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part) + unit

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        end = None if self.column is None else self.column + self.end - self.start
        return {
            "side": self.side,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "end_column": end,
            "segment": self.segment,
            "unit": self.unit,
            "word": self.word,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Origin:
    """The unit of the file that a segment of a translation is, or is a part of.

    Args:
        unit: what the file calls it, or None.
        line: its 1-based line; None where the reader has no line numbers.
        source: its source, as it was read.
        text: its translation, as it was read.
        offset: where the segment begins in the translation, in code points.
    """

    unit: str | None
    line: int | None
    source: str
    text: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Replacement:
    """A stretch of a file, and what is to be written there.

    Args:
        first: line and column, both 1-based and in code points, of its first character.
        last: those after its last one.
        text: what is to be written there.
        description: the change, in words.
    """

    first: tuple[int, int]
    last: tuple[int, int]
    text: str
    description: str


@dataclass(frozen=True, slots=True)
class LocatedFinding:
    """A finding, ready to be shown.

    Args:
        code: its code.
        info: what the code means.
        severity: how bad it is.
        message: one sentence.
        document: the document's id.
        spot: the word it is about.
        others: the words it does not agree with, nearest first.
        counterpart: the text of the other side's segment.
        fix: what would put it right for certain; None = a person must decide.
        origin: the unit of the file; None where texts have no lines in common.
        suggestions: what may put it right, for a person to choose from.
        replacement: what `fix` writes into the file; None where nobody asked, or it cannot be.
    """

    code: str
    info: CodeInfo
    severity: Severity
    message: str
    document: str
    spot: SourceLocation
    others: tuple[SourceLocation, ...]
    counterpart: str
    fix: Fix | None = None
    origin: Origin | None = None
    suggestions: tuple[Fix, ...] = ()
    replacement: Replacement | None = None

    @property
    def edit(self) -> TextEdit | None:
        """What is to be written into the file of the translation to put it right, if that is known.

        ValueError if the fix is outside the segment.
        """
        fix, origin = self.fix, self.origin
        if fix is None or origin is None or self.spot.side != "target":
            return None
        start, end = origin.offset + fix.start, origin.offset + fix.end
        return TextEdit(origin.unit, origin.line, origin.text, start, end, fix.replacement)

    @property
    def fingerprint(self) -> str:
        """A hash of code, document, segment text and word, which survives moved lines."""
        spot = self.spot
        parts = (self.code, self.document, spot.side, spot.text, str(spot.start), spot.word)
        return sha256("\0".join(parts).encode()).hexdigest()[:16]

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "code": self.code,
            "name": self.info.name,
            "severity": str(self.severity),
            "message": self.message,
            "document": self.document,
            "fingerprint": self.fingerprint,
            "place": self.spot.data(),
            "others": [spot.data() for spot in self.others],
            "counterpart": self.counterpart,
            "fix": None if self.fix is None else _fix_data(self.fix),
        }


def _fix_data(fix: Fix) -> dict[str, Any]:
    return {"start": fix.start, "end": fix.end, "replacement": fix.replacement}


def located(
    finding: Finding,
    info: CodeInfo,
    document: Document,
    text: ParallelText,
    files: Files,
    *,
    origins: Callable[[int], Origin | None] = lambda _: None,
) -> LocatedFinding:
    """Place a finding; ValueError if it, or its fix, points outside its document.

    `origins` says what a segment was in the file.
    """
    found = spanned(finding, document)
    return located_spans(found, info, text, files, system=document.system, origins=origins)


def located_spans(
    finding: SpanFinding,
    info: CodeInfo,
    text: ParallelText,
    files: Files,
    *,
    system: str,
    origins: Callable[[int], Origin | None] = lambda _: None,
) -> LocatedFinding:
    """Place a finding whose characters are known; ValueError if its fix is outside its segment.

    Args:
        finding: the finding.
        info: what its code means.
        text: the document as it was read.
        files: its files.
        system: the translation's name.
        origins: says what a segment was in the file.
    """
    spots = [spot_at(span, text, files, system) for span in (finding.place, *finding.others)]
    side: SideName = "source" if finding.place.side == "target" else "target"
    return LocatedFinding(
        code=finding.code,
        info=info,
        severity=finding.severity or info.severity,
        message=finding.message,
        document=text.id,
        spot=spots[0],
        others=tuple(spots[1:]),
        counterpart=_shown(side, finding.place.segment, text, system),
        fix=_checked(finding.fix, spots[0]),
        origin=origins(finding.place.segment),
        suggestions=finding.suggestions,
    )


def _checked(fix: Fix | None, spot: SourceLocation) -> Fix | None:
    if fix is not None and not 0 <= fix.start <= fix.end <= len(spot.text):
        raise ValueError(f"a finding's fix of {fix.start}-{fix.end} lies outside its segment")
    return fix


def origin_of(
    segment: int, segments: Sequence[str], read: ParallelText, rows: Sequence[int] | None
) -> Origin | None:
    """Return what a segment of the only translation was in the file; None where nobody knows.

    Args:
        segment: 0-based.
        segments: the translation's segments, as they are checked.
        read: the document as it was read.
        rows: the line that each segment is of; None = each segment is a line.
    """
    if not read.is_aligned:
        return None
    row, offset = segment, 0
    [(name, masked)] = (*read.references.items(), *read.hypotheses.items())
    lines = read.shown.get(name, masked)
    if rows is not None:
        row = rows[segment]
        end = 0
        for number in range(rows.index(row), segment + 1):
            offset = max(masked[row].find(segments[number], end), 0)
            end = offset + len(segments[number])
    return Origin(
        unit=(read.units[row] or None) if read.units else None,
        line=read.lines[row] if read.lines else None,
        source=read.shown.get("", read.source)[row],
        text=lines[row],
        offset=offset,
    )


def relative_name(file: str) -> str:
    """Return a file's name as code hosts want it: from the working folder on, with slashes."""
    path = Path(file)
    folder = Path.cwd()
    return (path.relative_to(folder) if path.is_relative_to(folder) else path).as_posix()


def source_location(
    place: TokenRef, document: Document, read: ParallelText, files: Files
) -> SourceLocation:
    """Return where a word of a document is; ValueError if the document does not have it.

    Args:
        place: the word.
        document: where it is a word.
        read: the document as it was read.
        files: its files.
    """
    return spot_at(span_of(place, document), read, files, document.system)


def spot_at(span: Span, read: ParallelText, files: Files, system: str) -> SourceLocation:
    """Return where some characters of a document are in its files.

    Args:
        span: the characters.
        read: the document as it was read.
        files: its files.
        system: the translation's name.
    """
    side, segment, start, end = span
    places = read.source_places if side == "source" else read.places.get(system, ())
    stands = place_at(places[segment], start) if places else None
    if stands is not None:
        line, column = (stands.line if read.lines else None), stands.column
    else:
        line, column = (read.lines[segment] if segment < len(read.lines) else None), start + 1
    named = stands.name if stands is not None else ""
    file = read.files.get("" if side == "source" else system)
    return SourceLocation(
        side=side,
        file=file or (files.source if side == "source" else files.target),
        line=line,
        column=column if line and files.has_columns else None,
        segment=segment,
        start=start,
        end=end,
        text=_shown(side, segment, read, system),
        unit=named or ((read.units[segment] or None) if segment < len(read.units) else None),
    )


def _shown(side: SideName, segment: int, read: ParallelText, system: str) -> str:
    """Return a segment as in its file, with what was masked for the checks."""
    masked = read.source if side == "source" else {**read.references, **read.hypotheses}[system]
    return read.shown.get("" if side == "source" else system, masked)[segment]
