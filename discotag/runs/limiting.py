"""A limit to the time that work on one batch may take: what hangs is stopped, and named.

Python code is stopped where it is, so the error names plugin and document like any other failure.
Compiled code that does not come back cannot be stopped; the process that it hangs in ends.
"""

from __future__ import annotations

import faulthandler
import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PATIENCE = 2
"""After so many limits the process itself ends, and shows on standard error where it was."""
STDERR = 2


class OverTimeError(Exception):
    """Work that took longer than it may; raised wherever that work is."""


@contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    """Stop the block where it takes longer than so many seconds; None = it takes what it takes.

    Code that goes on after having been stopped is stopped again, each time after as long.

    Raises:
        OverTimeError: in the block; only in a process's main thread, and not on Windows. Elsewhere
            the process ends after `PATIENCE` times as long.
    """
    if seconds is None:
        yield
        return

    def watch() -> None:
        faulthandler.dump_traceback_later(PATIENCE * seconds, exit=True, file=STDERR)

    def stop(*_: object) -> None:
        watch()
        raise OverTimeError(f"took longer than {seconds:g} s (--time-limit)")

    is_stoppable = (
        hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    )
    watch()
    before = signal.signal(signal.SIGALRM, stop) if is_stoppable else None
    try:
        if is_stoppable:
            signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
        yield
    finally:
        if is_stoppable:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        faulthandler.cancel_dump_traceback_later()
