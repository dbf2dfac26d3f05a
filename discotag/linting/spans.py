"""Findings by the characters they are about, which need no analysis to be shown again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from discotag.core.findings import Fix, Severity

if TYPE_CHECKING:
    from discotag.core.document import Document, SideName
    from discotag.core.findings import Finding
    from discotag.core.tags import TokenRef


class Span(NamedTuple):
    """A word of a document.

    Args:
        side: `source` or `target`.
        segment: 0-based.
        start: offset of its first character in the segment.
        end: offset behind its last one.
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
        place=span_of(finding.place, document),
        others=tuple(span_of(place, document) for place in finding.others),
        severity=finding.severity,
        fix=finding.fix,
        suggestions=finding.suggestions,
    )


def span_of(place: TokenRef, document: Document) -> Span:
    """Return where a word stands; ValueError if it stands nowhere in its document."""
    side, segment, token = place
    if side not in {"source", "target"}:
        raise ValueError(f"a place on side {side!r}; there are source and target")
    text = document.source if side == "source" else document.target
    if not 0 <= segment < len(text) or not 0 <= token < len(text[segment]):
        raise ValueError(f"a place points to {side} token {token} of segment {segment},"
                         " which does not exist")  # fmt: skip
    tokens = text[segment]
    return Span(side, segment, tokens.starts[token], tokens.ends[token])


def packed(found: SpanFinding) -> list[Any]:
    """Return a finding as plain data."""
    severity = None if found.severity is None else str(found.severity)
    fix = None if found.fix is None else _packed_fix(found.fix)
    instead = [_packed_fix(each) for each in found.suggestions]
    return [found.code, found.message, found.place, found.others, severity, fix, instead]


def _packed_fix(fix: Fix) -> list[Any]:
    return [fix.start, fix.end, fix.replacement]


def unpacked(data: Any) -> SpanFinding:
    """Return a finding again; ValueError or TypeError where it is none."""
    code, message, place, others, severity, fix, instead = data
    if not isinstance(code, str) or not isinstance(message, str):
        raise TypeError("no finding")
    return SpanFinding(
        code,
        message,
        _unpacked_span(place),
        tuple(map(_unpacked_span, others)),
        None if severity is None else Severity(severity),
        None if fix is None else Fix(*fix),
        tuple(Fix(*each) for each in instead),
    )


def _unpacked_span(data: Any) -> Span:
    side, *numbers = data
    if side not in {"source", "target"} or not all(isinstance(one, int) for one in numbers):
        raise ValueError("no span")
    segment, start, end = numbers
    return Span(cast("SideName", side), segment, start, end)
