"""Words of the third person that address somebody: they follow the form of address beside them.

Brazilian *seu*, *lhe* and a verb without a subject go with familiar *você* and with polite *o
senhor* alike (Cunha & Cintra, Nova gramática do português contemporâneo, ch. 11, on *formas de
tratamento*). What their speaker calls the other says which it is.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from discotag.core.explanations import Trace
    from discotag.core.tags import TokenRef

RULE = "the form of address beside it"
DASHES = ("—", "–", "-", "―")
"""Signs that open a turn of a dialogue."""


class Fitting(NamedTuple):
    """A word that bears a class.

    Args:
        place: where it stands.
        label: its class.
        yields_to: the class that it has where the form of address beside it has that; None for a
            word that is certain.
        is_hint: whether it bears no mark.
    """

    place: TokenRef
    label: str
    yields_to: str | None = None
    is_hint: bool = False


def settled(
    found: Sequence[Fitting],
    voice: Callable[[TokenRef], Hashable],
    segments: Sequence[str],
    why: Trace | None = None,
) -> dict[TokenRef, str]:
    """Return the class of each mark of a document, in the order of `found`.

    A word that yields has the class it yields to where the nearest certain word (in segments, then
    in tokens; of two as near the one before) has that class. It is looked for in the turns of the
    same speaker, where lines that begin with a dash take turns, then in the voice.

    Args:
        found: the words that bear a class.
        voice: the voice in which a place stands.
        segments: the document's target, line by line.
        why: where reasons are told.
    """
    labels = {one.place: one.label for one in found if not one.is_hint}
    if all(one.yields_to is None for one in found):
        return labels
    speakers = turns(segments)
    certain: dict[Hashable, list[Fitting]] = defaultdict(list)
    for one in found:
        if one.yields_to is None:
            certain[voice(one.place)].append(one)
            certain[voice(one.place), speakers[one.place.segment]].append(one)
    for place, _, other, _ in found:
        if other is None:
            continue
        own = voice(place), speakers[place.segment]
        nearest = _nearest(place, certain[own] or certain[voice(place)])
        if nearest is not None and nearest.label == other:
            labels[place] = other
            if why is not None:
                why.mark(place, RULE, f"a word of class {other} stands nearest, so it is {other}")
    return labels


def turns(segments: Sequence[str]) -> list[tuple[int, int] | None]:
    """Return who speaks in lines that begin with a dash: the dialogue's number, and 0 or 1 in turn.

    None for other lines. Lists with dashes look the same; their lines take turns, too, which does
    no harm where all of them speak to one reader.

    Example:
        >>> turns(["He came.", "— Yes?", "— No.", "— Why?"])
        [None, (1, 0), (1, 1), (1, 0)]
    """
    found: list[tuple[int, int] | None] = []
    first = 0
    for number, segment in enumerate(segments):
        is_turn = segment.lstrip().startswith(DASHES)
        first = first if is_turn else number + 1
        found.append((first, (number - first) % 2) if is_turn else None)
    return found


def _nearest(place: TokenRef, certain: Iterable[Fitting]) -> Fitting | None:
    return min(certain, key=lambda one: _distance(place, one.place), default=None)


def _distance(place: TokenRef, other: TokenRef) -> tuple[int, int, bool]:
    return (
        abs(place.segment - other.segment),
        abs(place.token - other.token) if place.segment == other.segment else 0,
        place < other,
    )
