"""Progress bars on standard error, fed by the observing hooks."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pluggy


class ProgressBars:
    """One bar per stage, in segments; the number is all there is where no total is known."""

    def __init__(self, progress: Progress, totals: dict[str, int]) -> None:
        """Show on a rich Progress; `totals`: of stages on the `source`, and of others (`""`)."""
        self._progress = progress
        self._totals = totals
        self._tasks: dict[str, TaskID] = {}

    @hookimpl
    def discotag_stage_started(self, stage: str, total: int | None) -> None:
        """Add the stage's bar."""
        key = "source" if stage.endswith(" source") else ""
        known = self._totals.get(key, total)
        self._tasks[stage] = self._progress.add_task(stage, total=known)

    @hookimpl
    def discotag_stage_advanced(self, stage: str, segments: int) -> None:
        """Move the stage's bar; more than was expected (units of lines) has no end in sight."""
        task = self._tasks[stage]
        self._progress.advance(task, segments)
        shown = next((item for item in self._progress.tasks if item.id == task), None)
        if shown is not None and shown.total is not None and shown.completed > shown.total:
            self._progress.update(task, total=None)


@contextmanager
def shown_progress(
    manager: pluggy.PluginManager, *, is_quiet: bool, segments: int | None = None, texts: int = 1
) -> Iterator[None]:
    """Show a run's progress on standard error while the block runs, if that is a terminal.

    Args:
        manager: the plugin manager whose observers a run tells.
        is_quiet: show nothing.
        segments: segments of the source, if known.
        texts: target texts, for the stages that go over all of them.
    """
    console = Console(stderr=True)
    if is_quiet or not console.is_terminal:
        yield
        return
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    totals = {}
    if segments is not None:
        totals = {"": segments * texts, "source": segments}
    observer = ProgressBars(bars, totals)
    manager.register(observer, name="progress-bars")
    try:
        with bars:
            yield
    finally:
        manager.unregister(name="progress-bars")
