"""Long documents, piece by piece: what was found in a piece is kept, and known again by its text.

A change of one segment in 10,000 costs the pieces that it may affect. Checks that declare how far
they look (`CheckInfo.reach`) see a piece with the segments around it; the others see the whole
document, as soon as any of it has changed. A long document is always checked in this way, with a
cache and without, so that the cache changes no finding.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast
from zlib import crc32

from discotag.plugin import Mark, TaggedDocument, TokenRef
from discotag.plugin.files import key_of, parse_json
from discotag.plugin.tagging import LAG, excerpt, identity_of
from discotag_lint.check import Fix, Severity
from discotag_lint.locations import Span, SpanFinding, spanned

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import ParallelText, SideName
    from discotag.plugin.runs import Stages
    from discotag_lint.run import RunningCheck


LONG = 400
"""Segments of a document from which on it is checked in pieces."""
LEAST, MOST = 64, 256
"""Segments of a piece."""
OFTEN = 128
"""Of so many segments one begins a piece, by its text: an insertion moves no later border."""
MARGIN = 30
"""Segments before and after a piece that are seen with it, at least."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a document (half-open), and where what is seen with it begins and ends."""

    first: int
    last: int
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a piece: its marks, and the findings of each check; its first segment is 0."""

    marks: tuple[Mark, ...]
    findings: tuple[tuple[SpanFinding, ...], ...]


def pieces(source: Sequence[str], margin: int) -> Iterator[Piece]:
    """Yield the pieces of a document; their borders follow from its segments' texts."""
    first, size = 0, len(source)
    for place in range(1, size + 1):
        length = place - first
        is_border = length >= LEAST and crc32(source[place - 1].encode()) % OFTEN == 0
        if place == size or is_border or length == MOST:
            yield Piece(first, place, max(first - margin, 0), min(place + margin, size))
            first = place


