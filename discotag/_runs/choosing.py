"""Choosing among the translations of each document: what a scorer and checks observe in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discotag._pipeline.running_checks import RunningCheck
from discotag.core.consistency import Choice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from discotag._pipeline.stages import Stages
    from discotag.core.consistency import Consistency
    from discotag.core.document import ParallelText
    from discotag.core.tags import TaggedDocument


class TextObserver:
    """Tells what speaks for and against a text: what a measure observes, and the plan's checks.

    Args:
        stages: of a plan with checks.
        measure: observes a text.

    Raises:
        ComponentError: a check cannot be created.
    """

    def __init__(self, stages: Stages, measure: Callable[[TaggedDocument], Consistency]) -> None:
        self._stages, self._measure = stages, measure
        running = (RunningCheck(planned, stages) for planned in stages.plan.checks)
        self._checks = [check for check in running if check.is_observing]

    def observed(self, tagged: TaggedDocument) -> Consistency:
        """Return what was observed in one text; ComponentError names what failed."""
        found = self._measure(tagged)
        more = [item for check in self._checks for item in check.observations(tagged)]
        return replace(found, observations=(*found.observations, *more))

    def choices(self, texts: Iterable[ParallelText]) -> Iterator[Choice]:
        """Yield what is chosen of each document's translations, references among them."""
        for text in self._stages.tag(texts):
            translations = {**text.references, **text.hypotheses}
            yield Choice(
                text.id,
                {name: self.observed(tagged) for name, tagged in translations.items()},
                next((tagged.document.domain for tagged in translations.values()), None),
            )
