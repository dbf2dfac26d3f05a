"""Work that waits until it is quiet: each piece has a name, and a newer one replaces an older."""

from __future__ import annotations

import logging
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

logger = logging.getLogger(__name__)


class Scheduler:
    """Does pieces of work in one thread, each when it is due.

    Args:
        name: of the thread.
    """

    def __init__(self, name: str) -> None:
        self._due: dict[Hashable, tuple[float, Callable[[], None]]] = {}
        self._wake = threading.Condition()
        self._is_closed = False
        self._is_at_work = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def plan(self, name: Hashable, work: Callable[[], None], *, delay: float) -> None:
        """Do some work in `delay` seconds, in place of what is planned under that name."""
        with self._wake:
            self._due[name] = (time.monotonic() + delay, work)
            self._wake.notify_all()

    def drop(self, name: Hashable) -> None:
        """Forget what is planned under a name."""
        with self._wake:
            self._due.pop(name, None)

    def close(self) -> None:
        """Do nothing more."""
        with self._wake:
            self._is_closed = True
            self._wake.notify_all()

    def is_idle(self) -> bool:
        """Return whether nothing is planned or under way."""
        with self._wake:
            return not self._due and not self._is_at_work

    def _run(self) -> None:
        while True:
            with self._wake:
                self._is_at_work = False
                while not self._is_closed and (waiting := self._wait()) != 0:
                    self._wake.wait(waiting)
                if self._is_closed:
                    return
                name = min(self._due, key=lambda key: self._due[key][0])
                _, work = self._due.pop(name)
                self._is_at_work = True
            try:
                work()
            except Exception:
                logger.exception("discotag lsp: a check failed")

    def _wait(self) -> float | None:
        """Return the seconds until something is due; None = nothing is planned."""
        if not self._due:
            return None
        return max(0.0, min(due for due, _ in self._due.values()) - time.monotonic())
