"""Merging: runs of one source into many targets, set side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError
from discotag.runs.record import read_record
from discotag.runs.results import read_results, scores_data

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discotag.core.registry import Registry
    from discotag.core.results import Results
    from discotag.scoring.resampling import ResamplingOptions

SCHEMA = "discotag-merged/1"


def merge(
    folders: Sequence[Path], registry: Registry, options: ResamplingOptions
) -> tuple[Results, ...]:
    """Read the results of runs of one source text, each into another language.

    Args:
        folders: what `discotag run --out` wrote.
        registry: where the scorers are found.
        options: how to resample; the baseline has to be a system of every run.

    Raises:
        InputError: a folder holds no run, the runs do not share the source, or two go into the same
            language.
        UnknownNameError: a run has no system of the baseline's name.
    """
    records = [read_record(folder) for folder in folders]
    seen: dict[str, Path] = {}
    for folder, record in zip(folders, records, strict=True):
        if record.source != records[0].source:
            raise InputError(f"is not of the same source text as {folders[0]}", path=folder)
        if record.plan.pair in seen:
            raise InputError(
                f"is {record.plan.pair}, and so is {seen[record.plan.pair]}; discotag compare puts"
                " systems of one pair together",
                path=folder,
            )
        seen[record.plan.pair] = folder
    return tuple(read_results([folder], registry, options)[0] for folder in folders)


def merged_data(runs: Sequence[Results]) -> dict[str, Any]:
    """Give all scores as plain data: pair → the content of its `scores.json`."""
    return {"schema": SCHEMA, "runs": {found.pair: scores_data(found) for found in runs}}
