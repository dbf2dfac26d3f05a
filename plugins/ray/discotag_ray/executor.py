"""The executor `ray`: batches go to actors, which hold workers; a lost actor is created again.

Ray itself restarts an actor that died and gives its batches again; what it gives up on becomes an
error that names the documents. Where a whole node is lost and no other has room for its actors, Ray
would wait for one; their batches go to the actors that are left.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

import ray
from pydantic import BaseModel, ConfigDict, Field
from ray.exceptions import ActorUnavailableError, RayActorError, RayError

from discotag.plugin import DiscotagError, UsageError, checked, open_registry
from discotag.plugin.runs import plan
from discotag_ray.actor import Host, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from discotag.plugin import ParallelText
    from discotag.plugin.runs import BatchResult, Job

logger = logging.getLogger(__name__)
AHEAD = 2
"""Batches under way per actor: one at work, one waiting, so that none is ever idle."""
TRIES = 3
"""How often a batch is given to an actor before it is taken for what kills them."""
PATIENCE = 2.0
"""Seconds after which a run that waits for a batch looks whether the batch's node is alive."""


class RayOptions(BaseModel):
    """Options of the executor (`--set executor.NAME=VALUE`).

    Args:
        cpus: processor cores that each actor reserves.
        gpus: GPUs that each actor reserves; a fraction lets several share one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    cpus: float = Field(default=1, ge=0)
    gpus: float = Field(default=0, ge=0)


class RayExecutor:
    """Actors of a Ray cluster.

    Args:
        job: what the workers are made from.
        count: how many actors.
        address: of the cluster, as `ray.init` takes it; None = `RAY_ADDRESS`, or else a Ray of this
            run's own on this machine.
        options: what each actor reserves.

    Raises:
        UsageError: there is no cluster at the address, or a Ray of the run's own has no such room.
    """

    is_elsewhere = True

    @classmethod
    def create(cls, job: Job, count: int, argument: str | None, options: Mapping[str, Any]) -> Self:
        """Make so many actors on the cluster at the address `argument`."""
        return cls(job, count, argument or None, checked("executor ray", options, RayOptions))

    def __init__(self, job: Job, count: int, address: str | None, options: RayOptions) -> None:
        self.width = AHEAD * count
        self._next = 0
        self._is_ours = not ray.is_initialized()
        if self._is_ours:
            _connect(address, count, options)
        try:
            self._check_room(count, options)
            host: Any = ray.remote(
                num_cpus=options.cpus, num_gpus=options.gpus,
                max_restarts=-1, max_task_retries=TRIES - 1,
            )(Host)  # fmt: skip
            components = told(
                plan(job.config, open_registry(without=job.execution.without)).describe()
            )
            self._actors: list[Any] = [host.remote(job, components) for _ in range(count)]
        except BaseException:
            self._disconnect()
            raise
        self._under_way: list[list[Any]] = [[] for _ in self._actors]
        self._nodes: list[Any] = [actor.node.remote() for actor in self._actors]
        self._away: set[int] = set()

    def _check_room(self, count: int, options: RayOptions) -> None:
        there: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        for name, each in (("CPU", options.cpus), ("GPU", options.gpus)):
            if count * each > there.get(name, 0):
                needs = f"{count} workers with {each:g} {name} each need more than the"
                if _is_local():
                    raise UsageError(
                        f"--executor ray: {needs} {there.get(name, 0):g} {name} of this machine;"
                        f" try fewer --jobs, or less with --set executor.{name.lower()}s=NUMBER"
                    )
                logger.warning("%s %g of the cluster; some wait", needs, there.get(name, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for actor in self._actors:
            with suppress(RayError):
                ray.kill(actor)
        self._disconnect()

    def _disconnect(self) -> None:
        if self._is_ours:
            ray.shutdown()

    def submit(self, batch: Sequence[ParallelText]) -> Callable[[], BatchResult]:
        """Return the batch to the actor that has least to do."""
        given = [self._given(batch)]

        def outcome() -> BatchResult:
            try:
                found: BatchResult | DiscotagError = self._first_done(batch, given)
            except RayActorError as error:
                first, last = batch[0].id, batch[-1].id
                raise DiscotagError(
                    f"a Ray worker died {TRIES} times, perhaps for want of memory, while it had the"
                    f" documents {first!r} to {last!r} ({_reason(error)}). The same command goes on"
                    " with what is left to do"
                ) from error
            finally:
                for place, work in given:
                    with suppress(ValueError):
                        self._under_way[place].remove(work)
            if isinstance(found, DiscotagError):
                raise found
            return found

        return outcome

    def _given(self, batch: Sequence[ParallelText]) -> tuple[int, Any]:
        """Give a batch to the actor with the least work; return its index and its future."""
        place = self._freest()
        work = self._actors[place].work.remote(list(batch))
        self._under_way[place].append(work)
        return place, work

    def _first_done(self, batch: Sequence[ParallelText], given: list[tuple[int, Any]]) -> Any:
        """Wait for a batch; where its actor or its node is lost, give it to another one, too."""
        tries = len(given)
        while True:
            done, _ = ray.wait([work for _, work in given], timeout=PATIENCE)
            is_last = tries >= TRIES
            if done:
                try:
                    return ray.get(done[0])
                except ActorUnavailableError:
                    if is_last:
                        raise
                    self._miss(given[-1][0])
                    given[:] = [item for item in given if item[1] != done[0]] + [self._given(batch)]
                    tries += 1
            elif not is_last and given[-1][0] in self._lost():
                given.append(self._given(batch))
                tries += 1
                logger.warning("a node of the cluster is lost; its documents go to the others")

    def _miss(self, place: int) -> None:
        """Give an actor no more batches until it answers again."""
        self._away.add(place)
        self._nodes[place] = self._actors[place].node.remote()

    def _lost(self) -> frozenset[int]:
        """Return the places of actors that are away, or whose node is no longer alive."""
        alive = {node["NodeID"] for node in ray.nodes() if node["Alive"]}  # type: ignore[no-untyped-call]
        told, _ = ray.wait(self._nodes, num_returns=len(self._nodes), timeout=0)
        for place, node in enumerate(self._nodes):
            if node in told:
                try:
                    is_there = ray.get(node) in alive
                except RayActorError:
                    is_there = False
                if is_there:
                    self._away.discard(place)
                else:
                    self._miss(place)
        return frozenset(self._away)

    def _freest(self) -> int:
        for number, waiting in enumerate(self._under_way):
            if waiting:
                _, left = ray.wait(waiting, num_returns=len(waiting), timeout=0)
                self._under_way[number] = left
        lost = self._lost()
        places = range(len(self._actors))
        there = [place for place in places if place not in lost] or list(places)
        return min(there, key=lambda place: len(self._under_way[place]))


def _connect(address: str | None, count: int, options: RayOptions) -> None:
    """Connect to the cluster, or begin a small one here; no usage data is sent to Ray's makers."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    quietly: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    address = address or os.environ.get("RAY_ADDRESS")
    if not address or address == "local":
        cores = max(os.cpu_count() or 1, int(count * options.cpus))
        ray.init("local", num_cpus=cores, include_dashboard=False, **quietly)
        return
    try:
        ray.init(address, **quietly)
    except (ConnectionError, ValueError, RuntimeError, RayError) as error:
        raise UsageError(
            f"--executor ray:{address}: no Ray cluster answers there ({_reason(error)});"
            " `ray status` shows whether one runs, and one with a token wants RAY_AUTH_MODE=token"
            " and its RAY_AUTH_TOKEN (`ray get-auth-token` on its head)"
        ) from error


def _is_local() -> bool:
    """Return whether this run's Ray is this machine alone."""
    return len(ray.nodes()) == 1  # type: ignore[no-untyped-call]


def _reason(error: Exception) -> str:
    """Return the first line of what Ray says."""
    return str(error).strip().partition("\n")[0] or type(error).__name__
