"""Explained words on disk and as figures: `attribution.jsonl`, a word per line, and JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from discotag.plugin import count_noun
from discotag.plugin.pages import page_policy, page_templates
from discotag.plugin.statistics import wilson
from discotag_cxmi.attribution.explaining import where
from discotag_cxmi.contrast.figures import signed
from discotag_cxmi.examples import written

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.plugin import Interval
    from discotag_cxmi.attribution.explaining import Cue, Explained, Place, Side
    from discotag_cxmi.measure.texts import Text


SCHEMA = "discotag-attribution/1"
FILE = "attribution.jsonl"
FIGURES = "attribution.json"
FIGURES_SCHEMA = "discotag-attribution-figures/1"
DECIMALS = 6


def line_of(item: Explained, text: Text) -> str:
    """Return a word as a line of JSON; effects in nats, the largest first."""
    places = written(text.target_places, item.place.segment)
    data = {
        "schema": SCHEMA,
        "document": item.document,
        "segment": item.place.segment,
        "start": item.place.start,
        "end": item.place.end,
        **({} if places is None else {"places": places}),
        "form": item.form,
        "pcxmi": round(item.pcxmi, DECIMALS),
        "cues": [
            {
                "side": cue.place.side,
                "segment": cue.place.segment,
                "start": cue.place.start,
                "end": cue.place.end,
                "form": cue.form,
                "effect": round(cue.effect, DECIMALS),
                "evidence": is_evidence(cue, item.evidence),
            }
            for cue in item.cues
        ],
    }
    return json.dumps(data, ensure_ascii=True, separators=(",", ":")) + "\n"


def figures(
    about: dict[str, Any], explained: Sequence[Explained], found: Agreement, notes: Sequence[str]
) -> dict[str, Any]:
    """Return what is printed, as plain data."""
    return {
        "schema": FIGURES_SCHEMA,
        **about,
        "explained": len(explained),
        "agreement": found.describe() if found.words else None,
        "notes": list(notes),
    }


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often the context word with the largest effect is evidence.

    Args:
        words: explained words with evidence among the words of their context.
        hits: those whose context word with the largest effect is evidence.
        expected: share that a word drawn at random would hit.
        rank: mean over words of 1 / the rank of the first evidence (mean reciprocal rank).
    """

    words: int
    hits: int
    expected: float
    rank: float

    @property
    def share(self) -> float:
        """Share of hits."""
        return self.hits / self.words if self.words else 0.0

    @property
    def interval(self) -> Interval | None:
        """Wilson's interval of the share at 95 %; words of a document are taken as independent."""
        return wilson(self.hits, self.words) if self.words else None

    def describe(self) -> dict[str, Any]:
        """Return it as plain data."""
        span = self.interval
        return {
            "words": self.words,
            "hits": self.hits,
            "share": self.share,
            "interval": None if span is None else [span.low, span.high],
            "expected": self.expected,
            "reciprocal_rank": self.rank,
        }


def agreement(explained: Iterable[Explained]) -> Agreement:
    """Count how often the context word with the largest effect is evidence."""
    words = hits = 0
    expected = rank = 0.0
    for item in explained:
        places = [
            number for number, cue in enumerate(item.cues, 1) if is_evidence(cue, item.evidence)
        ]
        if places:
            words += 1
            hits += places[0] == 1
            expected += len(places) / len(item.cues)
            rank += 1 / places[0]
    return Agreement(words, hits, expected / max(words, 1), rank / max(words, 1))


def is_evidence(cue: Cue, evidence: Sequence[Place]) -> bool:
    """Return whether a context word overlaps evidence."""
    return any(cue.place.overlaps(place) for place in evidence)


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
