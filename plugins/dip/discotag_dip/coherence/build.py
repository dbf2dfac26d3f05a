"""Finds the documents that systems translate least coherently (dip 5.1)."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from discotag_dip.coherence.kinds import is_incoherent, kind_of, signs
from discotag_dip.coherence.learning import LEAST_SEGMENTS
from discotag_dip.items import Failure, Item

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from discotag.plugin import Document
    from discotag_dip.coherence.kinds import Sign
    from discotag_dip.corpus import Bundle
    from discotag_dip.rankers import DocumentRanker

SHARE = 0.3
"""Of the documents, so many form the test set, if they hold a failure."""
DECIMALS = 4


class Hard(NamedTuple):
    """A document, ρ(reference) − ρ(system) and the signs of incoherence by system."""

    reference: Document
    systems: Mapping[str, Document]
    gaps: Mapping[str, float]
    signs: Mapping[str, Sequence[Sign]]

    @property
    def mean(self) -> float:
        """The mean over systems."""
        return sum(self.gaps.values()) / len(self.gaps)

    @property
    def failing(self) -> tuple[str, ...]:
        """The systems below the reference, with signs enough."""
        return tuple(
            name for name, gap in self.gaps.items() if gap > 0 and is_incoherent(self.signs[name])
        )


def measured(
    bundles: Iterable[Bundle], ranker: DocumentRanker, *, stop_words: Collection[str] = ()
) -> list[Hard]:
    """Measure the documents of at least four segments."""
    found = []
    for bundle in bundles:
        if len(bundle.reference) < LEAST_SEGMENTS:
            continue
        best = ranker.rho(tuple(bundle.reference.target))
        gaps = {
            name: best - ranker.rho(tuple(text.target)) for name, text in bundle.systems.items()
        }
        told = signs(bundle, stop_words)
        found.append(Hard(bundle.reference, bundle.systems, gaps, told))
    return found


def hardest(found: Sequence[Hard], share: float = SHARE) -> list[Item]:
    """Return the documents with failing systems, in the corpus's order.

    At most a share of all documents, those with the largest mean difference.
    """
    failing = [place for place, hard in enumerate(found) if hard.failing]
    order = sorted(failing, key=lambda place: (-found[place].mean, place))
    return [_item(found[place]) for place in sorted(order[: ceil(len(found) * share)])]


def _item(hard: Hard) -> Item:
    reference = hard.reference
    return Item.of(
        "coherence",
        reference,
        range(len(reference)),
        facts={
            "difference": round(hard.mean, DECIMALS),
            "differences": {name: round(gap, DECIMALS) for name, gap in hard.gaps.items()},
            "signs": {name: [list(sign) for sign in hard.signs[name]] for name in hard.failing},
        },
        failures=tuple(
            Failure(
                system=name,
                text=hard.systems[name].target.segments,
                got=None,
                kind=kind_of(hard.signs[name]),
            )
            for name in hard.failing
        ),
    )
