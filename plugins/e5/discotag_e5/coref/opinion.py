"""What another resolver says of the same text: a second opinion that the ranker weighs."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.plugin import Mention, Resolution
    from discotag_e5.coref.chains import Chain
    from discotag_e5.coref.mentions import Phrase

    Floats = NDArray[np.float32]

OWN, PAIR = 3, 4
"""How many features of a mention and of a pair there are."""
LEAST = 0.002
"""Shares are kept this far from 0 and 1 before they become log-odds."""
SPREAD = 6.0
"""What log-odds are divided by."""


class Opinion:
    """What a resolver says of the mentions of one text.

    Args:
        found: the mentions, in text order.
        resolution: what the resolver makes of them, None without one: then every feature is 0.

    Attributes:
        own: features of each mention, (mentions, `OWN`): whether the resolver weighed it, the
            probability that it stands for none of what was weighed, whether it belongs to a
            mention before it.
    """

    def __init__(self, found: Sequence[Phrase], resolution: Resolution | None) -> None:
        self.own: Floats = np.zeros((len(found), OWN), dtype=np.float32)
        self._weighed: dict[int, list[tuple[set[int], float]]] = {}
        self._before: dict[int, int] = {}
        if resolution is None:
            return
        places = _places(found)
        for cluster in resolution.alternatives:
            *before, last = (_place(places, mention) for mention in cluster.mentions)
            if last is not None and cluster.scores:
                held = {place for place in before if place is not None}
                self._weighed.setdefault(last, []).append((held, cluster.scores[-1]))
        for cluster in resolution.clusters:
            known = [_place(places, mention) for mention in cluster.mentions]
            ordered = sorted({place for place in known if place is not None})
            self._before.update(zip(ordered[1:], ordered, strict=False))
        for place, weighed in self._weighed.items():
            none = 1 - sum(share for _, share in weighed)
            self.own[place, :2] = 1.0, min(max(none, 0.0), 1.0)
        self.own[list(self._before), 2] = 1.0

    def pairs(self, place: int, candidates: Sequence[tuple[Chain, int]]) -> Floats:
        """Return what the resolver says of a mention and chains, (candidates, `PAIR`).

        The probability of the chain, its log-odds, whether it is the likeliest, whether the
        resolver put the mention into one cluster with a mention of the chain.
        """
        shown = np.zeros((len(candidates), PAIR), dtype=np.float32)
        weighed, before = self._weighed.get(place), self._before.get(place)
        if weighed is None and before is None:
            return shown
        for row, (chain, _) in enumerate(candidates):
            if weighed is not None:
                share = min(_share(weighed, chain.places), 1 - LEAST)
                odds = log(max(share, LEAST) / (1 - max(share, LEAST)))
                shown[row, :2] = share, odds / SPREAD
            shown[row, 3] = before is not None and before in chain.places
        if weighed is not None and shown[:, 0].any():
            shown[shown[:, 0].argmax(), 2] = 1.0
        return shown


def _share(weighed: Iterable[tuple[set[int], float]], places: Sequence[int]) -> float:
    return sum(share for held, share in weighed if not held.isdisjoint(places))


def _places(found: Sequence[Phrase]) -> Mapping[tuple[int, int], list[tuple[int, int, int]]]:
    """Return the places of mentions by segment and head, each with start and end."""
    places: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for place, phrase in enumerate(found):
        own = phrase.mention
        places.setdefault((own.segment, own.head), []).append((place, own.start, own.end))
    return places


def _place(
    places: Mapping[tuple[int, int], list[tuple[int, int, int]]], mention: Mention
) -> int | None:
    """Return the mention with the same head whose ends are nearest."""
    same = places.get((mention.segment, mention.head), ())
    nearest = min(
        same,
        key=lambda item: abs(item[1] - mention.start) + abs(item[2] - mention.end),
        default=None,
    )
    return None if nearest is None else nearest[0]
