"""Executors: who works on the batches of a run, in this process or elsewhere, in order."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, Self

from discotag.core.errors import DiscotagError
from discotag.core.plugin_calls import plugin_call
from discotag.core.registry import open_registry
from discotag.files.cache import open_cache
from discotag.pipeline.config import ComponentSpec
from discotag.pipeline.planning import plan
from discotag.runs.workers import Worker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.files.cache import Store
    from discotag.pipeline.config import RunConfig
    from discotag.pipeline.plans import Plan
    from discotag.pipeline.stages import Observers
    from discotag.runs.checkpoint import Checkpoint
    from discotag.runs.workers import BatchResult


logger = logging.getLogger(__name__)
ALONE = "processes"
"""The executor that is not worth its while for one worker."""


@dataclass(frozen=True)
class Job:
    """Everything that a worker in another process or on another machine is made from.

    Args:
        config: the run as it was asked for.
        without: names of blocked plugins.
        keeps_tags: whether outcomes hold the lines of the files of tags.
        cache: file in which layers are kept from run to run; None = none.
        time_limit: seconds that a batch may take; None = as long as it takes.
    """

    config: RunConfig
    without: tuple[str, ...] = ()
    keeps_tags: bool = True
    cache: Path | None = None
    time_limit: float | None = None

    def worker(self) -> Worker:
        """Make a worker here, from the plugins that are installed here."""
        registry = open_registry(without=self.without)
        return Worker(
            plan(self.config, registry),
            registry,
            keeps_tags=self.keeps_tags,
            store=self._store(),
            time_limit=self.time_limit,
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
        """Return a batch to a worker; the function that comes back waits for its outcome.

        That function raises DiscotagError for what the worker failed at.
        """
        ...


def make_executor(
    name: str,
    job: Job,
    count: int,
    plan: Plan,
    registry: Registry,
    *,
    options: Mapping[str, Any] | None = None,
) -> Executor | None:
    """Make the executor that the user names as `NAME[:ARGUMENT]`; None = this process does it.

    Args:
        name: as given.
        job: what its workers are made from.
        count: how many workers.
        plan: the run; one that has to go over the corpus in order is for one process.
        registry: where executors are declared.
        options: the executor's own (`--set executor.NAME=VALUE`).

    Raises:
        UnknownNameError: no executor has that name.
        UsageError: an argument or an option it cannot use.
    """
    chosen = ComponentSpec.parse(name)
    declared = registry.executors.get(chosen.name)
    info = declared.info
    if plan.is_sequential or (count == 1 and info.name == ALONE):
        return None
    owner = declared.owner
    with plugin_call(
        owner.name, f"executor {info.name}", keeps_errors=owner.is_builtin, is_program=True
    ):
        executor: Executor = info.load().create(job, count, chosen.argument, options or {})
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


class Scheduler:
    """Batches executed in order.

    Args:
        executor: who does the work.
        observers: who is told of work that was done elsewhere or before.
        journal: where outcomes are kept until the run is done; None = nowhere.
        cache: where they are kept from run to run; None = nowhere.

    Attributes:
        resumed: number of documents that an earlier run had done.
    """

    def __init__(
        self,
        executor: Executor,
        observers: Observers,
        journal: Checkpoint | None = None,
        cache: Checkpoint | None = None,
    ) -> None:
        self._executor, self._observers = executor, observers
        self._journal, self._cache = journal, cache
        self.resumed = 0

    def outcomes(self, batches: Iterable[Sequence[ParallelText]]) -> Iterator[BatchResult]:
        """Yield the outcome of every batch, in order.

        Raises:
            DiscotagError: whatever a worker failed at; what was done before stays in the journal.
        """
        waiting: deque[Callable[[], BatchResult]] = deque()
        for batch in batches:
            waiting.append(self._begun(batch))
            if len(waiting) >= self._executor.width:
                yield waiting.popleft()()
        while waiting:
            yield waiting.popleft()()

    def _begun(self, batch: Sequence[ParallelText]) -> Callable[[], BatchResult]:
        known = self._journal.find(batch) if self._journal is not None else None
        if known is not None:
            self.resumed += len(batch)
        elif self._cache is not None:
            known = self._cache.find(batch)
        if known is not None:
            self._tell(known, is_new=False)
            return lambda: known
        wait = self._executor.submit(batch)

        def outcome() -> BatchResult:
            found = wait()
            for kept in (self._journal, self._cache):
                if kept is not None:
                    kept.keep(batch, found)
            if self._executor.is_elsewhere:
                self._tell(found, is_new=True)
            return found

        return outcome

    def _tell(self, outcome: BatchResult, *, is_new: bool) -> None:
        for stage, segments in outcome.segments.items():
            self._observers.add(stage, outcome.seconds[stage] if is_new else 0.0, segments)
