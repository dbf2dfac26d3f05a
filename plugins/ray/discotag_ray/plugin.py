"""Declares the executor `ray`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ExecutorInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_executors() -> Iterable[ExecutorInfo]:
    """Declare the executor."""
    yield ExecutorInfo(
        name="ray",
        summary="workers of a Ray cluster (ray:ADDRESS), or of a Ray on this machine",
        factory="discotag_ray.executor:RayExecutor",
        install="pip install discotag-ray",
    )
