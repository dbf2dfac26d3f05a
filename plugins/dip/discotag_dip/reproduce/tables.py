"""The tables: what the sets hold, and the systems' ranks, figures and kinds of error by task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import ValidationError

from discotag.plugin import InputError
from discotag_dip.card import TITLES
from discotag_dip.items import TASKS
from discotag_dip.reproduce.steps import result_file, set_folder
from discotag_dip.results import MEASURES, TaskResult
from discotag_dip.testset import read_testset
from discotag_dip.text import written
from discotag_experiments.tables import UNAVAILABLE, Cell, Row, Table, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from discotag_dip.items import Task
    from discotag_dip.manifest import Manifest
    from discotag_dip.reproduce.config import DipConfig
    from discotag_dip.results import Figure, SystemResult

BEHIND = "†"
"""Marks systems whose failures are behind the set they are judged on."""


def tables(config: DipConfig, out: Path) -> list[Table]:
    """Read what the steps wrote, and set the tables.

    Raises:
        InputError: a result is not there.
    """
    tasks = [
        task for task in TASKS if any(task in config.tasks_of(name) for name in config.corpora)
    ]
    manifests = {
        (name, task): read_testset(set_folder(out, name, task)).manifest
        for name in config.corpora
        for task in config.tasks_of(name)
    }
    ranked = [_ranking(task, config, manifests, out) for task in tasks]
    return [_sizes(config, tasks, manifests), *ranked]


def _sizes(
    config: DipConfig, tasks: list[Task], manifests: Mapping[tuple[str, Task], Manifest]
) -> Table:
    rows = []
    for name in config.corpora:
        found = [manifests.get((name, task)) for task in tasks]
        corpus = next(manifest.corpus for manifest in found if manifest is not None)
        cells = [
            Cell(UNAVAILABLE)
            if manifest is None
            else number(manifest.items, 0, documents=manifest.documents)
            for manifest in found
        ]
        rows.append(Row((name,), (number(corpus["documents"], 0), *cells)))
    return Table(
        title="Items of the test sets",
        labels=("corpus",),
        columns=("documents", *tasks),
        rows=tuple(rows),
        notes=("Documents: of the corpus. x = the task was not asked for.",),
    )


def _ranking(
    task: Task, config: DipConfig, manifests: Mapping[tuple[str, Task], Manifest], out: Path
) -> Table:
    results = {
        name: _read(result_file(out, name, task))
        for name in config.corpora
        if task in config.tasks_of(name)
    }
    kinds = sorted(
        {kind for result in results.values() for system in result.systems for kind in system.kinds}
    )
    rows = []
    for name, result in results.items():
        behind = manifests[name, task].systems
        rows.append(Row((f"{name}, {result.items} items",)))
        for system in result.systems:
            label = f"{system.system}{BEHIND if system.system in behind else ''}"
            cells = _cells(task, system, kinds, is_several=len(result.systems) > 1)
            rows.append(Row((str(system.rank), label), tuple(cells)))
    return Table(
        title=TITLES[task],
        labels=("rank", "system"),
        columns=(*MEASURES[task], *(f"{kind} %" for kind in kinds)),
        rows=tuple(rows),
        notes=tuple(_notes(task)),
    )


def _cells(
    task: Task, system: SystemResult, kinds: list[str], *, is_several: bool
) -> Iterator[Cell]:
    """Yield a system's figures, then the shares of its errors."""
    first = next(iter(MEASURES[task]))
    for name in MEASURES[task]:
        yield _figure(
            system.measures[name], is_best=name == first and system.rank == 1 and is_several
        )
    total = sum(system.kinds.values())
    for kind in kinds:
        share = 100 * system.kinds.get(kind, 0) / total if total else None
        yield number(share, 0, items=system.kinds.get(kind, 0))


def _figure(figure: Figure, *, is_best: bool) -> Cell:
    return Cell(written(figure), figure.value, is_best=is_best, more={"interval": figure.interval})


def _notes(task: Task) -> Iterator[str]:
    for name, measure in MEASURES[task].items():
        way = "higher" if measure.higher_is_better else "lower"
        yield f"{name}: {measure.summary}; {way} is better."
    yield (
        f"[95 % over documents]. Kinds of error: % of those proposed by rule. {BEHIND} = its"
        " failures are among those that the set was built from; – = undefined."
    )


def _read(path: Path) -> TaskResult:
    try:
        return TaskResult.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise InputError(f"holds no result: {error}", path=path) from error
