"""A segment's sentences, as CoNLL-U wants them: each a run of tokens with exactly one root.

An analyzer may give a segment several roots, since a segment may hold several sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.tokens import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence


def tops(heads: Sequence[int]) -> list[int]:
    """Give, for each token, the root above it; above a cycle stands its first token.

    Example:
        >>> tops([1, -1, 1, 4, 3])
        [1, 1, 1, 3, 3]
    """
    known: dict[int, int] = {}
    for token in range(len(heads)):
        path: dict[int, None] = {}
        place = token
        while place not in known and place not in path and heads[place] != ROOT:
            path[place] = None
            place = heads[place]
        if place in path:
            way = list(path)
            top = min(way[way.index(place) :])
        else:
            top = known.get(place, place)
        known.update(dict.fromkeys((*path, place), top))
    return [known[token] for token in range(len(heads))]


def sentences(roots: Sequence[int]) -> list[range]:
    """Return the sentences: trees that reach into each other are one.

    Args:
        roots: the root above each token, as `tops` gives it.

    Example:
        >>> sentences([1, 1, 1, 3, 3]), sentences([0, 1, 0])
        ([range(0, 3), range(3, 5)], [range(0, 3)])
    """
    last = {root: token for token, root in enumerate(roots)}
    found: list[range] = []
    start = reach = 0
    for token, root in enumerate(roots):
        reach = max(reach, last[root])
        if token == reach:
            found.append(range(start, token + 1))
            start = reach = token + 1
    return found


def single_rooted(heads: Sequence[int], roots: Sequence[int], sentence: range) -> dict[int, int]:
    """Return each token's head in a sentence with one root, on which further roots hang.

    Example:
        >>> single_rooted([-1, -1, 0], [0, 1, 0], range(3))
        {0: -1, 1: 0, 2: 0}
    """
    first = min(roots[token] for token in sentence)
    return {
        token: heads[token] if roots[token] != token else ROOT if token == first else first
        for token in sentence
    }
