"""The other side: a worker of a run, kept by a Ray actor."""

from __future__ import annotations

import os
import platform
from typing import TYPE_CHECKING, Any

import ray

from discotag.plugin import DiscotagError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import ParallelText
    from discotag.plugin.runs import BatchResult, Job, Worker


class Host:
    """Keeps one worker; its models are loaded with the first batch.

    Args:
        job: what the worker is made from.
        components: the components of the run, as described by `Plan.describe`; with other versions
            than these nothing is done.
    """

    def __init__(self, job: Job, components: str) -> None:
        self._job, self._components = job, components
        self._worker: Worker | None = None

    def node(self) -> str:
        """Return the identifier of the cluster's node on which the actor lives."""
        return str(ray.get_runtime_context().get_node_id())

    def process(self) -> int:
        """Return the number of the actor's process."""
        return os.getpid()

    def work(self, batch: Sequence[ParallelText]) -> BatchResult | DiscotagError:
        """Return what came out of a batch, or the error that it ended with."""
        try:
            if self._worker is None:
                self._worker = self._made()
            return self._worker.work(batch)
        except DiscotagError as error:
            return error

    def _made(self) -> Worker:
        worker = self._job.worker()
        if (found := told(worker.stages.plan.describe())) != self._components:
            raise DiscotagError(
                f"the worker on {platform.node()} would run other components than this machine:"
                f" {found}, not {self._components}; install the same packages there"
            )
        return worker


def told(plan: dict[str, Any]) -> str:
    """Write a plan's components with the distributions that they come from, on one line."""
    return ", ".join(
        f"{part['role']} {part['name']} {part['version']} ({part['distribution']})"
        for part in plan["components"]
    )
