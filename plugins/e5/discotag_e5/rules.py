"""Rules by which the links of two aligners become those of one.

The second aligner is the one that is trusted; the first fills what it leaves free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from discotag.plugin import Alignment
from discotag_e5.curves import Curve

if TYPE_CHECKING:
    from collections.abc import Iterable

    Link = tuple[int, int]
    Scored = dict[Link, float]

Rule = Literal["union", "fill", "best", "learned"]
BARE = 0.5
"""Confidence of a link whose aligner tells none."""
RIGHT = Curve(-0.38, 0.9)
"""From 1 - (1 - a)(1 - b) to the share of links that are right, fitted to lexicon+e5 (README)."""


def union(first: Alignment, second: Alignment) -> Alignment:
    """Return all links of both."""
    return _with_scores({*first.links, *second.links}, first, second)


def fill(first: Alignment, second: Alignment) -> Alignment:
    """Return the second's links, and those of the first of which a word at least is free in it."""
    sources, targets = _words(second.links)
    more = {(i, j) for i, j in first.links if i not in sources or j not in targets}
    return _with_scores({*second.links, *more}, first, second)


def best(first: Alignment, second: Alignment, possible: Alignment) -> Alignment:
    """Return what the second links, or holds possible and the first links; then what both left out.

    Args:
        first: links of the first.
        second: links of the second.
        possible: all that the second holds possible.
    """
    agreed = {*second.links, *({*first.links} & {*possible.links})}
    sources, targets = _words(agreed)
    more = {(i, j) for i, j in first.links if i not in sources and j not in targets}
    return _with_scores(agreed | more, first, second)


def _words(links: Iterable[Link]) -> tuple[set[int], set[int]]:
    both = list(links)
    return {i for i, _ in both}, {j for _, j in both}


def _with_scores(links: set[Link], first: Alignment, second: Alignment) -> Alignment:
    """Return links with confidences: a link is wrong only if both aligners that found it are.

    How often that is so, a curve tells.
    """
    one, other = _scored(first), _scored(second)
    ordered = sorted(links)
    either = (1 - (1 - one.get(link, 0.0)) * (1 - other.get(link, 0.0)) for link in ordered)
    return Alignment(tuple(ordered), tuple(map(RIGHT.of, either)))


def _scored(alignment: Alignment) -> Scored:
    scores = alignment.scores or (BARE,) * len(alignment.links)
    return dict(zip(alignment.links, scores, strict=True))
