"""What both resolvers do with a document: words, windows, a model's spans, stitched clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_neural.coref.mentions import clusters
from discotag_neural.coref.windows import stitched, windows

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag.core.coreference import Cluster
    from discotag.core.document import Side

    Model = Callable[[Sequence[Sequence[str]]], Sequence[Sequence[tuple[int, int, int]]]]
    """Sentences of words → clusters of spans (sentence, first word, word behind)."""


def resolved(side: Side, model: Model, *, size: int, overlap: int) -> tuple[Cluster, ...]:
    """Resolve one document's side, in windows if it is longer than `size` words."""
    lengths = [len(tokens) for tokens in side]
    parts = []
    for window in windows(lengths, size, overlap):
        segments = [index for index in window if lengths[index]]
        if sum(lengths[index] for index in segments) < 2:
            continue
        found = model([side[index].forms for index in segments])
        parts.append([[(segments[s], a, b) for s, a, b in cluster] for cluster in found])
    return clusters(stitched(parts), side)
