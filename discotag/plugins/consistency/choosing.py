"""Which of several translations of one text agrees best with itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.tags import TaggedDocument
    from discotag.plugins.consistency.consistency import Consistency, ConsistencyMeasure

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

    @classmethod
    def among(
        cls, document: str, texts: Mapping[str, TaggedDocument], measure: ConsistencyMeasure
    ) -> Self:
        """Observe the translations of a document, by name."""
        return cls(document, {name: measure.of(tagged) for name, tagged in texts.items()})
