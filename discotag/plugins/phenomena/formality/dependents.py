"""Words of the third person that address somebody: they follow the form of address next to them.

Brazilian *seu*, *lhe* and a verb without a subject go with familiar *você* and with polite *o
senhor* alike (Cunha & Cintra, Nova gramática do português contemporâneo, ch. 11, on *formas de
tratamento*). What their speaker calls the other says which it is.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.explanations import Explanation, Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from discotag.core.tags import TokenRef

RULE = "the form of address beside it"
ALONE = "stands nearest in its voice, and alone it may speak of somebody else"
DASHES = ("—", "–", "-", "―")
"""Signs that open a turn of a dialogue."""


class Candidate(NamedTuple):
    """A word that has a class.

    Args:
        place: where it is.
        label: its class.
        overridden_by: the class that it has where the form of address next to it has that; None for
            a word that is certain.
        cue_only: whether it has no mark.
        inherits: whether it has none either but next to a word of its class.
    """

    place: TokenRef
    label: str
    overridden_by: str | None = None
    cue_only: bool = False
    inherits: bool = False

    @property
    def is_certain(self) -> bool:
        """Whether its class depends on no other word."""
        return self.overridden_by is None and not self.inherits


class Resolved(NamedTuple):
    """What became of a document's candidates.

    Args:
        labels: place → class of the words that have a mark, in the order of the candidates.
        rulings: what was said of words whose class depends on others.
    """

    labels: dict[TokenRef, str]
    rulings: list[Ruling]


def resolve_dependents(
    found: Sequence[Candidate],
    voice: Callable[[TokenRef], Hashable],
    segments: Sequence[str],
) -> Resolved:
    """Give each candidate of a document its class.

    A word with `overridden_by` has that class where the nearest certain word (in segments, then in
    tokens; of two as near the one before) has it. One that inherits has the class of the nearest
    word that does not inherit, and no mark where that is neither its own class nor the one that
    overrides it. Either is sought in the turns of the same speaker, where lines that begin with
    a dash take turns, then in the voice.

    Args:
        found: the words that have a class.
        voice: the voice of a place.
        segments: the document's target, line by line.
    """
    resolved = Resolved({}, [])
    speakers = turns(segments)
    company = _Company([one for one in found if one.is_certain], voice, speakers)
    firm = []
    for one in found:
        nearest = None if one.inherits or one.is_certain else company.nearest(one.place)
        if nearest is not None and nearest.label == one.overridden_by:
            why = f"a word of class {nearest.label} stands nearest, so it is {nearest.label}"
            resolved.rulings.append(Ruling.mark(one.place, RULE, why))
            firm.append(one._replace(label=nearest.label))
        else:
            firm.append(one)
    company = _Company([one for one in firm if not one.inherits], voice, speakers)
    for one in firm:
        if one.inherits:
            label = _inherited(one, company, resolved.rulings)
            if label is not None:
                resolved.labels[one.place] = label
        elif not one.cue_only:
            resolved.labels[one.place] = one.label
    return resolved


def _inherited(one: Candidate, company: _Company, rulings: list[Ruling]) -> str | None:
    """Return the class of a word that inherits; None if no word of it is nearest."""
    nearest = company.nearest(one.place)
    if nearest is None or nearest.label not in {one.label, one.overridden_by}:
        why = Explanation(f"no word of class {one.label} {ALONE}", "class-missing")
        rulings.append(Ruling.no(one.place, RULE, why))
        return None
    rulings.append(Ruling.mark(one.place, RULE, f"a word of class {nearest.label} stands nearest"))
    return nearest.label


class _Company:
    """The words that others follow, by voice and by speaker."""

    def __init__(
        self,
        words: Iterable[Candidate],
        voice: Callable[[TokenRef], Hashable],
        speakers: Sequence[Hashable],
    ) -> None:
        self._voice, self._speakers = voice, speakers
        self._words: dict[Hashable, list[Candidate]] = defaultdict(list)
        for one in words:
            for key in self._keys(one.place):
                self._words[key].append(one)

    def nearest(self, place: TokenRef) -> Candidate | None:
        """Find the nearest word of the same speaker, else of the same voice."""
        heard = next(filter(None, map(self._words.get, self._keys(place))), ())
        return min(heard, key=lambda one: _distance(place, one.place), default=None)

    def _keys(self, place: TokenRef) -> tuple[Hashable, Hashable]:
        voice = self._voice(place)
        return (voice, self._speakers[place.segment]), voice


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


def _distance(place: TokenRef, other: TokenRef) -> tuple[int, int, bool]:
    return (
        abs(place.segment - other.segment),
        abs(place.token - other.token) if place.segment == other.segment else 0,
        place < other,
    )
