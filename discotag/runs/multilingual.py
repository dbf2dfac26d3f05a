"""Merging: runs of one source into many targets, set side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError
from discotag.runs.results import read_results, scores_data
from discotag.runs.verification import open_runs

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discotag.core.registry import Registry
    from discotag.core.results import Results
    from discotag.scoring.resampling import ResamplingOptions

SCHEMA = "discotag-merged/1"


def merge(
    folders: Sequence[Path],
    registry: Registry,
    options: ResamplingOptions,
    *,
    verify: bool = True,
) -> tuple[Results, ...]:
    """Read the results of runs of one source text, each into another language.

    Args:
        folders: what `discotag run --out` wrote.
        registry: where the scorers are found.
        options: how to resample; the baseline has to be a system of every run.
        verify: whether every file must be the one that the run wrote.

    Raises:
        InputError: a folder holds no sound run, the runs do not share the source, or two go into
            the same language.
        UnknownNameError: a run has no system of the baseline's name.
    """
    runs = open_runs(folders, verify=verify)
    first = runs[0].record
    seen: dict[str, Path] = {}
    for run in runs:
        record = run.record
        if (record.source, record.source_language) != (first.source, first.source_language):
            raise InputError(f"is not of the same source text as {runs[0].path}", path=run.path)
        if record.plan.pair in seen:
            raise InputError(
                f"is {record.plan.pair}, and so is {seen[record.plan.pair]}; discotag compare puts"
                " systems of one pair together",
                path=run.path,
            )
        seen[record.plan.pair] = run.path
    return tuple(read_results([run], registry, options)[0] for run in runs)


def merged_data(runs: Sequence[Results]) -> dict[str, Any]:
    """Return all scores as plain data: pair → the content of its `scores.json`."""
    return {"schema": SCHEMA, "runs": {found.pair: scores_data(found) for found in runs}}
