"""The text that agrees best with itself, put together from candidates, with its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from discotag.core.document import ParallelText
from discotag.plugins.consistency.search import QUALITY, Search, options_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from discotag.core.consistency import Consistency, Observation
    from discotag.core.tags import TaggedDocument
    from discotag.plugins.consistency.consistency import ConsistencyMeasure
    from discotag.plugins.consistency.nbest import Candidate, NBest

    Tag = Callable[[ParallelText], Mapping[str, TaggedDocument]]
    Observe = Callable[[TaggedDocument], Consistency]

COMBINED = "combined"
SHARES = (1.0, 0.5, 0.25, 0.0)
"""How much of quality counts in the search, until the text agrees as well as each whole one."""


@dataclass(frozen=True)
class Combination:
    """What was chosen for a document.

    Args:
        nbest: its candidates.
        places: the chosen candidate of each segment, from 0.
        consistency: what was observed in the chosen text.
        wholes: the texts of all first candidates, all second ones …, by number from 0, where all
            segments have as many.
    """

    nbest: NBest
    places: tuple[int, ...]
    consistency: Consistency
    wholes: Mapping[str, Consistency]

    def candidates(self) -> Iterator[Candidate]:
        """Yield the chosen candidate of each segment."""
        for line, place in zip(self.nbest.lines, self.places, strict=True):
            yield line.candidates[place]

    def reasons(self, segment: int) -> list[Observation]:
        """Return the observations that are about a segment of the chosen text."""
        return [
            item
            for item in self.consistency.observations
            if any(place.segment == segment for place in item.places)
        ]

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "document": self.nbest.id,
            "cost": self.consistency.cost,
            "costs": {name: found.cost for name, found in self.wholes.items()},
            "segments": [
                {
                    "source": line.source,
                    "text": line.candidates[place].text,
                    "candidate": place,
                    "reasons": [
                        {"kind": item.kind, "cost": round(item.cost, 6), "told": item.told}
                        for item in self.reasons(segment)
                    ],
                }
                for segment, (line, place) in enumerate(
                    zip(self.nbest.lines, self.places, strict=True)
                )
            ],
        }


def combine(
    nbest: NBest,
    tag: Tag,
    measure: ConsistencyMeasure,
    *,
    observe: Observe | None = None,
    quality: float = QUALITY,
) -> Combination:
    """Choose a candidate for each segment of a document.

    No whole text of candidates of one rank agrees with itself better than what is chosen, and none
    that agrees as well is better by consistency and quality together. Where the search finds such a
    text only if quality counts less, it does.

    Args:
        nbest: the candidates.
        tag: tags a document's texts.
        measure: of the pair of languages, by which the search goes.
        observe: tells what speaks for and against whole texts, by which a combination is compared
            with them; default: the measure.
        quality: what it costs to take the worst candidate of an average segment.
    """
    observe = observe or measure.of
    texts = tag(nbest.texts())
    observed = {name: observe(text) for name, text in texts.items()}
    options = options_of(nbest, list(texts.values()), measure, list(observed.values()), quality)
    wholes = observed if nbest.is_complete else {}
    most = min((whole.cost for whole in wholes.values()), default=inf)
    ways = [((int(name),) * len(options), whole) for name, whole in wholes.items()]
    for share in SHARES:
        places = tuple(Search(options, share).choices())
        ways.append((places, observe(_tagged(nbest, places, tag))))
        if ways[-1][1].cost <= most:
            break

    def total(chosen: tuple[int, ...], consistency: Consistency) -> float:
        lost = sum(own[place].loss for own, place in zip(options, chosen, strict=True))
        return consistency.cost + lost

    best = min((way for way in ways if way[1].cost <= most), key=lambda way: total(*way))
    return Combination(nbest, *best, wholes)


def _tagged(nbest: NBest, places: tuple[int, ...], tag: Tag) -> TaggedDocument:
    lines = zip(nbest.lines, places, strict=True)
    text = tuple(line.candidates[place].text for line, place in lines)
    source = tuple(line.source for line in nbest.lines)
    return tag(ParallelText(nbest.id, source, {}, {COMBINED: text}, nbest.places))[COMBINED]
