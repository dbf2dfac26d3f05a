"""Finds the documents that systems translate least coherently (dip 5.1)."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from discotag_dip.coherence.kinds import kind_of
from discotag_dip.coherence.learning import LEAST_SEGMENTS
from discotag_dip.items import Failure, Item

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from discotag.plugin import Document
    from discotag_dip.analysing import TextAnalyzer
    from discotag_dip.corpus import Bundle
    from discotag_dip.rankers import DocumentRanker

SHARE = 0.3
"""Of the documents, those that are hardest form the test set."""
DECIMALS = 4


class Hard(NamedTuple):
    """A document, ρ(reference) − ρ(system) and a proposed kind of error by system."""

    reference: Document
    systems: Mapping[str, Document]
    gaps: Mapping[str, float]
    kinds: Mapping[str, str | None]

    @property
    def mean(self) -> float:
        """The mean over systems."""
        return sum(self.gaps.values()) / len(self.gaps)


def measured(
    bundles: Iterable[Bundle],
    analyzer: TextAnalyzer,
    ranker: DocumentRanker,
    *,
    stop_words: Collection[str] = (),
) -> list[Hard]:
    """Measure the documents of at least four segments; texts are analyzed again, with trees."""
    found = []
    for bundle in bundles:
        if len(bundle.reference) < LEAST_SEGMENTS:
            continue
        texts = {"": bundle.reference, **bundle.systems}
        sides = analyzer.sides((name, text.target.segments) for name, text in texts.items())
        first, *others = (tuple(side) for side in sides)
        read = dict(zip(bundle.systems, others, strict=True))
        best = ranker.rho(first)
        gaps = {name: best - ranker.rho(tokens) for name, tokens in read.items()}
        kinds = {
            name: kind_of(bundle.reference, text, stop_words=stop_words, sides=(first, read[name]))
            for name, text in bundle.systems.items()
        }
        found.append(Hard(bundle.reference, bundle.systems, gaps, kinds))
    return found


def hardest(found: Sequence[Hard], share: float = SHARE) -> list[Item]:
    """Return the share of documents with the largest mean difference, in the corpus's order."""
    number = ceil(len(found) * share)
    order = sorted(range(len(found)), key=lambda place: (-found[place].mean, place))
    return [_item(found[place]) for place in sorted(order[:number])]


def _item(hard: Hard) -> Item:
    reference = hard.reference
    return Item.of(
        "coherence",
        reference,
        range(len(reference)),
        facts={
            "difference": round(hard.mean, DECIMALS),
            "differences": {name: round(gap, DECIMALS) for name, gap in hard.gaps.items()},
        },
        failures=tuple(
            Failure(system=name, text=text.target.segments, got=None, kind=hard.kinds[name])
            for name, text in hard.systems.items()
            if hard.gaps[name] > 0
        ),
    )
