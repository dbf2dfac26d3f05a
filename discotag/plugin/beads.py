"""For sentence aligners: the search for beads, whatever says how well sentences fit.

A sentence aligner reads the sentences of both sides in its own way (`ReadText`) and says how well
each few of one fit each few of the other (`Fits`). `BeadSearch` takes the cheapest way through both
texts, window by window: beads have up to four sentences on one side and one on the other, or 2-2,
2-3 and 3-2. Costs are in nats: what a bead costs is the negative logarithm of how likely it is.

Example:
    >>> import numpy as np
    >>> from discotag.plugin.beads import BeadSearch, LengthCosts
    >>> class Lengths:
    ...     def __init__(self, lengths):
    ...         self.lengths = lengths
    ...     def __len__(self):
    ...         return len(self.lengths)
    ...     def part(self, begin, end):
    ...         return Lengths(self.lengths[begin:end])
    >>> class ByLength:
    ...     def __init__(self, source, target, ratio):
    ...         self._sides = source, target
    ...         self._costs = LengthCosts(source.lengths, target.lengths, ratio=ratio)
    ...     def costs(self, kinds):
    ...         found = np.full((len(kinds), *self._costs.shape), np.inf, dtype=np.float32)
    ...         for number, (down, across) in enumerate(kinds):
    ...             costs = self._costs.of([(down, across)])[0]
    ...             found[number, down:, across:] = costs[down:, across:]
    ...         return found
    ...     def score(self, rows, columns):
    ...         places = zip(self._sides, (rows, columns))
    ...         sizes = [side.lengths[slice(*place)].sum() for side, place in places]
    ...         return min(sizes) / max(sizes)
    ...     def block(self, rows, columns):
    ...         source, target = self._sides
    ...         return ByLength(source.part(*rows), target.part(*columns), self._costs.ratio)
    >>> search = BeadSearch(
    ...     lambda texts, side: Lengths(np.array([float(len(text)) for text in texts])),
    ...     ByLength,
    ...     sure=0.8,
    ... )
    >>> translation = ["Es regnete.", "Den ganzen Tag.", "Ja."]
    >>> beads = search.align(["It rained all day.", "Yes."], translation)
    >>> [bead.kind for bead in beads]
    ['1-2', '1-1']
"""

from __future__ import annotations

from discotag.plugins.aligners.lexicon.sources import find_table, table_files
from discotag.plugins.aligners.sentences.components import Likeness, TextAligner
from discotag.plugins.aligners.sentences.scores import LengthCosts
from discotag.plugins.aligners.sentences.search import SKIP, BeadSearch, Fits, ReadText

__all__ = [
    "SKIP",
    "BeadSearch",
    "Fits",
    "LengthCosts",
    "Likeness",
    "ReadText",
    "TextAligner",
    "find_table",
    "table_files",
]
