"""Observers: a run tells those who watch it which stage is at work, and for how long."""

from __future__ import annotations

import logging
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from discotag.core.errors import DiscotagError
from discotag.core.plugin_calls import plugin_call

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pluggy

logger = logging.getLogger(__name__)


class Observers:
    """Passes a run's progress to the observing hooks, and sums up each stage's seconds.

    An observer that raises is taken out and named in the log; it never disturbs a run.
    """

    def __init__(
        self,
        manager: pluggy.PluginManager | None = None,
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Observe through a plugin manager, or through nobody; time by the clock given."""
        self._manager = manager
        self._clock = clock
        self._started: set[str] = set()
        self.seconds: dict[str, float] = {}
        self.segments: dict[str, int] = {}

    @contextmanager
    def stage(self, name: str, segments: int) -> Iterator[None]:
        """Time a piece of a stage's work on so many segments."""
        self._start(name)
        begin = self._clock()
        try:
            yield
        finally:
            self.add(name, self._clock() - begin, segments)

    def add(self, name: str, seconds: float, segments: int) -> None:
        """Take note of a piece of a stage's work that was done elsewhere, or before."""
        self._start(name)
        self.seconds[name] = self.seconds.get(name, 0.0) + seconds
        self.segments[name] = self.segments.get(name, 0) + segments
        self._tell("discotag_stage_advanced", stage=name, segments=segments)

    def _start(self, name: str) -> None:
        if name not in self._started:
            self._started.add(name)
            self._tell("discotag_stage_started", stage=name, total=None)

    def finish(self) -> None:
        """Report that every stage has ended."""
        for name in self.seconds:
            self._tell("discotag_stage_finished", stage=name, seconds=self.seconds.get(name, 0.0))

    def _tell(self, hook: str, **facts: object) -> None:
        if self._manager is None:
            return
        for plugin in self._manager.get_plugins():
            if not hasattr(plugin, hook):
                continue
            others = [other for other in self._manager.get_plugins() if other is not plugin]
            name = self._manager.get_name(plugin) or ""
            try:
                with plugin_call(name, hook, is_program=True):
                    self._manager.subset_hook_caller(hook, others)(**facts)
            except DiscotagError as error:
                logger.exception("%s; it is taken out", error)
                self._manager.unregister(plugin)
