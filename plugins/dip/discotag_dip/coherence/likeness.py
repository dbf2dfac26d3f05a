"""Features of likeness: how near the words of a text's segments are to each other in use.

A segment lies where its content words lie in the mean, a word where its class of use does
(`word_classes.py`); likeness is the cosine. After Foltz, Kintsch and Landauer 1998, Discourse
Processes 25, who take it between neighbours.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from discotag_dip.coherence.encoder import Joining
from discotag_dip.coherence.sentences import read
from discotag_dip.weights import read_arrays
from discotag_dip.word_classes import DIMENSIONS, class_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from discotag.plugin import Tokens

    Vectors = NDArray[np.float64]
    Floats = NDArray[np.float32]

CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ"})
REACH = 3
"""Segments back at which likeness is looked at."""
CLOSE, FAR = 0.5, 0.2
"""Likenesses from which, and below which, two segments count as near and as strange."""
TINY = 1e-9


def likeness(
    read: Sequence[Tokens], *, has_begin: bool = True, has_end: bool = True
) -> Iterator[tuple[str, float]]:
    """Yield the features of a text.

    Args:
        read: its segments, at least two; need lemmas and pos.
        has_begin: whether the first is the document's first.
        has_end: whether the last is the document's last.
    """
    words = [_directions(tokens) for tokens in read]
    places = np.array([_unit(directions.sum(axis=0)) for directions in words])
    table = places @ places.T
    for distance in range(1, min(REACH, len(read) - 1) + 1):
        found = np.diagonal(table, distance)
        yield f"like {distance} back", float(found.mean())
        yield f"near {distance} back", float((found > CLOSE).mean())
        yield f"strange {distance} back", float((found < FAR).mean())
    best = [
        float((after @ before.T).max(axis=1).mean())
        for before, after in pairwise(words)
        if len(before) and len(after)
    ]
    yield "words like those before", sum(best) / max(1, len(best))
    sums = np.cumsum(places, axis=0)[:-1]
    so_far = sums / (np.linalg.norm(sums, axis=1, keepdims=True) + TINY)
    yield "like all before", float((so_far * places[1:]).sum(axis=1).mean())
    half = len(places) // 2
    yield "like halves", float(places[:half].mean(axis=0) @ places[half:].mean(axis=0))
    if has_begin:
        yield "first is like the others", float(table[0, 1:].mean())
    if has_end:
        yield "last is like the others", float(table[-1, :-1].mean())


def place(tokens: Tokens) -> Vectors:
    """Return where a segment lies in use, of length 1, or 0 if nothing of it is known."""
    return _unit(_directions(tokens).sum(axis=0))


def _directions(tokens: Tokens) -> Vectors:
    """Return the directions of a segment's content words: (words, DIMENSIONS)."""
    known = (
        class_of(token.form.casefold()) or class_of(token.base.casefold())
        for token in tokens
        if token.upos in CONTENT
    )
    rows = [one.direction for one in known if one is not None]
    return np.array(rows).reshape(len(rows), DIMENSIONS)


def _unit(vector: Vectors) -> Vectors:
    unit: Vectors = vector / (np.linalg.norm(vector) + TINY)
    return unit


PATH = Path(__file__).with_name("steps.npz")
STRETCH = 3.0
"""A segment's place in use, of length 1, counts so much beside a sign, which is 0 or 1."""


class Steps:
    """The learned weights.

    Args:
        arrays: those of `Joining`; `mean`, `spread` (width,) of the segments' vectors; `signs`,
            the names of those that are looked at.
        digest: of the file; not used, for the file is part of the package.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], digest: str = "") -> None:
        self._joining = Joining(arrays)
        self._mean, self._spread = (arrays[name].astype(np.float32) for name in ("mean", "spread"))
        self._signs = {str(name): number for number, name in enumerate(arrays["signs"])}
        self.digest = digest

    def features(self, segments: Sequence[Tokens]) -> Iterator[tuple[str, float]]:
        """Yield the features of a text of at least two segments."""
        rows = np.array([vector(tokens, self._signs) for tokens in segments], np.float32)
        left, right = self._joining.sides((rows - self._mean) / self._spread)
        size = len(rows)
        before, after = np.triu_indices(size, 1)
        onward = self._joining.follows(left[before], right[after])
        back = self._joining.follows(left[after], right[before])
        steps = onward[after - before == 1]
        yield "next follows", float(steps.mean())
        yield "next follows, worst", float(steps.min())
        if size > 2:
            yield "next follows, second", float(onward[after - before == 2].mean())
        yield "before follows", float((onward - back).mean())


def vector(tokens: Tokens, signs: Mapping[str, int]) -> Floats:
    """Return what is looked at of a segment: where it lies in use, then its signs.

    Args:
        tokens: needs lemmas and pos.
        signs: name → place of each that is looked at.
    """
    found = np.zeros(len(signs), np.float32)
    for name in read(tokens.text).signs():
        if name in signs:
            found[signs[name]] = 1
    return np.concatenate([STRETCH * place(tokens), found])


@lru_cache(maxsize=1)
def shipped() -> Steps:
    """Read the weights of the package, once; TableError if the file is missing or damaged."""
    return read_arrays(PATH, Steps)
