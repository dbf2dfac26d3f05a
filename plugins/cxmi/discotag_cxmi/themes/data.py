"""Themes as data: for JSON, and the examples that a new phenomenon begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag_cxmi.themes.notes import notes_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Interval
    from discotag_cxmi.themes.figures import Mean, Themes, TopWord

SCHEMA = "discotag-themes/1"
EXAMPLES_SCHEMA = "discotag-examples/1"
FORMS = 50
"""Forms that examples carry."""

Languages = tuple[str | None, str | None]


def data(themes: Themes) -> dict[str, Any]:
    """Return everything, in nats; what is undefined is None."""
    return {
        "schema": SCHEMA,
        "unit": "nats",
        "size": themes.size,
        "documents": themes.documents,
        "segments": themes.segments,
        "words": themes.words,
        "samples": themes.samples,
        "seed": themes.seed,
        "least": themes.least,
        "overall": _mean(themes.overall),
        "upos": [_mean(mean) for mean in themes.upos],
        "kinds": [_mean(mean) for mean in themes.kinds],
        "forms": [_mean(mean) for mean in themes.vocabulary],
        "tags": None
        if themes.tags is None
        else [
            {
                "phenomenon": item.phenomenon,
                "label": item.label,
                "tagged": _mean(item.tagged),
                "others": None if item.others is None else _mean(item.others),
                "difference": item.difference,
                "interval": _interval(item.interval),
            }
            for item in themes.tags
        ],
        "top": _words(themes.top),
        "untagged": None if themes.untagged is None else _words(themes.untagged),
        "notes": notes_on(themes),
    }


def examples(themes: Themes, languages: Languages) -> dict[str, Any]:
    """Return a skeleton of a phenomenon: the words found, in their contexts, names left to fill in.

    Where tags are known, these are words that no known phenomenon explains.
    """
    return {
        "schema": EXAMPLES_SCHEMA,
        "phenomenon": None,
        "summary": None,
        "source_language": languages[0],
        "target_language": languages[1],
        "size": themes.size,
        "unit": "nats",
        "forms": [
            _mean(mean)
            for mean in themes.vocabulary[:FORMS]
            if mean.interval is None or mean.interval.low > 0
        ],
        "examples": _words(themes.top if themes.untagged is None else themes.untagged),
    }


def _words(found: Sequence[TopWord]) -> list[dict[str, Any]]:
    return [
        {
            "document": item.segment.document,
            "segment": item.segment.index,
            "start": item.word.start,
            "end": item.word.end,
            "form": item.word.form,
            "pcxmi": round(item.word.gain, 6),
            "upos": item.word.upos,
            "kinds": list(item.word.kinds),
            "tags": None if item.word.tags is None else [list(tag) for tag in item.word.tags],
            "source": item.segment.source,
            "target": item.segment.target,
            "source_context": [line.source for line in item.segment.earlier],
            "target_context": [line.target for line in item.segment.earlier],
        }
        for item in found
    ]


def _mean(mean: Mean) -> dict[str, Any]:
    return {
        "name": mean.name,
        "count": mean.count,
        "documents": mean.documents,
        "mean": mean.mean,
        "interval": _interval(mean.interval),
    }


def _interval(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]
