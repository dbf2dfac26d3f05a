"""Worker processes on this machine (`--jobs`): each loads the models once and keeps them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from discotag.core.errors import DiscotagError, UsageError
from discotag.core.options import NoOptions, checked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from discotag.core.document import ParallelText
    from discotag.runs.jobs import Job
    from discotag.runs.outcomes import BatchOutcome
    from discotag.runs.worker import Worker

AHEAD = 2
"""Batches under way per worker: one at work, one waiting, so that none is ever idle."""


class Processes:
    """Worker processes.

    Args:
        job: what the workers are made from.
        count: how many.
    """

    is_elsewhere = True

    @classmethod
    def create(cls, job: Job, count: int, argument: str | None, options: Mapping[str, Any]) -> Self:
        """Make so many worker processes; UsageError for an argument or option: they take none."""
        checked("executor processes", options, NoOptions)
        if argument is not None:
            raise UsageError(f"--executor processes:{argument}: processes takes nothing behind ':'")
        return cls(job, count)

    def __init__(self, job: Job, count: int) -> None:
        self.width = AHEAD * count
        self._others = frozenset(multiprocessing.active_children())
        threads = max(1, (os.cpu_count() or 1) // count)
        self._pool = ProcessPoolExecutor(
            count,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(job, threads),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            for process in frozenset(multiprocessing.active_children()) - self._others:
                process.terminate()
        self._pool.shutdown(cancel_futures=True)

    def submit(self, batch: Sequence[ParallelText]) -> Callable[[], BatchOutcome]:
        """Give the batch to the next free process."""
        with _deaf_to_interrupts():
            future = self._pool.submit(_work, batch)

        def outcome() -> BatchOutcome:
            try:
                return future.result()
            except BrokenProcessPool as error:
                first, last = batch[0].id, batch[-1].id
                raise DiscotagError(
                    "a worker process died, perhaps for want of memory, while the documents"
                    f" {first!r} to {last!r} waited for it; try fewer --jobs. The same command goes"
                    " on with what is left to do"
                ) from error

        return outcome


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes that begin in the block never see Ctrl-C; the run sees it after the block."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Here:
    """What one worker process keeps."""

    job: Job
    worker: Worker | None = None


def _begin(job: Job, threads: int) -> None:
    """Begin a worker process: the run alone answers to Ctrl-C, and threads share the machine."""
    threading.Thread(target=_end_with_the_run, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, str(threads))
    _Here.job = job


def _end_with_the_run() -> None:
    """End this process when the run's has ended, however it did; else it would wait for ever."""
    run = multiprocessing.parent_process()
    if run is not None:
        run.join()
        os._exit(1)


def _work(batch: Sequence[ParallelText]) -> BatchOutcome:
    if _Here.worker is None:
        _Here.worker = _Here.job.worker()
    return _Here.worker.work(batch)
