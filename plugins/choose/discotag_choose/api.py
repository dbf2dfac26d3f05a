"""Choosing among the translations of each document: what a scorer and checks observe in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, Unpack, runtime_checkable

from discotag.plugin import UsageError, count_noun
from discotag.plugin.language import TEXT, voices_of_document
from discotag.plugin.python import Choices, Corpus, Rows, config_for, names_in, registry
from discotag.plugin.runs import Stages, in_units, plan
from discotag.plugin.tagging import planned_scorers
from discotag_lint.consistency import Choice, observed
from discotag_lint.planning import checks_of, plan_checks
from discotag_lint.run import RunningCheck

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import (
        ParallelText,
        SpeakerConventions,
        TaggedDocument,
    )
    from discotag.plugin.runs import Plan
    from discotag_lint.check import Observation
    from discotag_lint.consistency import Consistency


@runtime_checkable
class TextCombiner(Protocol):
    """What a judge of texts may also be: it puts a text together from candidates of segments."""

    def combine(
        self,
        rows: Sequence[Mapping[str, Any]],
        tag: Callable[[ParallelText], Mapping[str, TaggedDocument]],
        observe: Callable[[TaggedDocument], Consistency],
        *,
        quality: float | None = None,
    ) -> list[dict[str, Any]]:
        """Return a dictionary for each document, with the chosen text of each of its segments.

        Args:
            rows: a segment each: `source`, `candidates` (texts, or `text` and `score`), `document`.
            tag: tags the translations of a document, by name.
            observe: returns what speaks for and against a text.
            quality: what it costs to take the worst candidate; None = as in the scorer.
        """
        ...


class TextObserver:
    """Finds what speaks for and against a text: what a measure observes, and the plan's checks.

    Args:
        stages: of a plan with checks.
        measure: observes a text.

    Raises:
        ComponentError: a check cannot be created.
    """

    def __init__(self, stages: Stages, measure: Callable[[TaggedDocument], Consistency]) -> None:
        self._stages, self._measure = stages, measure
        running = (RunningCheck(planned, stages) for planned in checks_of(stages.plan))
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
        self, texts: Iterable[ParallelText], conventions: SpeakerConventions | None = None
    ) -> Iterator[Choice]:
        """Yield what is chosen of each document's translations, references among them.

        Args:
            texts: the documents.
            conventions: of the target language, where costs are reported by voice, too.
        """
        units: dict[str, tuple[str, ...]] = {}

        def noted() -> Iterator[ParallelText]:
            for text in texts:
                units[text.id] = text.units
                yield text

        for text in self._stages.tag(noted()):
            translations = {**text.references, **text.hypotheses}
            found = self.compared(translations)
            yield Choice(
                text.id,
                found,
                next((tagged.document.domain for tagged in translations.values()), None),
                {}
                if conventions is None
                else {
                    name: costs_by_voice(translations[name], found[name], conventions)
                    for name in found
                },
                units.pop(text.id, ()),
            )


def costs_by_voice(
    tagged: TaggedDocument, found: Consistency, conventions: SpeakerConventions
) -> dict[str, float]:
    """Return the costs of each kind of voice; they add up to the text's.

    What an observation costs is parted equally among its words of the translation.
    """
    voices, target = voices_of_document(tagged.document, conventions), tagged.document.target
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


@dataclass(frozen=True, slots=True, repr=False)
class Chosen(Rows):
    """What was chosen, document by document.

    Args:
        documents: a choice per document, with all reasons.
        notes: what the user should know.
    """

    documents: tuple[Choice, ...]
    notes: tuple[str, ...] = ()

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row per document and text: its cost, whether it is among the best, by how much.

        `cost` is the sum of all that speaks against the text, less what speaks for it; `margin`,
        how much more the next text costs than the best, 0 where several are best.
        """
        return [
            {
                "document": choice.document,
                "text": name,
                "cost": found.cost,
                "is_best": name in choice.best,
                "margin": choice.margin,
                "reasons": [item.message for item in found.observations],
            }
            for choice in self.documents
            for name, found in choice.texts.items()
        ]

    def wins(self) -> dict[str, int]:
        """Return in how many documents each text is best alone."""
        counts = Counter(choice.best[0] for choice in self.documents if len(choice.best) == 1)
        return {name: counts[name] for name in self.documents[0].texts}

    def costs(self) -> dict[str, float]:
        """Return the sum of each text's costs."""
        return {
            name: round(sum(choice.texts[name].cost for choice in self.documents), 6)
            for name in self.documents[0].texts
        }

    def __len__(self) -> int:
        """Count the documents."""
        return len(self.documents)

    def __iter__(self) -> Iterator[Choice]:
        """Go over the documents."""
        return iter(self.documents)

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {cost:.2f}" for name, cost in self.costs().items())
        return f"<Chosen: {count_noun(len(self), 'document')}; costs: {told}>"


