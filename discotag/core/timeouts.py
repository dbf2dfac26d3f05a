"""A limit to the time that work may take: what hangs is stopped, and named.

Python code is stopped where it is, so the error names plugin and document like any other failure.
Code that does not let itself be stopped ends with its process: that end is set when the work
begins, and nothing that the work does puts it off.
"""

from __future__ import annotations

import faulthandler
import logging
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from discotag.core.current_call import here

if TYPE_CHECKING:
    from collections.abc import Iterator

logger = logging.getLogger(__name__)
PATIENCE = 2
"""After so many limits the process itself ends, and shows on standard error where it was."""
STDERR = 2


class OverTimeError(BaseException):
    """Work that took longer than it may; raised wherever that work is.

    It is no `Exception`, so that code that goes on after any exception does not go on after this.
    """


class Limit:
    """A limit in force.

    Args:
        seconds: how long the work may take.

    Attributes:
        stops: how often work was stopped so far.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds, self.stops = seconds, 0
        self._is_stopped = False
        self._is_stoppable = (
            hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        )

    def begin(self) -> None:
        """Start both timers: the one that stops the work and the one that ends the process."""
        self._is_stopped = False
        faulthandler.dump_traceback_later(PATIENCE * self.seconds, exit=True, file=STDERR)
        if self._is_stoppable:
            signal.setitimer(signal.ITIMER_REAL, self.seconds, self.seconds / 2)

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Hold the block to the limit."""
        if self._is_stoppable:
            before = signal.signal(signal.SIGALRM, self._stop)
        try:
            self.begin()
            yield
        finally:
            if self._is_stoppable:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, before)
            faulthandler.cancel_dump_traceback_later()

    def _stop(self, *_: object) -> None:
        self.stops += 1
        if self._is_stopped:
            end = PATIENCE * self.seconds
            logger.error("%s goes on after it was stopped; this process ends at %g s", here(), end)
        self._is_stopped = True
        raise OverTimeError(f"took longer than {self.seconds:g} s (--time-limit)")


_limits: list[Limit] = []


def current_limit() -> Limit | None:
    """Return the limit in force, the innermost; None where there is none."""
    return _limits[-1] if _limits else None


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Stop the block where it takes longer than so many seconds; None = it takes what it takes.

    Code that goes on after having been stopped is stopped again, each time after half as long,
    until the process ends after `PATIENCE` times as long. Only what calls plugins
    (`discotag.core.plugin_calls`) may begin the limit again, after the stopped plugin.

    Raises:
        OverTimeError: in the block; only in a process's main thread, and not on Windows. Elsewhere
            the process ends after `PATIENCE` times as long.
    """
    if seconds is None:
        yield
        return
    limit = Limit(seconds)
    _limits.append(limit)
    try:
        with limit.in_force():
            yield
    finally:
        _limits.remove(limit)
