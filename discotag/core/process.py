"""This process: what an interrupt says of the work that is kept, and rare garbage collections."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def note_on_interrupt(note: Callable[[], str | None]) -> Iterator[None]:
    """Add a note to an interrupt that leaves the block: what is kept, and how to continue.

    The first note counts, so the innermost block says it.

    Args:
        note: returns the note; None = nothing to say here.
    """
    try:
        yield
    except KeyboardInterrupt as stop:
        text = note()
        if text is not None:
            stop.add_note(text)
        raise


THRESHOLDS = (50_000, 20, 20)
"""New objects between collections of the young, and how many of these between those of the older
and of all."""


def collect_rarely() -> None:
    """Set the thresholds of this process; for programs, never for a library's user."""
    gc.set_threshold(*THRESHOLDS)
