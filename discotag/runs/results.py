"""Results: scores, differences and counts of one or several runs, for commands and reports."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError
from discotag.core.results import Results, ScorerView
from discotag.core.wording import amount
from discotag.runs.counts import FILE as COUNTS
from discotag.runs.counts import read_counts, tables_of
from discotag.runs.record import read_record
from discotag.runs.scorers import recorded_scorers
from discotag.scoring.resampling import resample

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from discotag.core.registry import Registry
    from discotag.core.scores import Difference, Score
    from discotag.runs.counts import DocumentCounts
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
        UnknownNameError: the baseline asked for is no system of the run.
    """
    outcome = resample(tables, options)
    notes = list(record.notes)
    if tables and outcome.resampling and len(tables[0].documents) < outcome.resampling.least:
        count = len(tables[0].documents)
        notes.append(
            f"{amount(count, 'scored document')}: no interval and no p-value below"
            f" {outcome.resampling.least}, where neither means anything"
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
    """Tell of each scorer what a reader must know."""
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
    folders: Sequence[Path], registry: Registry, options: ResamplingOptions
) -> tuple[Results, tuple[BoundScorer, ...]]:
    """Read the results of runs from their folders; systems of several runs are put together.

    Args:
        folders: what `discotag run --out` wrote; a single one may hold tags alone.
        registry: where the scorers are found.
        options: how to resample.

    Returns:
        The results, and the scorers that counted.

    Raises:
        InputError: a folder holds no run, or one of several no scores; or the runs cannot be put
            together: they were made in another way or of other texts, or name a system twice.
        UsageError: a scorer is installed in another version than the one that counted.
    """
    records = [read_record(folder) for folder in folders]
    _check_alike(folders, records)
    if len(folders) == 1 and not (folders[0] / COUNTS).is_file():
        return results(records[0], (), options), ()
    counts = [_counts(folder) for folder in folders]
    for folder, found in zip(folders, counts, strict=True):
        if [(i.document, i.digest) for i in found] != [(i.document, i.digest) for i in counts[0]]:
            told = f"was not scored on the same source and reference texts as {folders[0]}"
            raise InputError(told, path=folder)
    record = _joined(records)
    scorers = recorded_scorers(record, registry)
    phenomena = record.plan.supported
    tables = tables_of(counts, record.systems, scorers, phenomena=phenomena)
    return results(record, tuple(tables), options), scorers


def _counts(folder: Path) -> tuple[DocumentCounts, ...]:
    if not (folder / COUNTS).is_file():
        told = f"holds no {COUNTS}: nothing was scored there; give discotag run --ref and --hyp"
        raise InputError(told, path=folder)
    return read_counts(folder / COUNTS)


def _check_alike(folders: Sequence[Path], records: Sequence[RunRecord]) -> None:
    seen: dict[str, Path] = {}
    for folder, record in zip(folders, records, strict=True):
        if keys := differing(record, records[0]):
            raise InputError(
                f"was made in another way than {folders[0]}, so their numbers cannot be compared;"
                f" their signatures differ in {', '.join(keys)}",
                path=folder,
            )
        for system in record.systems:
            if system in seen:
                told = f"has a system {system!r}, and so has {seen[system]}"
                cure = "name it otherwise in one of the runs (--hyp NAME=FILE)"
                raise InputError(f"{told}; {cure}", path=folder)
            seen[system] = folder


def differing(one: RunRecord, other: RunRecord) -> list[str]:
    """Name the keys in which the signatures of two runs differ."""
    ours, theirs = (
        set("|".join((record.signature, *record.signatures.values())).split("|"))
        for record in (one, other)
    )
    return sorted({pair.partition(":")[0] for pair in ours ^ theirs})


def _joined(records: Sequence[RunRecord]) -> RunRecord:
    """Put the systems of several runs into one record."""
    return records[0].model_copy(
        update={
            "systems": tuple(name for record in records for name in record.systems),
            "counts": {name: of for record in records for name, of in record.counts.items()},
            "tokens": {name: n for record in records for name, n in record.tokens.items()},
            "notes": tuple(dict.fromkeys(note for record in records for note in record.notes)),
            "failures": tuple(failure for record in records for failure in record.failures),
        }
    )


def scores_data(found: Results) -> dict[str, Any]:
    """Give the content of `scores.json`; undefined values are None, never NaN."""
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
        "support": score.support,
        "documents": score.documents,
        "scale": scale,
        "measures": dict(score.measures),
        "interval": score.interval,
    }


def _difference(item: Difference) -> dict[str, Any]:
    data = asdict(item)
    del data["row"]
    return {**data, "phenomenon": item.row.phenomenon, "label": item.row.label}
