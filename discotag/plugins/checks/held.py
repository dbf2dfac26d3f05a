"""Sentences that stand alone in an alignment, though a neighbour of theirs says the same.

Where one side says in one long sentence what the other says in several, the alignment may leave one
of them alone. The long one is then too long for what it is linked to, or its words are the same.
"""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from rapidfuzz.fuzz import partial_ratio

from discotag.plugins.checks.lengths import length

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.document import Bead
    from discotag.plugins.aligners.sentences.components import Likeness

ENOUGH = 5
"""Linked beads of a text from which its ratio of lengths is known."""
MOST_OF = 0.75
"""The share of a sentence's characters that a neighbour must lack to hold it."""
ENOUGH_OF = 0.4
"""The same share and the nats per word that the neighbour explains of it, together: enough, too."""
SAID = 0.4
"""Nats per word that are enough by themselves."""
CLAUSE = re.compile(r"\w[，；、,;:：]\s*\w|\w \w")
"""Where a sentence in a script without spaces may be cut in two."""
SOME_OF = 0.35
"""The share of an omission's characters for which a neighbour must have room to perhaps hold it."""
AGAIN = 60.0
"""How alike, from 0 to 100, a sentence is to one beside it that it repeats."""


class Held:
    """Whether a sentence that stands alone is part of what stands beside it.

    Args:
        beads: of a whole text.
        source, target: its sentences.
        likeness: what their words have to do with each other; None = lengths decide.

    Attributes:
        ratio: characters of the translation per character of the source; None = unknown.
    """

    def __init__(
        self,
        beads: Sequence[Bead],
        source: Sequence[str],
        target: Sequence[str],
        likeness: Likeness | None = None,
    ) -> None:
        self._beads = beads
        self._texts = source, target
        self._like = likeness
        self._sizes = [
            (_size(source[slice(*bead.source)]), _size(target[slice(*bead.target)]))
            for bead in beads
        ]
        linked = [size for size, bead in zip(self._sizes, beads, strict=True) if bead.is_linked]
        sums = [sum(column) for column in zip(*linked, strict=True)] or [1, 1]
        self.ratio = sums[1] / sums[0] if len(linked) >= ENOUGH else None

    def holds(self, text: str, bead: int) -> bool:
        """Return whether a linked bead beside `bead` says its sentence `text`, too.

        It does if it lacks most of the sentence's characters. An addition that repeats nothing is
        also held if its words explain it, or these and what it lacks together.
        """
        if self.ratio is None:
            return False
        alone = self._beads[bead]
        is_added = alone.source[0] == alone.source[1]
        for place in self._beside(bead):
            room = self._room(text, place, is_added=is_added)
            if room >= MOST_OF:
                return True
            if is_added and not self._is_again(text, place):
                said = self._said(place, alone)
                if said >= SAID or room + said >= ENOUGH_OF:
                    return True
        return False

    def has_room(self, text: str, bead: int) -> bool:
        """Return whether a bead beside an omission is long enough to hold some of it.

        Asked of texts without spaces, which say in one sentence what others say in two.
        """
        return any(self._room(text, place) >= SOME_OF for place in self._beside(bead))

    def _room(self, text: str, place: int, *, is_added: bool = False) -> float:
        """Return for how much of a sentence a bead has room: 1 = for all of it."""
        if self.ratio is None:
            return 0.0
        source, target = self._sizes[place]
        lacking = source - target / self.ratio
        return float(lacking * self.ratio if is_added else -lacking) / max(length(text), 1)

    def may_hold(self, bead: int) -> bool:
        """Return whether nobody can tell: sentences are few, or one beside has several clauses.

        Asked of additions to a source without spaces, whose sentences go on behind commas.
        """
        sources = (self._texts[0][slice(*self._beads[n].source)] for n in self._beside(bead))
        has_clauses = any(CLAUSE.search(text) for texts in sources for text in texts)
        return self.ratio is None or has_clauses

    def _beside(self, bead: int) -> Iterator[int]:
        """Yield the linked beads next to one that is not."""
        for step in (-1, 1):
            place = bead + step
            while 0 <= place < len(self._beads) and not self._beads[place].is_linked:
                place += step
            if 0 <= place < len(self._beads):
                yield place

    def _said(self, place: int, added: Bead) -> float:
        """Return how well a bead's source explains the words of an addition, in nats a word."""
        if self._like is None:
            return -inf
        source = slice(*self._beads[place].source)
        return float(self._like.target[source, slice(*added.target)].max())

    def _is_again(self, text: str, place: int) -> bool:
        """Return whether an addition is nearly a sentence of a bead beside it."""
        own = self._texts[1][slice(*self._beads[place].target)]
        return any(partial_ratio(text, other) >= AGAIN for other in own)


def _size(texts: Sequence[str]) -> int:
    return sum(map(length, texts))
