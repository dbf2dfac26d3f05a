"""Executors: who works on the batches of a run, in this process or elsewhere, in order."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, repeat
from typing import TYPE_CHECKING, Protocol, Self

from discotag.core.errors import DiscotagError
from discotag.core.plugin_calls import plugin_call
from discotag.core.registry import open_registry
from discotag.files.cache import open_cache
from discotag.pipeline.config import ALONE, ComponentSpec, ExecutionOptions
from discotag.pipeline.planning import plan
from discotag.runs.workers import BatchResult, Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.files.cache import Store
    from discotag.pipeline.config import RunConfig
    from discotag.pipeline.plans import Plan
    from discotag.pipeline.stages import Observers
    from discotag.runs.checkpoint import Checkpoint


logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    """Everything that a worker in another process or on another machine is made from.

    Args:
        config: the run as it was asked for.
        execution: how the work is done.
        keeps_tags: whether outcomes hold the lines of the files of tags.
        cache: file in which layers are kept from run to run; None = none.
    """

    config: RunConfig
    execution: ExecutionOptions = field(default_factory=ExecutionOptions)
    keeps_tags: bool = True
    cache: Path | None = None

    def worker(self) -> Worker:
        """Make a worker here, from the plugins that are installed here."""
        registry = open_registry(without=self.execution.without)
        return Worker(
            plan(self.config, registry),
            registry,
            self.execution,
            keeps_tags=self.keeps_tags,
            store=self._store(),
        )

    def _store(self) -> Store | None:
        """Open the cache; a machine on which it cannot be written does without."""
        try:
            return None if self.cache is None else open_cache(self.cache)
        except DiscotagError as error:
            logger.warning("nothing is kept for later runs: %s", error)
            return None


class Executor(Protocol):
    """Makes workers work on batches."""

    @property
    def width(self) -> int:
        """How many batches may be under way at once."""
        ...

    @property
    def is_elsewhere(self) -> bool:
        """Whether its workers are in other processes, where the run's observers do not see them."""
        ...

    def __enter__(self) -> Self:
        """Begin."""
        ...

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End every worker; at once if there is an exception."""
        ...

    def submit(self, batch: Sequence[ParallelText]) -> Callable[[], BatchResult]:
        """Return a batch to a worker; the returned function waits for its outcome.

        That function raises DiscotagError for what the worker failed at.
        """
        ...


def make_executor(job: Job, plan: Plan, registry: Registry) -> Executor | None:
    """Make the executor that a job names; None = this process does the work.

    Args:
        job: what its workers are made from.
        plan: the run; one that has to go over the corpus in order is for one process.
        registry: where executors are declared.

    Raises:
        UnknownNameError: no executor has that name.
        UsageError: an argument or an option it cannot use.
    """
    execution = job.execution
    chosen = ComponentSpec.parse(execution.executor)
    if execution.jobs == 1 and chosen.name == ALONE:
        return None
    declared = registry.executors.get(chosen.name)
    info = declared.info
    if plan.is_sequential:
        return None
    owner = declared.owner
    with plugin_call(
        owner.name, f"executor {info.name}", keeps_errors=owner.is_builtin, is_program=True
    ):
        executor: Executor = info.load().create(
            job, execution.jobs, chosen.argument, execution.executor_options
        )
    return executor


class InProcessExecutor:
    """The executor of a run in one process: the worker works when its outcome is wanted."""

    width = 1
    is_elsewhere = False

    def __init__(self, worker: Worker) -> None:
        self._worker = worker

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._worker.finish(is_done=kind is None)

    def submit(self, batch: Sequence[ParallelText]) -> Callable[[], BatchResult]:
        """Work on the batch when the function is called."""
        return partial(self._worker.work, batch)


@dataclass
class Resumed:
    """Number of documents that an earlier run had done."""

    documents: int = 0


def outcomes(
    batches: Iterable[Sequence[ParallelText]],
    executor: Executor,
    observers: Observers,
    kept: tuple[Checkpoint | None, Checkpoint | None],
    resumed: Resumed,
) -> Iterator[BatchResult]:
    """Yield the outcome of every batch, in order.

    A batch whose outcome is kept goes nowhere. Only so many batches are under way as the executor
    has room for, so memory does not grow with the corpus.

    Args:
        batches: the documents.
        executor: who does the work.
        observers: who is notified of work that was done elsewhere or before.
        kept: the run's journal and the cache, where there are any; complete outcomes are kept in
            both, failed documents are tried again.
        resumed: counts documents of the journal.

    Raises:
        DiscotagError: whatever a worker failed at; what was done before stays in the journal.
    """
    waiting: deque[tuple[Sequence[ParallelText], BatchResult | Callable[[], BatchResult]]] = deque()
    for batch in chain(batches, repeat(None)):
        if batch is not None:
            known = _kept_outcome(batch, kept, resumed)
            if known is not None:
                _observe(observers, known, is_new=False)
            waiting.append((batch, known or executor.submit(batch)))
        elif not waiting:
            return
        if batch is None or len(waiting) >= executor.width:
            done, outcome = waiting.popleft()
            if not isinstance(outcome, BatchResult):
                outcome = outcome()
                for store in kept if outcome.is_complete else ():
                    if store is not None:
                        store.keep(done, outcome)
                if executor.is_elsewhere:
                    _observe(observers, outcome, is_new=True)
            yield outcome


def _kept_outcome(
    batch: Sequence[ParallelText],
    kept: tuple[Checkpoint | None, Checkpoint | None],
    resumed: Resumed,
) -> BatchResult | None:
    journal, cache = kept
    known = journal.find(batch) if journal is not None else None
    if known is not None:
        resumed.documents += len(batch)
        return known
    return cache.find(batch) if cache is not None else None


def _observe(observers: Observers, outcome: BatchResult, *, is_new: bool) -> None:
    for stage, segments in outcome.segments.items():
        observers.add(stage, outcome.seconds[stage] if is_new else 0.0, segments)
