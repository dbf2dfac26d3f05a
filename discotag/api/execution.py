"""Carrying out a plan: a corpus tagged and scored, by one or several workers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from discotag.files.cache import cache_file, used_cache
from discotag.runs.executors import ALONE, Job, make_executor
from discotag.runs.run import run
from discotag.units.units import in_units

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.pipeline.plans import Plan
    from discotag.runs.run import RunResult
    from discotag.scoring.resampling import ResamplingOptions


@dataclass(frozen=True)
class Execution:
    """How a plan is carried out; no result depends on it.

    Args:
        jobs: how many workers; each loads the models once.
        executor: who works where there are several, `NAME[:ARGUMENT]`.
        executor_options: the executor's own.
        cache: whether to take what was computed before from the cache, and keep what is new.
        time_limit: seconds that a batch may take; None = as long as it takes.
        without: names of plugins that workers must not load.
    """

    jobs: int = 1
    executor: str = ALONE
    executor_options: Mapping[str, Any] = field(default_factory=dict)
    cache: bool = False
    time_limit: float | None = None
    without: tuple[str, ...] = ()


def carry_out(
    plan: Plan,
    registry: Registry,
    texts: Iterable[ParallelText],
    execution: Execution,
    *,
    out: Path | None = None,
    notes: Callable[[], Sequence[str]] = tuple,
    resampling: ResamplingOptions | None = None,
    report: str | None = None,
) -> RunResult:
    """Tag and score a corpus as a plan says.

    Args:
        plan: what to do.
        registry: where its components were found.
        texts: the documents, in order.
        execution: how to do it.
        out: folder for everything that a run writes; None = nothing is written.
        notes: gives the reader's notes, once reading is over.
        resampling: how to find intervals and differences.
        report: name of a report to write into the folder, too.

    Raises:
        UsageError: an executor or option that does not exist, or a folder at which another works.
        DiscotagError: wrong input, or a component that failed.
    """
    corpus = in_units(plan, texts)
    plan = corpus.plan
    file = cache_file() if execution.cache else None
    job = Job(
        plan.config,
        execution.without,
        keeps_tags=out is not None,
        cache=file,
        time_limit=execution.time_limit,
    )
    workers = make_executor(
        execution.executor,
        job,
        execution.jobs,
        plan,
        registry,
        options=execution.executor_options,
    )
    with used_cache(file) as store:
        return run(
            plan,
            registry,
            corpus.texts,
            out=out,
            notes=lambda: (*corpus.notes(), *notes()),
            resampling=resampling,
            report=report,
            executor=workers,
            store=store,
            time_limit=execution.time_limit,
            units=corpus,
        )