class PieceLinter:
    """Checks long documents.

    Args:
        stages: the plan's components, created.
        checks: the plan's checks, created.
    """

    def __init__(self, stages: Stages, checks: Sequence[RunningCheck]) -> None:
        self._stages = stages
        self._near = [check for check in checks if check.info.reach is not None]
        self._whole = [check for check in checks if check.info.reach is None]
        self._order = [*checks]
        self._margin = max([MARGIN, *(check.info.reach or 0 for check in checks)])
        self._phenomena = frozenset().union(*(check.info.phenomena for check in self._whole))
        self._identity = self._told() if stages.plan.config.on_error == "stop" else None

    def is_for(self, text: ParallelText) -> bool:
        """Return whether a document is so long that it is checked here."""
        is_long = text.is_aligned and len(text.source) > LONG
        return is_long and self._identity is not None and bool(self._near)

    def findings(self, text: ParallelText) -> list[SpanFinding]:
        """Return what the checks find in a document with one translation, check by check.

        Raises:
            ComponentError: a component failed.
        """
        found: dict[str, list[SpanFinding]] = {check.info.name: [] for check in self._order}
        marks: list[Mark] = []
        places = list(pieces(text.source, self._margin))
        cuts = [excerpt(text, piece.begin, piece.end) for piece in places]
        keys = [self._key(piece, cut) for piece, cut in zip(places, cuts, strict=True)]
        known = self._kept(keys, len(self._near))
        for piece, cut, key in zip(places, cuts, keys, strict=True):
            own = known.get(key)
            if own is None:
                own = self._of_piece(piece, cut)
                self._keep(key, own)
            marks += [_moved_mark(mark, piece.first) for mark in own.marks]
            for check, items in zip(self._near, own.findings, strict=True):
                found[check.info.name] += [item.moved(piece.first) for item in items]
        for check, of_all in zip(self._whole, self._of_whole(text, marks, keys), strict=True):
            found[check.info.name] += of_all
        return [item for check in self._order for item in found[check.info.name]]

    def _of_piece(self, piece: Piece, cut: ParallelText) -> Found:
        """Tag and check a piece with the segments around it."""
        (tagged,) = self._stages.tag_batch([cut])
        (document,) = (*tagged.references.values(), *tagged.hypotheses.values())
        shift, size = piece.first - piece.begin, piece.last - piece.first
        findings = []
        for check in self._near:
            own = check.findings(document, spanned, text=cut)
            moved = (item.moved(-shift) for item in own)
            findings.append(tuple(item for item in moved if 0 <= item.place.segment < size))
        marks = (
            _moved_mark(mark, -shift)
            for mark in document.marks
            if mark.phenomenon in self._phenomena
        )
        inside = tuple(mark for mark in marks if 0 <= mark.segment < size)
        return Found(inside, tuple(findings))

    def _of_whole(
        self, text: ParallelText, marks: Sequence[Mark], keys: Sequence[bytes]
    ) -> Sequence[Sequence[SpanFinding]]:
        """Return the findings of the checks that need the whole document."""
        if not self._whole:
            return ()
        key = key_of("lint whole", self._identity or "", *(key.hex() for key in keys))
        known = self._kept([key], len(self._whole)).get(key)
        if known is None:
            layers = frozenset().union(*(check.info.layers for check in self._whole))
            document = self._stages.document(text, layers)
            tagged = TaggedDocument(document, tuple(marks), (), self._stages.plan.phenomena)
            known = Found(
                (),
                tuple(tuple(check.findings(tagged, spanned, text=text)) for check in self._whole),
            )
            self._keep(key, known)
        return known.findings

    def _told(self) -> str | None:
        """Return what the findings depend on besides the texts; None where that is unknown."""
        acting = self._stages.components.acting
        parts = [
            self._stages.components.identity(),
            *(identity_of(check.planned, check.digest, acting=acting) for check in self._order),
        ]
        return None if None in parts else json.dumps(parts)

    def _key(self, piece: Piece, cut: ParallelText) -> bytes:
        """Return what a piece is known by: all texts of it, and what checks them."""
        ((name, target),) = (*cut.references.items(), *cut.hypotheses.items())
        role = "reference" if cut.references else "hypothesis"
        shown = [*cut.shown.get("", ()), "\0", *cut.shown.get(name, ())]
        sizes = f"{piece.first - piece.begin} {piece.last - piece.first} {self._margin}"
        facts = (self._identity or "", sizes, cut.id, cut.domain or "", role, name)
        return key_of("lint piece", *facts, *cut.source, "\0", *target, "\0", *shown)

    def _kept(self, keys: Sequence[bytes], checks: int) -> dict[bytes, Found]:
        """Return what the cache has; what is not well-formed is made again."""
        store = self._stages.cache.store
        found: dict[bytes, Found] = {}
        for key, data in ({} if store is None else store.get(list(dict.fromkeys(keys)))).items():
            try:
                own = _read(data)
            except (ValueError, TypeError, KeyError, AttributeError, IndexError):
                continue
            if len(own.findings) == checks:
                found[key] = own
        if store is not None and found:
            store.touch(list(found), now=time.time(), lag=LAG)
        return found

    def _keep(self, key: bytes, found: Found) -> None:
        store = self._stages.cache.store
        if store is not None:
            store.put({key: _written(found)}, now=time.time())


def _moved_mark(mark: Mark, by: int) -> Mark:
    evidence = tuple(
        TokenRef(place.side, place.segment + by, place.token) for place in mark.evidence
    )
    return replace(mark, segment=mark.segment + by, evidence=evidence)


def _written(found: Found) -> bytes:
    marks = [
        [
            mark.phenomenon,
            mark.label,
            mark.segment,
            mark.token,
            mark.source_tokens,
            mark.evidence,
            mark.is_unresolved,
            mark.needed,
        ]
        for mark in found.marks
    ]
    findings = [[_packed(item) for item in own] for own in found.findings]
    return json.dumps([marks, findings], ensure_ascii=False).encode("utf-8", "surrogatepass")


def _read(data: bytes) -> Found:
    marks, findings = parse_json(data)
    return Found(
        tuple(_mark(*item) for item in marks),
        tuple(tuple(_unpacked(item) for item in own) for own in findings),
    )


def _mark(phenomenon: str, label: str, segment: int, token: int, *more: Any) -> Mark:
    sources, evidence, is_unresolved, needed = more
    places = tuple(TokenRef(*place) for place in evidence)
    return Mark(phenomenon, label, segment, token, tuple(sources), places, is_unresolved, needed)


def _packed(found: SpanFinding) -> list[Any]:
    """Return a finding as plain data."""
    severity = None if found.severity is None else str(found.severity)
    fix = None if found.fix is None else _packed_fix(found.fix)
    instead = [_packed_fix(each) for each in found.suggestions]
    return [found.code, found.message, found.place, found.others, severity, fix, instead]


def _packed_fix(fix: Fix) -> list[Any]:
    return [fix.start, fix.end, fix.replacement]


def _unpacked(data: Any) -> SpanFinding:
    """Return a finding again; ValueError or TypeError if it is not a finding."""
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
