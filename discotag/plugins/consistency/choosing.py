"""Which of several translations of one text agrees best with itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from discotag.plugins.checks.reliable_marks import AddressWords
from discotag.plugins.consistency.consistency import ConsistencyMeasure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag._pipeline.plans import Plan
    from discotag._pipeline.stages import Stages
    from discotag.core.document import ParallelText
    from discotag.plugins.consistency.consistency import Consistency

LEAST_MARGIN = 0.05
"""Costs nearer to each other than this are no difference."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for one document.

    Args:
        document: its id.
        texts: name of each translation → what was observed in it.
    """

    document: str
    texts: Mapping[str, Consistency]

    @property
    def best(self) -> tuple[str, ...]:
        """The names of the texts that agree best with themselves; several where none is better."""
        least = min(found.cost for found in self.texts.values())
        return tuple(
            name for name, found in self.texts.items() if found.cost < least + LEAST_MARGIN
        )

    @property
    def margin(self) -> float:
        """How much more the next text costs than the best; 0 where several are best."""
        costs = sorted(found.cost for found in self.texts.values())
        return 0.0 if len(costs) < 2 or len(self.best) > 1 else round(costs[1] - costs[0], 6)


class Chooser:
    """Chooses among the translations of documents.

    Args:
        stages: the pipeline that tags them.
        measure: what observes them.
    """

    def __init__(self, stages: Stages, measure: ConsistencyMeasure) -> None:
        self._stages = stages
        self._measure = measure

    @classmethod
    def of(cls, plan: Plan, stages: Stages) -> Self:
        """Build it for a plan's languages."""
        words = AddressWords(plan.source.address, plan.target.address)
        return cls(stages, ConsistencyMeasure(words))

    def choices(self, texts: Iterable[ParallelText]) -> Iterator[Choice]:
        """Yield the choice for each document, in order."""
        for text in self._stages.tag(texts):
            both = {**text.references, **text.hypotheses}
            found = {name: self._measure.of(tagged) for name, tagged in both.items()}
            yield Choice(text.id, found)
