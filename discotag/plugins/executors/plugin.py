"""Declares the built-in executor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import ExecutorInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_executors() -> Iterable[ExecutorInfo]:
    """Declare worker processes."""
    yield ExecutorInfo(
        name="processes",
        summary="worker processes on this machine, as many as --jobs says",
        factory="discotag.runs.processes:Processes",
    )
