"""Finds connectives of the reference where a system has none (dip 7.1).

The reference's words must be connectives by the annotator's judgement; in a system's segment any
listed word counts as one, whatever it does there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.connectives.layer import LAYER, connectives
from discotag_dip.items import Failure, Item, Occurrence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_dip.connectives.layer import Found
    from discotag_dip.corpus import Bundle

LAYERS = frozenset({"source.tokens", "target.tokens", "target.pos", f"target.{LAYER}", "alignment"})


def find(bundle: Bundle) -> Iterator[Item]:
    """Yield the items of a document: a connective each, in text order."""
    reference = bundle.reference
    for segment in range(len(reference)):
        failing = [
            name
            for name, text in bundle.systems.items()
            if text.target.segments[segment].strip() and not connectives(text.target, segment)
        ]
        if not failing:
            continue
        for found in connectives(reference.target, segment):
            if found.is_likely:
                yield _item(bundle, segment, found, failing)


def _item(bundle: Bundle, segment: int, found: Found, failing: list[str]) -> Item:
    reference = bundle.reference
    return Item.of(
        "connectives",
        reference,
        range(segment, segment + 1),
        place=f"{found.form}@{found.tokens[0]}",
        focus=found.form,
        occurrences=tuple(Occurrence.at(reference, segment, token) for token in found.tokens),
        facts={"sense": found.sense},
        failures=tuple(
            Failure(
                system=name,
                text=(bundle.systems[name].target.segments[segment],),
                got=None,
                kind="omission",
            )
            for name in failing
        ),
    )
