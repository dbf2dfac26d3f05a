"""A worker: the components of a plan at work on one batch of documents after another.

A run in one process has one; a run in several has one in each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from discotag.core.errors import DiscotagError
from discotag.core.plugin_calls import OverTimeError, deadline
from discotag.core.results import Comparison
from discotag.files.tags import tag_line
from discotag.pipeline.observers import Observers
from discotag.pipeline.stages import Stages
from discotag.runs.batch_results import BatchResult, DocumentResult
from discotag.runs.corpus_counts import DocumentTally
from discotag.runs.counts import counts_of
from discotag.runs.scorers import planned_scorers
from discotag.scoring.score import counted, finish

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.core.results import Statistics
    from discotag.files.cache import Store
    from discotag.pipeline.plans import Plan
    from discotag.pipeline.stages import TaggedText

SCORING = "score"
LOADING = 10
"""Limits of a batch that the loading of all components may take: models take their time."""
Number = TypeVar("Number", int, float)


class Worker:
    """Tags and scores batches of documents.

    Args:
        plan: what to run.
        registry: where its components were found.
        observers: who is told of progress.
        keeps_tags: whether outcomes hold the lines of the files of tags.
        store: where layers are kept from run to run.
        time_limit: seconds that a batch may take, and `LOADING` times as many all components
            together to be loaded; None = as long as it takes.

    Raises:
        DiscotagError: a component cannot be imported or created, or a table breaks its schema.
    """

    def __init__(
        self,
        plan: Plan,
        registry: Registry,
        *,
        observers: Observers | None = None,
        keeps_tags: bool = True,
        store: Store | None = None,
        time_limit: float | None = None,
    ) -> None:
        self.observers = observers or Observers()
        loading = None if time_limit is None else LOADING * time_limit
        try:
            with deadline(loading):
                self.stages = Stages(plan, registry, self.observers, store)
                self.scorers = planned_scorers(plan)
        except OverTimeError as error:
            raise DiscotagError(f"loading the components {error}") from error
        self._keeps_tags, self._time_limit = keeps_tags, time_limit

    def work(self, batch: Sequence[ParallelText]) -> BatchResult:
        """Tag and score some documents.

        Raises:
            DiscotagError: wrong input, or a component that failed or took longer than it may.
        """
        try:
            with deadline(self._time_limit):
                return self._worked(batch)
        except OverTimeError as error:
            first, last = batch[0].id, batch[-1].id
            raise DiscotagError(f"work on the documents {first!r} to {last!r} {error}") from error

    def _worked(self, batch: Sequence[ParallelText]) -> BatchResult:
        seconds, segments = dict(self.observers.seconds), dict(self.observers.segments)
        texts = list(self.stages.tag_batch(batch))
        with self.observers.stage(SCORING, sum(len(text.source) for text in batch)):
            counts = self._count(texts)
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
            finish(self.scorers)

    def _count(self, texts: Sequence[TaggedText]) -> list[dict[str, tuple[Statistics, ...]]]:
        """Return system → a scorer's statistics each, for every document."""
        found: list[dict[str, tuple[Statistics, ...]]] = [{} for _ in texts]
        places = [index for index, text in enumerate(texts) for _ in comparisons([text])]
        pairs = counted(comparisons(texts), self.scorers) if self.scorers else ()
        for index, (comparison, statistics) in zip(places, pairs, strict=bool(self.scorers)):
            found[index][comparison.hypothesis.document.system] = statistics
        return found


def comparisons(texts: Iterable[TaggedText]) -> Iterator[Comparison]:
    """Pair every hypothesis with the references of its document.

    A document on which a tagger failed is left out for all systems: it would count as one without
    tags.
    """
    for text in texts:
        if text.failures:
            continue
        references = tuple(text.references.values())
        for hypothesis in text.hypotheses.values():
            yield Comparison(references, hypothesis)


def _lines(text: TaggedText) -> Iterator[tuple[str, str]]:
    for name, tagged in (*text.references.items(), *text.hypotheses.items()):
        yield name, tag_line(tagged)


def _grown(now: dict[str, Number], before: dict[str, Number]) -> dict[str, Number]:
    return {name: value - before.get(name, 0) for name, value in now.items()}