@dataclass(frozen=True, slots=True, repr=False)
class Combined(Rows):
    """Texts that were put together from candidates, document by document.

    Args:
        documents: for each document its id, `cost`, `costs` of the texts of all first candidates,
            all second ones …, and `segments`: source, text, number of the candidate, reasons.
        notes: what the user should know.
    """

    documents: tuple[dict[str, Any], ...]
    notes: tuple[str, ...] = ()

    @property
    def texts(self) -> dict[str, list[str]]:
        """The chosen text of each document, segment by segment."""
        return {
            found["document"]: [segment["text"] for segment in found["segments"]]
            for found in self.documents
        }

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row per segment: document, source, text, candidate (from 0), reasons."""
        return [
            {
                "document": found["document"],
                "segment": number,
                **segment,
                "reasons": [reason["told"] for reason in segment["reasons"]],
            }
            for found in self.documents
            for number, segment in enumerate(found["segments"])
        ]

    def __len__(self) -> int:
        """Count the documents."""
        return len(self.documents)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Go over the documents."""
        return iter(self.documents)

    def __repr__(self) -> str:
        cost = sum(found["cost"] for found in self.documents)
        return f"<Combined: {count_noun(len(self), 'document')}; costs {cost:.2f}>"


def combine(
    candidates: Corpus | Iterable[Mapping[str, Any]],
    *,
    source_language: str = "",
    target_language: str = "",
    quality: float | None = None,
    by: str = "consistency",
    **choices: Unpack[Choices],
) -> Combined:
    """Choose a candidate for each segment, so that each document agrees with itself.

    Args:
        candidates: a corpus, whose systems are the candidates of each segment; or a dictionary for
            each segment with `source`, `candidates` (texts, or dictionaries with `text` and
            `score`, more is better) and perhaps `document`.
        source_language: code or English name; of a corpus it is known.
        target_language: likewise.
        quality: what it costs to take the worst candidate of an average segment, besides what
            changes cost; None = as `discotag choose` has it.
        by: a scorer that says what speaks for and against a text, and combines.
        choices: as `Choices` has them.

    Raises:
        UsageError: a corpus of fewer than two systems, or no languages are given.
        DiscotagError: as `tag`; a row is not a segment with candidates.
    """
    if isinstance(candidates, Corpus):
        if len(candidates.systems) < 2:
            raise UsageError("give two systems or more to combine: load(…, systems={…})")
        pair = candidates.source_language, candidates.target_language
        rows: Sequence[Mapping[str, Any]] = _rows(candidates)
    else:
        if not (source_language and target_language):
            raise UsageError("give source_language and target_language")
        pair, rows = (source_language, target_language), list(candidates)
    installed = registry()
    wish = _plan(pair, by, choices)
    [bound] = planned_scorers(wish)
    stages = Stages(wish, installed)

    def tag(text: ParallelText) -> Mapping[str, TaggedDocument]:
        [tagged] = stages.tag_batch([text])
        return tagged.hypotheses

    observer = TextObserver(stages, partial(observed, bound))
    with bound.call():
        if not isinstance(bound.scorer, TextCombiner):
            raise UsageError(f"the scorer {bound.info.name} does not combine candidates")
        found = bound.scorer.combine(rows, tag, observer.observed, quality=quality)
    return Combined(tuple(found), wish.notes)


def _plan(pair: tuple[str, str], by: str, choices: Choices) -> Plan:
    """Choose a scorer and, unless phenomena are named, the checks: they read what it needs."""
    config = config_for(pair, scorers=(by,), **choices)
    return plan(config, registry()) if config.phenomena else plan_checks(config, registry())


def _rows(corpus: Corpus) -> list[dict[str, Any]]:
    return [
        {
            "document": text.id,
            "source": source,
            "candidates": [text.hypotheses[name][number] for name in corpus.systems],
        }
        for text in corpus.texts
        for number, source in enumerate(text.source)
    ]


def choose(corpus: Corpus, *, by: str = "consistency", **choices: Unpack[Choices]) -> Chosen:
    """Choose among the translations of each document, without a reference.

    Args:
        corpus: the documents, each with two translations or more; references are among them.
        by: a scorer that says what speaks for and against a text.
        choices: as `Choices` has them.

    Raises:
        UsageError: the corpus holds fewer than two translations, or the scorer judges no texts.
        DiscotagError: as `tag`.
    """
    names = names_in(corpus)
    if len(names) < 2:
        raise UsageError(f"there is one translation ({names[0]}); give two or more to choose from")
    pair = corpus.source_language, corpus.target_language
    units = in_units(_plan(pair, by, choices), corpus.texts)
    [bound] = planned_scorers(units.plan)
    observer = TextObserver(Stages(units.plan, registry()), partial(observed, bound))
    found = tuple(observer.choices(units.texts))
    return Chosen(found, (*units.plan.notes, *units.notes(), *corpus.notes))
