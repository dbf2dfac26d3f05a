"""Pace: not more requests a minute than a service allows."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Pace:
    """Spaces requests of several threads evenly.

    Args:
        per_minute: most requests; None = no limit.
        clock: gives seconds that never go back.
    """

    def __init__(
        self, per_minute: float | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._gap = 60.0 / per_minute if per_minute else 0.0
        self._clock = clock
        self._lock = threading.Lock()
        self._next = 0.0

    def turn(self) -> float:
        """Take the next place in the row; give the seconds until it comes."""
        with self._lock:
            now = self._clock()
            begin = max(now, self._next)
            self._next = begin + self._gap
            return begin - now
