"""Explained words on disk and as figures: `attribution.jsonl`, a word per line, and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from discotag_cxmi.attribution.agreement import is_evidence
from discotag_cxmi.positions import written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_cxmi.attribution.agreement import Agreement
    from discotag_cxmi.attribution.cues import Explained
    from discotag_cxmi.measure.contexts import Text

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
