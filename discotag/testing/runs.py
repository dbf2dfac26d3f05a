"""Runs with an executor, for the tests of plugins that declare one."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING
from unittest import mock

from discotag.pipeline import stages
from discotag.runs.executors import make_executor
from discotag.runs.run import run

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["make_executor", "run", "small_batches"]


@contextmanager
def small_batches(segments: int) -> Iterator[None]:
    """Make small batches for a test, so that a few documents are several batches."""
    with mock.patch.object(stages, "BATCH_SEGMENTS", segments):
        yield
