"""A worker: the components of a plan at work on one batch of documents after another.

Results (`BatchResult`) cross from a worker's process to the run's, and are kept on disk for a run
that was killed. The tagged documents themselves stay where they were made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from discotag.core.errors import DiscotagError, UsageError
from discotag.core.parsing import FrozenModel
from discotag.core.plugin_calls import OverTimeError, deadline
from discotag.core.results import Comparison
from discotag.pipeline.components import load_for_pair
from discotag.pipeline.language_support import classes_of
from discotag.pipeline.plans import PlannedComponent
from discotag.pipeline.stages import Observers, Stages
from discotag.runs.counts import DocumentCounts, DocumentTally, counts_of
from discotag.scoring.table import BoundScorer, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from discotag.core.components import Classes
    from discotag.core.document import ParallelText
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registry
    from discotag.core.results import Statistics
    from discotag.files.cache import Store
    from discotag.pipeline.config import ExecutionOptions
    from discotag.pipeline.plans import Plan, PlannedScorer
    from discotag.pipeline.stages import TaggedText
    from discotag.runs.record import RunRecord


class DocumentResult(FrozenModel):
    """What came out of one document.

    Args:
        tally: what its texts hold.
        lines: text → its line of the file of tags (schema `discotag-tags/1`); empty where no files
            are wanted.
        counts: what every scorer counted for every system; None where there was nothing to score,
            or a tagger failed.
    """

    tally: DocumentTally
    lines: dict[str, str]
    counts: DocumentCounts | None


class BatchResult(FrozenModel):
    """What came out of a batch of documents, and how long each stage took on it.

    Args:
        documents: in the order of the batch.
        seconds: stage → seconds.
        segments: stage → segments it went over.
    """

    documents: tuple[DocumentResult, ...]
    seconds: dict[str, float]
    segments: dict[str, int]

    @property
    def is_complete(self) -> bool:
        """Whether nothing failed; what failed under one time limit may succeed under another."""
        return not any(document.tally.failures for document in self.documents)


def planned_scorers(plan: Plan) -> tuple[BoundScorer, ...]:
    """Create the scorers of a plan."""
    return tuple(
        _bound(choice, (plan.source, plan.target), plan.classes) for choice in plan.scorers
    )


def named_scorers(
    names: Sequence[str],
    options: Mapping[str, Mapping[str, Any]],
    registry: Registry,
    languages: tuple[str, str],
) -> tuple[BoundScorer, ...]:
    """Create scorers by name for a source and a target language, both by code."""
    source, target = (registry.language(code).info for code in languages)
    classes = classes_of(registry)
    bound = []
    for name in dict.fromkeys(names):
        declared = registry.scorers.get(name)
        choice: PlannedScorer = PlannedComponent(
            "scorer", "", declared.info, declared.owner, options=options.get(name, {})
        )
        bound.append(_bound(choice, (source, target), classes))
    return tuple(bound)


def recorded_scorers(record: RunRecord, registry: Registry) -> tuple[BoundScorer, ...]:
    """Create the scorers of a run done before.

    Raises:
        UsageError: a scorer is installed in another version than the one that counted.
    """
    for item in record.plan.scorers:
        installed = registry.scorers.get(item.name).info.version
        if installed != item.version:
            raise UsageError(
                f"the run was scored by {item.name} version {item.version}, installed is version"
                f" {installed}; run discotag run or discotag score again"
            )
    return named_scorers(
        [item.name for item in record.plan.scorers],
        {item.name: item.options for item in record.plan.scorers},
        registry,
        (record.source_language, record.target_language),
    )


def _bound(
    choice: PlannedScorer,
    pair: tuple[LanguagePack, LanguagePack],
    classes: Mapping[str, Classes],
) -> BoundScorer:
    loaded = load_for_pair(choice, *pair, classes=classes)
    owner = choice.owner
    return BoundScorer(
        choice.info, loaded.component, owner.name, frozenset(classes), owner.is_builtin
    )


SCORING = "score"
LOADING = 10
"""Limits of a batch that the loading of all components may take: models take their time."""
Number = TypeVar("Number", int, float)


class Worker:
    """Tags and scores batches of documents.

    Args:
        plan: what to run.
        registry: where its components were found.
        execution: how the work is done; all components together may take `LOADING` times as long
            to be loaded as a batch.
        observers: who is notified of progress.
        keeps_tags: whether outcomes hold the lines of the files of tags.
        store: where layers are kept from run to run.
        stages: returns the components of a plan, loaded before; None = they are loaded here.

    Raises:
        DiscotagError: a component cannot be imported or created, or a table breaks its schema.
    """

    def __init__(
        self,
        plan: Plan,
        registry: Registry,
        execution: ExecutionOptions | None = None,
        *,
        observers: Observers | None = None,
        keeps_tags: bool = True,
        store: Store | None = None,
        stages: Callable[[Plan], Stages] | None = None,
    ) -> None:
        self.observers = observers or Observers()
        limit = execution.time_limit if execution is not None else None
        loading = None if limit is None else LOADING * limit
        try:
            with deadline(loading):
                self.stages = (
                    Stages(plan, registry, self.observers, store)
                    if stages is None
                    else stages(plan).observed_by(self.observers)
                )
                self.scorers = planned_scorers(plan)
        except OverTimeError as error:
            raise DiscotagError(f"loading the components {error}") from error
        self._keeps_tags, self._time_limit = keeps_tags, limit

    def work(self, batch: Sequence[ParallelText]) -> BatchResult:
        """Tag and score some documents.

        Raises:
            DiscotagError: wrong input, or a component that failed or took longer than it may.
        """
        try:
            with deadline(self._time_limit):
                before = dict(self.observers.seconds), dict(self.observers.segments)
                texts = list(self.stages.tag_batch(batch))
                with self.observers.stage(SCORING, sum(len(text.source) for text in batch)):
                    counts = self._count(texts)
                return self._result(texts, counts, *before)
        except OverTimeError as error:
            first, last = batch[0].id, batch[-1].id
            raise DiscotagError(f"work on the documents {first!r} to {last!r} {error}") from error

    def _result(
        self,
        texts: Sequence[TaggedText],
        counts: Sequence[dict[str, tuple[Statistics, ...]]],
        seconds: dict[str, float],
        segments: dict[str, int],
    ) -> BatchResult:
        """Return what is kept of documents, with the time spent since some was spent before."""
        documents = tuple(
            DocumentResult(
                tally=(tally := DocumentTally.of(text)),
                lines=dict(_lines(text)) if self._keeps_tags else {},
                counts=counts_of(tally, self.scorers, counts[index]) if counts[index] else None,
            )
            for index, text in enumerate(texts)
        )
        return BatchResult(
            documents=documents,
            seconds=_grown(self.observers.seconds, seconds),
            segments=_grown(self.observers.segments, segments),
        )

    def finish(self, *, is_done: bool) -> None:
        """Close what components hold open; if all is done, files must have been read to the end."""
        try:
            if is_done:
                self.stages.components.finish()
        finally:
            for bound in self.scorers:
                bound.finish()

    def _count(self, texts: Sequence[TaggedText]) -> list[dict[str, tuple[Statistics, ...]]]:
        """Return system → a scorer's statistics each, for every document."""
        found: list[dict[str, tuple[Statistics, ...]]] = [{} for _ in texts]
        pairs = [
            (of, pair) for of, text in zip(found, texts, strict=True) for pair in comparisons(text)
        ]
        counts = counted([pair for _, pair in pairs], self.scorers) if self.scorers else ()
        for (of_text, pair), statistics in zip(pairs, counts, strict=bool(self.scorers)):
            of_text[pair.hypothesis.document.system] = statistics
        return found


def comparisons(text: TaggedText) -> Iterator[Comparison]:
    """Pair every hypothesis of a document with its references.

    A document on which a tagger failed is left out for all systems: it would count as one without
    tags.
    """
    if not text.failures:
        references = tuple(text.references.values())
        for hypothesis in text.hypotheses.values():
            yield Comparison(references, hypothesis)


def _lines(text: TaggedText) -> Iterator[tuple[str, str]]:
    from discotag.files.tags import tag_line

    for name, tagged in (*text.references.items(), *text.hypotheses.items()):
        yield name, tag_line(tagged)


def _grown(now: dict[str, Number], before: dict[str, Number]) -> dict[str, Number]:
    return {name: value - before.get(name, 0) for name, value in now.items()}
