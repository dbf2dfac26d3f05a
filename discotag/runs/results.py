"""Results: scores, intervals and differences, of a run or of several put together."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError
from discotag.core.results import Results, ScorerView
from discotag.core.text import count_noun
from discotag.runs.counts import FILE as COUNTS
from discotag.runs.counts import check_rows, tables_of
from discotag.runs.folder import open_runs
from discotag.runs.workers import recorded_scorers
from discotag.scoring.resampling import resample

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from discotag.core.registry import Registry
    from discotag.core.results import Difference, Score
    from discotag.runs.folder import RunFolder
    from discotag.runs.record import RunRecord
    from discotag.scoring.resampling import ResamplingOptions
    from discotag.scoring.table import BoundScorer, CountTable


SCHEMA = "discotag-scores/1"


def results(
    record: RunRecord,
    tables: Sequence[CountTable],
    options: ResamplingOptions,
) -> Results:
    """Score the count tables of a run, with intervals and tests.

    Raises:
        UnknownNameError: the baseline asked for is not a system of the run.
    """
    outcome = resample(tables, options)
    notes = list(record.notes)
    if tables and outcome.resampling and len(tables[0].documents) < outcome.resampling.least:
        count = len(tables[0].documents)
        notes.append(
            f"{count_noun(count, 'scored document')}: intervals and p-values need at least"
            f" {outcome.resampling.least} documents"
        )
    return Results(
        pair=record.plan.pair,
        source_language=record.source_language,
        target_language=record.target_language,
        references=record.references,
        systems=record.systems,
        phenomena=record.plan.phenomena,
        documents=record.documents,
        segments=record.segments,
        counts={
            text: {name: item.model_dump() for name, item in found.items()}
            for text, found in record.counts.items()
        },
        scorers=scorer_views(tables, record.signatures),
        scores=outcome.scores,
        differences=outcome.differences,
        resampling=outcome.resampling,
        signature=record.signature,
        short_signature=record.short_signature,
        notes=tuple(notes),
        failures=record.failures,
    )


def scorer_views(
    tables: Iterable[CountTable], signatures: Mapping[str, str]
) -> dict[str, ScorerView]:
    """Return what a reader needs to know about each scorer."""
    views = {}
    for bound in (table.bound for table in tables):
        info = bound.info
        if info.name not in views:
            views[info.name] = ScorerView(
                name=info.name,
                summary=info.summary,
                measure=bound.main_measure,
                scale=info.scale,
                higher_is_better=info.higher_is_better,
                signature=signatures.get(info.name, ""),
            )
    return views


def read_results(
    runs: Sequence[RunFolder], registry: Registry, options: ResamplingOptions
) -> tuple[Results, tuple[BoundScorer, ...]]:
    """Work out the results of runs from their counts; systems of several runs are put together.

    Args:
        runs: their folders, opened; a single one may hold tags alone.
        registry: where the scorers are found.
        options: how to resample.

    Returns:
        The results, and the scorers that counted.

    Raises:
        InputError: one of several runs has no scores; or the runs cannot be put together: they were
            made in another way or of other texts, or name a system twice.
        UsageError: a scorer is installed in another version than the one that counted.
    """
    _check_alike(runs)
    record = _joined(runs)
    if len(runs) == 1 and not runs[0].is_scored:
        return results(record, (), options), ()
    _check_counts(runs)
    scorers = recorded_scorers(record, registry)
    phenomena = record.plan.supported
    for run in runs:
        check_rows(run.path / COUNTS, run.counts, scorers, phenomena)
    counts = [run.counts for run in runs]
    tables = tables_of(counts, record.systems, scorers, phenomena=phenomena)
    return results(record, tuple(tables), options), scorers


def _check_counts(runs: Sequence[RunFolder]) -> None:
    counted = [[(item.document, item.digest) for item in run.counts] for run in runs]
    for run, ours in zip(runs, counted, strict=True):
        if not run.is_scored:
            told = f"holds no {COUNTS}: nothing was scored there; give discotag run --ref and --hyp"
            raise InputError(told, path=run.path)
        if ours != counted[0]:
            told = f"was not scored on the same source and reference texts as {runs[0].path}"
            raise InputError(told, path=run.path)


def _check_alike(runs: Sequence[RunFolder]) -> None:
    seen: dict[str, Path] = {}
    first = runs[0]
    for run in runs:
        if keys := differing(run.record, first.record):
            raise InputError(
                f"was made in another way than {first.path}, so their numbers cannot be compared;"
                f" their signatures differ in {', '.join(keys)}",
                path=run.path,
            )
        for system in run.record.systems:
            if system in seen:
                told = f"has a system {system!r}, and so has {seen[system]}"
                cure = "name it otherwise in one of the runs (--hyp NAME=FILE)"
                raise InputError(f"{told}; {cure}", path=run.path)
            seen[system] = run.path


def differing(one: RunRecord, other: RunRecord) -> list[str]:
    """Name the keys in which the signatures of two runs differ."""
    ours, theirs = (
        set("|".join((record.signature, *record.signatures.values())).split("|"))
        for record in (one, other)
    )
    return sorted({pair.partition(":")[0] for pair in ours ^ theirs})


def _joined(runs: Sequence[RunFolder]) -> RunRecord:
    """Combine the systems of several runs in one record."""
    records = [run.record for run in runs]
    notes = [note for run in runs for note in (*run.record.notes, *run.notes)]
    return records[0].model_copy(
        update={
            "systems": tuple(name for record in records for name in record.systems),
            "counts": {name: of for record in records for name, of in record.counts.items()},
            "tokens": {name: n for record in records for name, n in record.tokens.items()},
            "notes": tuple(dict.fromkeys(notes)),
            "failures": tuple(failure for record in records for failure in record.failures),
        }
    )


def scores_data(found: Results) -> dict[str, Any]:
    """Return the content of `scores.json`; undefined values are None, never NaN."""
    return {
        "schema": SCHEMA,
        "pair": found.pair,
        "signatures": {name: view.signature for name, view in found.scorers.items()},
        "phenomena": {name: dict(item) for name, item in found.phenomena.items()},
        "resampling": None if found.resampling is None else asdict(found.resampling),
        "scores": [_score(score, found.scorers[score.scorer].scale) for score in found.scores],
        "differences": [_difference(item) for item in found.differences],
    }


def _score(score: Score, scale: int) -> dict[str, Any]:
    return {
        "scorer": score.scorer,
        "system": score.system,
        "phenomenon": score.row.phenomenon,
        "label": score.row.label,
        **score.sizes,
        "scale": scale,
        "measures": dict(score.measures),
        "interval": score.interval,
    }


def _difference(item: Difference) -> dict[str, Any]:
    data = asdict(item)
    del data["row"]
    return {**data, "phenomenon": item.row.phenomenon, "label": item.row.label}


MERGED_SCHEMA = "discotag-merged/1"


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
    return {
        "schema": MERGED_SCHEMA,
        "runs": {found.pair: scores_data(found) for found in runs},
    }
