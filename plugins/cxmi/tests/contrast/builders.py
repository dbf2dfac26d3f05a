"""Small sets and runs."""

from __future__ import annotations

from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.judging import Runs


def item(name, *targets, right=0, **more):
    """Build an item whose translations are these, or two that are made up."""
    texts = targets or (f"{name} oui", f"{name} non")
    return Item(
        id=name,
        source=more.pop("source", f"{name} yes"),
        candidates=tuple(Candidate(text, more.get("context", ())) for text in texts),
        right=right,
        source_context=more.get("context", ()),
        **{key: value for key, value in more.items() if key != "context"},
    )


def runs(items, unit="nats", **scores):
    """Build runs: name → a tuple of scores for each item."""
    return Runs(tuple(items), {name: tuple(values) for name, values in scores.items()}, unit)
