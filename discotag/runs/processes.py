"""Worker processes on this machine (`--jobs`): each loads the models once and keeps them."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Self

from discotag.core.errors import DiscotagError, UsageError
from discotag.core.parsing import NoOptions, checked
from discotag.core.plugin_calls import keep_whereabouts, read_whereabouts
from discotag.core.process import collect_rarely
from discotag.language.spacy_start import spare_torch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from multiprocessing.process import BaseProcess

    from discotag.core.document import ParallelText
    from discotag.runs.executors import Job
    from discotag.runs.workers import BatchResult, Worker

LAST_MOMENTS = 5.0
"""Seconds that workers have to end, once one has died and the others are asked to."""
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
        self._workers: set[BaseProcess] = set()
        self._folder = TemporaryDirectory(prefix="discotag-workers-")
        threads = max(1, (os.cpu_count() or 1) // count)
        self._pool = ProcessPoolExecutor(
            count,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(job, threads, self._folder.name),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            for process in frozenset(multiprocessing.active_children()) - self._others:
                process.terminate()
        self._pool.shutdown(cancel_futures=True)
        self._folder.cleanup()

    def submit(self, batch: Sequence[ParallelText]) -> Callable[[], BatchResult]:
        """Return the batch to the next free process."""
        try:
            with _deaf_to_interrupts():
                future = self._pool.submit(_work, batch)
        except BrokenProcessPool as error:
            raise self._died(batch) from error
        self._workers |= frozenset(multiprocessing.active_children()) - self._others

        def outcome() -> BatchResult:
            try:
                return future.result()
            except BrokenProcessPool as error:
                raise self._died(batch) from error

        return outcome

    def _died(self, batch: Sequence[ParallelText]) -> DiscotagError:
        """Say how a worker died and what it was at, as far as that is known."""
        end = time.monotonic() + LAST_MOMENTS
        while any(worker.exitcode is None for worker in self._workers) and time.monotonic() < end:
            time.sleep(0.01)
        endings = [(worker, how) for worker in self._workers if (how := _ending(worker))]
        for worker, how in endings:
            if where := read_whereabouts(Path(self._folder.name) / str(worker.pid)):
                return _dead(f" ({how}) in {where}; mend that plugin, or leave it out")
        first, last = batch[0].id, batch[-1].id
        how = f"({endings[0][1]})" if endings else MEMORY
        waited = f"while the documents {first!r} to {last!r} waited for it"
        return _dead(f" {how} {waited}; try fewer --jobs")


def _dead(what: str) -> DiscotagError:
    return DiscotagError(
        f"a worker process died{what}. The same command goes on with what is left to do"
    )


MEMORY = "perhaps for want of memory"


def _ending(worker: BaseProcess) -> str | None:
    """Say how a worker ended; None if it runs, or if it was ended with the others."""
    code = worker.exitcode
    if code is None or code == -signal.SIGTERM:
        return None
    if code >= 0:
        return f"it left with exit code {code}"
    name = signal.Signals(-code).name
    return f"killed, {MEMORY}" if name == "SIGKILL" else name


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


def _begin(job: Job, threads: int, folder: str) -> None:
    """Begin a worker process: the run alone answers to Ctrl-C, and threads share the machine.

    If it dies, standard error shows where its code was, and its file in the folder what it was
    at.
    """
    faulthandler.enable()
    collect_rarely()
    spare_torch()
    keep_whereabouts(Path(folder) / str(os.getpid()))
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


def _work(batch: Sequence[ParallelText]) -> BatchResult:
    if _Here.worker is None:
        _Here.worker = _Here.job.worker()
    return _Here.worker.work(batch)
