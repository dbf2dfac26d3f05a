"""Choosing among the translations of each document: what a scorer and checks observe in them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discotag.core.consistency import Choice
from discotag.language.voices import TEXT, voices_of_document
from discotag.pipeline.running_checks import RunningCheck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from discotag.core.consistency import Consistency, Observation
    from discotag.core.document import ParallelText
    from discotag.core.tags import TaggedDocument
    from discotag.language.voices import SpeakerConventions
    from discotag.pipeline.stages import Stages


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
        return replace(found, observations=(*found.observations, *self._checked(tagged)))

    def _checked(self, tagged: TaggedDocument) -> list[Observation]:
        return [item for check in self._checks for item in check.observations(tagged)]

    def compared(self, texts: Mapping[str, TaggedDocument]) -> dict[str, Consistency]:
        """Return what was observed in each text of a source.

        What a check says of a single word is left out where all texts have that word in the same
        segment: it is the same choice there, although the analyses may differ.
        """
        shared = _shared_words(list(texts.values()))
        compared = {}
        for name, tagged in texts.items():
            more = [
                item for item in self._checked(tagged) if not _is_of_one_word(item, tagged, shared)
            ]
            found = self._measure(tagged)
            compared[name] = replace(found, observations=(*found.observations, *more))
        return compared

    def choices(
        self, texts: Iterable[ParallelText], manners: SpeakerConventions | None = None
    ) -> Iterator[Choice]:
        """Yield what is chosen of each document's translations, references among them.

        Args:
            texts: the documents.
            manners: of the target language, where costs are told by voice, too.
        """
        for text in self._stages.tag(texts):
            translations = {**text.references, **text.hypotheses}
            found = self.compared(translations)
            yield Choice(
                text.id,
                found,
                next((tagged.document.domain for tagged in translations.values()), None),
                {}
                if manners is None
                else {
                    name: costs_by_voice(translations[name], found[name], manners) for name in found
                },
            )


def costs_by_voice(
    tagged: TaggedDocument, found: Consistency, manners: SpeakerConventions
) -> dict[str, float]:
    """Return the costs of each kind of voice; they add up to the text's.

    What an observation costs is parted equally among its words of the translation.
    """
    voices, target = voices_of_document(tagged.document, manners), tagged.document.target
    costs: dict[str, float] = {}
    for item in found.observations:
        kinds = [
            voices.at(place.segment, target[place.segment].starts[place.token]).partition(" ")[0]
            for place in item.places
            if place.side == "target"
        ] or [TEXT]
        for kind in kinds:
            costs[kind] = costs.get(kind, 0.0) + item.cost / len(kinds)
    return {kind: round(cost, 6) for kind, cost in costs.items()}


def _shared_words(texts: Sequence[TaggedDocument]) -> list[frozenset[str]]:
    """Return the words that all texts have, segment by segment; none where there is one text."""
    if len(texts) < 2:
        return []
    lines = zip(*(tagged.document.target for tagged in texts), strict=True)
    return [frozenset.intersection(*(frozenset(line.forms) for line in each)) for each in lines]


def _is_of_one_word(
    item: Observation, tagged: TaggedDocument, shared: Sequence[frozenset[str]]
) -> bool:
    """Return whether an observation is about one word, which all texts have."""
    if len(item.places) != 1 or item.places[0].side != "target" or not shared:
        return False
    place = item.places[0]
    return tagged.document.target[place.segment].forms[place.token] in shared[place.segment]
