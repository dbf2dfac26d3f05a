"""Consistency: what speaks for and against a text by itself, and which of several it speaks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from discotag.plugin import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.plugin import TaggedDocument
    from discotag.plugin.tagging import BoundScorer
    from discotag_lint.check import Observation

LEAST_MARGIN = 0.05
"""Costs nearer to each other than this are not a difference."""


@dataclass(frozen=True, slots=True)
class Consistency:
    """What was observed in one text.

    Args:
        observations: kind by kind, in the order of the text.
        choices: kind → how many choices were compared, and how many of them (in parts, too) are
            made otherwise than the rest of the text makes them.
    """

    observations: tuple[Observation, ...]
    choices: Mapping[str, tuple[int, float]] = field(default_factory=dict)

    @property
    def cost(self) -> float:
        """The sum of all costs: less is better; a text of which nothing can be said has 0."""
        return round(sum(item.cost for item in self.observations), 6)

    def of(self, kind: str) -> float:
        """Return the sum of one kind's costs."""
        return round(sum(item.cost for item in self.observations if item.kind == kind), 6)


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for one document.

    Args:
        document: its id.
        texts: name of each translation → what was observed in it.
        domain: of the document, where the corpus names one.
        voices: name of each translation → kind of voice (`text`, `quotation` …) → its part of the
            cost; empty where nobody asked for it.
        units: the file's id of each segment; `()` = it has none.
    """

    document: str
    texts: Mapping[str, Consistency]
    domain: str | None = None
    voices: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    units: tuple[str, ...] = ()

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


@runtime_checkable
class TextJudge(Protocol):
    """What a scorer may also be: it says what speaks for and against one text by itself.

    `discotag.choose` compares the translations of a document by the sum of the costs.
    """

    def observe(self, tagged: TaggedDocument) -> Consistency:
        """Return what was observed in one text; it sees the layers that it declared."""
        ...


def observed(bound: BoundScorer, tagged: TaggedDocument) -> Consistency:
    """Return what a scorer observes in one text; UsageError if it judges no texts."""
    with bound.call(tagged.document.id):
        if not isinstance(bound.scorer, TextJudge):
            raise UsageError(f"the scorer {bound.info.name} does not judge texts by themselves")
        layers = bound.info.layers | {"source.tokens", "target.tokens"}
        return bound.scorer.observe(tagged.restricted(layers))
