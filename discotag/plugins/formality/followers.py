"""Words of the third person that address somebody: they follow the form of address beside them.

Brazilian *seu*, *lhe* and a verb without a subject go with familiar *você* and with polite *o
senhor* alike (Cunha & Cintra, Nova gramática do português contemporâneo, ch. 11, on *formas de
tratamento*). What their voice calls the other says which it is.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from discotag.core.explanations import Trace
    from discotag.core.tags import TokenRef

RULE = "the form of address in its voice"


def followed(
    labels: Mapping[TokenRef, str],
    yielding: Mapping[TokenRef, str],
    voice: Callable[[TokenRef], Hashable],
    why: Trace | None = None,
) -> dict[TokenRef, str]:
    """Return the words that take the class they yield to.

    Args:
        labels: place → class of all marks of a document.
        yielding: place → the class that a word yields to; places that are not in it are certain.
        voice: the voice in which a place stands.
        why: where reasons are told.

    Returns:
        Place → class, of those whose nearest certain word (in segments, then in tokens; of two as
        near the one before) has the class that they yield to, and is of their voice.
    """
    if not yielding:
        return {}
    certain: dict[Hashable, list[TokenRef]] = defaultdict(list)
    for place in labels:
        if place not in yielding:
            certain[voice(place)].append(place)
    found = {}
    for place, other in yielding.items():
        beside = certain[voice(place)]
        nearest = min(beside, key=lambda one: _distance(place, one), default=None)
        if nearest is not None and labels[nearest] == other:
            found[place] = other
            if why is not None:
                why.mark(place, RULE, f"a word of class {other} stands nearest, so it is {other}")
    return found


def _distance(place: TokenRef, other: TokenRef) -> tuple[int, int, bool]:
    return (
        abs(place.segment - other.segment),
        abs(place.token - other.token) if place.segment == other.segment else 0,
        place < other,
    )
