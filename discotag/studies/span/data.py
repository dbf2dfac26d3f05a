"""A span study as JSON, schema `discotag-span/1`; what is undefined or was not searched is null."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from discotag.core.results import Recommended, Share, SpanRow, SpanStudy, SpanText

SCHEMA = "discotag-span/1"


def span_data(study: SpanStudy) -> dict[str, Any]:
    """Return a study as plain data; a side of a window is null where it is the whole document."""
    how = study.resampling
    return {
        "schema": SCHEMA,
        "reaches": list(study.reaches),
        "wanted": list(study.wanted),
        "resampling": {"samples": how.samples, "seed": how.seed, "least": how.least},
        "texts": [_text(text) for text in study.texts],
        "rows": [_row(row) for row in study.rows],
        "notes": list(study.notes),
    }


def _text(text: SpanText) -> dict[str, Any]:
    return {
        "name": text.name,
        "pair": text.pair,
        "documents": text.documents,
        "segments": text.segments,
        "longest": text.longest,
        "phenomena": {
            name: {**told, "is_searched_ahead": text.is_searched_ahead.get(name)}
            for name, told in text.phenomena.items()
        },
        "signature": text.signature or None,
    }


def _row(row: SpanRow) -> dict[str, Any]:
    return {
        "text": row.text,
        "phenomenon": row.phenomenon,
        "label": row.label,
        "domain": row.domain,
        "known": row.known,
        "unknown": row.unknown,
        "documents": row.documents,
        "distances": [list(pair) for pair in row.distances.items()],
        "spans": [list(pair) for pair in row.spans.items()],
        "resolved": [
            {**window._asdict(), **_share(share)} for window, share in row.resolved.items()
        ]
        or None,
        "recommended": {
            "previous_alone": [_recommended(item) for item in row.alone] or None,
            "previous_and_following": [_recommended(item) for item in row.both] or None,
        },
    }


def _share(share: Share) -> dict[str, Any]:
    return {"share": share.value, "interval": share.interval}


def _recommended(item: Recommended) -> dict[str, Any]:
    return {
        "wanted": item.wanted,
        "window": None if item.window is None else item.window._asdict(),
        "resolved": None if item.resolved is None else asdict(item.resolved),
        "sizes": item.sizes,
    }
