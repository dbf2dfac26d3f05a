"""Vectors of mentions' heads, each seen with the segments around it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from discotag_e5.reading import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from discotag.plugin import Side
    from discotag_e5.coref.mentions import Phrase
    from discotag_e5.encoder import Encoder
    from discotag_e5.reading import Reading

TOGETHER = 254
"""Pieces of neighbouring segments that the model sees as one text."""
AT_ONCE = 32
"""Such texts whose states are held at once."""


def mention_vectors(
    document: Side, phrases: Sequence[Phrase], encoder: Encoder
) -> NDArray[np.float32]:
    """Return the mean states of the pieces of each mention's head, (mentions, width).

    A head without pieces has zeros.
    """
    readings = [read(tokens, encoder.tokenizer) for tokens in document]
    vectors = np.zeros((len(phrases), encoder.width), dtype=np.float32)
    of_segment: dict[int, list[int]] = {}
    for place, phrase in enumerate(phrases):
        of_segment.setdefault(phrase.mention.segment, []).append(place)
    parts = passages(readings)
    while some := list(islice(parts, AT_ONCE)):
        texts = [tuple(one for segment in part for one in readings[segment].ids) for part in some]
        for part, states in zip(some, encoder.states(texts), strict=True):
            start = 0
            for segment in part:
                owners = readings[segment].owners
                for place in of_segment.get(segment, ()):
                    head = phrases[place].mention.head
                    own = [start + at for at, tokens in enumerate(owners) if head in tokens]
                    if own:
                        vectors[place] = states[own].mean(axis=0)
                start += len(owners)
    return vectors


def passages(readings: Sequence[Reading]) -> Iterator[list[int]]:
    """Yield neighbouring segments that together have at most `TOGETHER` pieces; a longer one alone.

    Where the cuts fall depends on all segments before.
    """
    part, size = list[int](), 0
    for segment, reading in enumerate(readings):
        if part and size + len(reading.ids) > TOGETHER:
            yield part
            part, size = [], 0
        part.append(segment)
        size += len(reading.ids)
    if part:
        yield part
