"""Whether what a model uses is what somebody holds to decide: hits beside what chance would hit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag.plugin.statistics import wilson

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.plugin import Interval
    from discotag_cxmi.attribution.cues import Cue, Explained, Place


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often the context word with the largest effect is evidence.

    Args:
        words: explained words with evidence among the words of their context.
        hits: those whose context word with the largest effect is evidence.
        expected: share that a word drawn at random would hit.
        rank: mean over words of 1 / the rank of the first evidence (mean reciprocal rank).
    """

    words: int
    hits: int
    expected: float
    rank: float

    @property
    def share(self) -> float:
        """Share of hits."""
        return self.hits / self.words if self.words else 0.0

    @property
    def interval(self) -> Interval | None:
        """Wilson's interval of the share at 95 %; words of a document are taken as independent."""
        return wilson(self.hits, self.words) if self.words else None

    def describe(self) -> dict[str, Any]:
        """Return it as plain data."""
        span = self.interval
        return {
            "words": self.words,
            "hits": self.hits,
            "share": self.share,
            "interval": None if span is None else [span.low, span.high],
            "expected": self.expected,
            "reciprocal_rank": self.rank,
        }


def agreement(explained: Iterable[Explained]) -> Agreement:
    """Count how often the context word with the largest effect is evidence."""
    words = hits = 0
    expected = rank = 0.0
    for item in explained:
        places = [
            number for number, cue in enumerate(item.cues, 1) if is_evidence(cue, item.evidence)
        ]
        if places:
            words += 1
            hits += places[0] == 1
            expected += len(places) / len(item.cues)
            rank += 1 / places[0]
    return Agreement(words, hits, expected / max(words, 1), rank / max(words, 1))


def is_evidence(cue: Cue, evidence: Sequence[Place]) -> bool:
    """Return whether a context word overlaps evidence."""
    return any(cue.place.overlaps(place) for place in evidence)
