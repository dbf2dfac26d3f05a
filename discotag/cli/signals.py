"""Being stopped: Ctrl-C, SIGTERM and SIGHUP end a command in order, with one line that says so.

The first signal is an interrupt, so everything is closed and temporary files go; a second one ends
the program at once.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
TOGETHER = 0.5
"""Seconds within which a second signal is the same one: some programs send it twice."""


class StoppedError(Exception):
    """A command that was stopped by a signal.

    Args:
        number: of the signal.
        note: what is kept, and how to continue.
    """

    def __init__(self, number: int, note: str) -> None:
        self.exit_code = 128 + number
        is_typed = number == signal.SIGINT
        how = "interrupted" if is_typed else f"stopped by {signal.Signals(number).name}"
        super().__init__(f"{how}; {note}")


class _Received:
    """The signal that came first, and when."""

    number: int = signal.SIGINT
    moment: float | None = None


def listen() -> None:
    """Make signals interrupts; one that the program was set to ignore stays ignored."""
    for name in SIGNALS:
        number = getattr(signal, name, None)  # there is no SIGHUP on Windows
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _stop)


def _stop(number: int, _: object) -> None:
    if _Received.moment is None:
        _Received.number, _Received.moment = number, time.monotonic()
        raise KeyboardInterrupt
    if time.monotonic() - _Received.moment > TOGETHER:
        os._exit(128 + number)


@contextmanager
def stoppable() -> Iterator[None]:
    """Turn an interrupt that leaves the block into a StoppedError, which says what is kept."""
    try:
        yield
    except KeyboardInterrupt as stop:
        notes = [*getattr(stop, "__notes__", ()), "no file was written"]
        raise StoppedError(_Received.number, notes[0]) from stop


@contextmanager
def told() -> Iterator[None]:
    """Print one line where the block is stopped, and end the program with the signal's code."""
    try:
        with stoppable():
            yield
    except StoppedError as error:
        sys.stderr.write(f"discotag: {error}\n")
        sys.exit(error.exit_code)
