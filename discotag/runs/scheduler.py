"""Executing: batches go to whoever works on them, and their outcomes come back in order.

A batch that the journal or the cache holds goes nowhere. Only so many batches are under way as the
executor has room for, so memory does not grow with the corpus.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.core.document import ParallelText
    from discotag.pipeline.observers import Observers
    from discotag.runs.batch_results import BatchResult
    from discotag.runs.checkpoint import Checkpoint
    from discotag.runs.executors import Executor


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
