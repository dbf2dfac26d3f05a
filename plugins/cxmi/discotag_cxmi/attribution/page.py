"""Explained words as one page of HTML that needs nothing else: no network, no script."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from discotag.plugin import count_noun
from discotag.plugin.pages import page_policy, page_templates
from discotag_cxmi.attribution.agreement import is_evidence
from discotag_cxmi.attribution.cues import where
from discotag_cxmi.contrast.tables import signed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_cxmi.attribution.agreement import Agreement
    from discotag_cxmi.attribution.cues import Cue, Explained, Side
    from discotag_cxmi.measure.contexts import Text

SHADES = 4
"""Shades of a context word, by its share of the largest effect."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a line: its text, a shade (0 = none), whether it is evidence, and its effect."""

    text: str
    shade: int = 0
    is_evidence: bool = False
    effect: float | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """A word with its context, lines oldest first."""

    item: Explained
    source: tuple[tuple[Piece, ...], ...]
    target: tuple[tuple[Piece, ...], ...]
    source_line: str
    before: str
    after: str
    where: str = ""


def page(
    explained: Sequence[Explained],
    texts: Sequence[Text],
    found: Agreement,
    notes: Sequence[str],
    languages: tuple[str | None, str | None] = (None, None),
) -> Iterator[str]:
    """Yield the page piece by piece; all text from files is escaped."""
    from markupsafe import Markup

    style = (files("discotag_cxmi.themes") / "web" / "page.css").read_text(encoding="utf-8")
    style += (files("discotag_cxmi.attribution") / "web" / "cues.css").read_text(encoding="utf-8")
    by_id = {text.id: text for text in texts}
    yield from (
        page_templates(
            "discotag_cxmi.attribution", number=lambda value: signed(value, 3), amount=count_noun
        )
        .get_template("page.html.j2")
        .generate(
            entries=[_entry(item, by_id[item.document]) for item in explained],
            agreement=found,
            notes=notes,
            source=languages[0],
            target=languages[1],
            policy=page_policy(style),
            style=Markup(style),
        )
    )


def _entry(item: Explained, text: Text) -> Entry:
    largest = max((cue.effect for cue in item.cues), default=0.0)
    line = text.target[item.place.segment]
    sides: dict[Side, tuple[tuple[Piece, ...], ...]] = {"source": (), "target": ()}
    for side in sides:
        lines = text.source if side == "source" else text.context
        segments = sorted({cue.place.segment for cue in item.cues if cue.place.side == side})
        sides[side] = tuple(
            tuple(
                _pieces(
                    lines[segment],
                    [cue for cue in item.cues if cue.place[:2] == (side, segment)],
                    item,
                    largest,
                )
            )
            for segment in segments
        )
    return Entry(
        item,
        sides["source"],
        sides["target"],
        text.source[item.place.segment],
        line[: item.place.start],
        line[item.place.end :],
        where(item.place, text),
    )


def _pieces(line: str, cues: Sequence[Cue], item: Explained, largest: float) -> Iterator[Piece]:
    at = 0
    for cue in sorted(cues, key=lambda cue: cue.place.start):
        if cue.place.start < at:
            continue
        if cue.place.start > at:
            yield Piece(line[at : cue.place.start])
        share = max(cue.effect, 0.0) / largest if largest > 0 else 0.0
        shade = min(int(share * SHADES + 0.5), SHADES)
        yield Piece(cue.form, shade, is_evidence(cue, item.evidence), cue.effect)
        at = cue.place.end
    if at < len(line):
        yield Piece(line[at:])
