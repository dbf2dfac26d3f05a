"""Preferences between two candidates, told by people or by a measure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from discotag_annotate.instruments.candidates import REFERENCE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag_annotate.answers.checking import Collected

FIRST, SECOND = "first", "second"
"""The candidate that is preferred; candidates are sorted, the reference before all systems."""
TIE = "tie"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two candidates of an item, and what people say: person → `first`, `second` or `tie`."""

    item: str
    first: str
    second: str
    said: Mapping[str, str]

    @property
    def has_reference(self) -> bool:
        """Whether one of them is the reference."""
        return self.first == REFERENCE

    @property
    def preferences(self) -> dict[str, str]:
        """What people prefer, without ties: who prefers none tells nothing of either."""
        return {person: said for person, said in self.said.items() if said != TIE}

    @property
    def majority(self) -> str | None:
        """What most people prefer; None where opinions are equal."""
        counts = Counter(self.preferences.values())
        if counts[FIRST] == counts[SECOND]:
            return None
        return FIRST if counts[FIRST] > counts[SECOND] else SECOND


def pairs(found: Collected) -> Iterator[Pair]:
    """Yield the pairs of a rank study."""
    for item, by_person in found.answers.items():
        letters = found.study.keys[item].facts["candidates"]
        ranks = {
            person: {
                letters[letter]: int(str(answers[f"rank_{letter}"]))
                for letter in letters
                if f"rank_{letter}" in answers
            }
            for person, answers in by_person.items()
        }
        for first, second in combinations(sorted(letters.values()), 2):
            said = {
                person: _better(known[first], known[second])
                for person, known in ranks.items()
                if first in known and second in known
            }
            yield Pair(item, first, second, said)


def _better(first: float, second: float) -> str:
    """Return which of two is better, the smaller the better."""
    return TIE if first == second else FIRST if first < second else SECOND
