"""What both resolvers do with a document: words, windows, a model's spans, stitched clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ComponentError
from discotag_neural.coref.mentions import clusters
from discotag_neural.coref.windows import stitched, windows
from discotag_torch import is_out_of_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag.plugin import Cluster, Side

    Model = Callable[[Sequence[Sequence[str]]], Sequence[Sequence[tuple[int, int, int]]]]
    """Sentences of words → clusters of spans (sentence, first word, word behind)."""


def resolved(
    side: Side, model: Model, *, name: str, size: int, overlap: int
) -> tuple[Cluster, ...]:
    """Resolve one document's side, in windows if it is longer than `size` words.

    Raises:
        ComponentError: a window does not fit into memory. It is not cut smaller unasked, since that
            would change what is found.
    """
    lengths = [len(tokens) for tokens in side]
    parts = []
    for window in windows(lengths, size, overlap):
        segments = [index for index in window if lengths[index]]
        if sum(lengths[index] for index in segments) < 2:
            continue
        try:
            found = model([side[index].forms for index in segments])
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            words = sum(lengths[index] for index in segments)
            raise ComponentError(
                "neural-coref",
                f"coref {name}",
                f"out of memory on {words} words at once; set {name}.window to fewer, or "
                f"{name}.device=cpu",
                document=side.document,
            ) from error
        parts.append([[(segments[s], a, b) for s, a, b in cluster] for cluster in found])
    return clusters(stitched(parts), side)
