"""The counts of a run on disk, from which its scores, intervals and tests come.

`counts.jsonl.gz` holds one line per scored document with what every scorer counted for every
system (schema `discotag-counts/1`). So another baseline, another seed or a system of another run
costs nothing but sums.
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.errors import InputError
from discotag.core.results import Row, Statistics
from discotag.files.json import records
from discotag.files.output import atomic_write
from discotag.files.text import LONGEST, Notes
from discotag.scoring.table import CountTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.runs.corpus_counts import DocumentTally
    from discotag.scoring.table import BoundScorer

FILE = "counts.jsonl.gz"
SCHEMA: Literal["discotag-counts/1"] = "discotag-counts/1"

MOST_SHARED = 200_000
"""Rows or numbers that are kept to be shared; then all are dropped."""
Counted = tuple[str | None, str | None, tuple[float, ...]]
"""Phenomenon, label, and a number per column of the scorer."""


class DocumentCounts(BaseModel):
    """One line: the counts of one document.

    Args:
        schema_name: `discotag-counts/1`.
        document: its id.
        digest: of its source and reference texts, so that systems of two runs are put together
            only where they translate the same.
        counts: system → scorer → rows.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    schema_name: Literal["discotag-counts/1"] = Field(default=SCHEMA, alias="schema")
    document: str
    digest: str
    counts: dict[str, dict[str, tuple[Counted, ...]]]


def counts_of(
    tally: DocumentTally,
    scorers: Sequence[BoundScorer],
    statistics: Mapping[str, Sequence[Statistics]],
) -> DocumentCounts:
    """Collect what scorers counted in one document.

    Args:
        tally: the document's own.
        scorers: the scorers.
        statistics: system → what each scorer counted, in their order.
    """
    return DocumentCounts(
        document=tally.document,
        digest=tally.digest,
        counts={
            system: {
                bound.info.name: tuple(
                    (row.phenomenon, row.label, found.counts[row])
                    for row in sorted(found.counts, key=_place)
                )
                for bound, found in zip(scorers, of_scorers, strict=True)
            }
            for system, of_scorers in statistics.items()
        },
    )


class Shared:
    """Makes equal rows of many documents one object: most are a label with a few small numbers."""

    def __init__(self) -> None:
        self._rows: dict[Counted, Counted] = {}
        self._numbers: dict[float, float] = {}

    def __call__(self, item: DocumentCounts) -> DocumentCounts:
        """Return the counts of a document, made of what was seen before where that is equal."""
        if len(self._rows) > MOST_SHARED:
            self._rows.clear()
        counts = {
            system: {scorer: tuple(map(self._row, rows)) for scorer, rows in of_scorers.items()}
            for system, of_scorers in item.counts.items()
        }
        return item.model_copy(update={"counts": counts})

    def _row(self, row: Counted) -> Counted:
        phenomenon, label, columns = row
        if phenomenon is not None:
            return self._rows.setdefault(row, row)
        if len(self._numbers) > MOST_SHARED:
            self._numbers.clear()
        return phenomenon, label, tuple(self._numbers.setdefault(n, n) for n in columns)


def write_counts(path: Path, documents: Iterable[DocumentCounts]) -> None:
    """Write the counts of a run's documents, in the order of the corpus."""
    with atomic_write(path) as write:
        for item in documents:
            counts = {
                system: {
                    scorer: [
                        [phenomenon, label, [_short(value) for value in columns]]
                        for phenomenon, label, columns in rows
                    ]
                    for scorer, rows in of_scorers.items()
                }
                for system, of_scorers in item.counts.items()
            }
            line = item.model_dump(by_alias=True) | {"counts": counts}
            write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def _place(row: Row) -> tuple[str, str]:
    """Sort rows: the same counts give the same bytes."""
    return row.phenomenon or "", row.label or ""


def _short(value: float) -> float:
    """Write whole numbers without a fraction."""
    return int(value) if value == int(value) else value


def read_counts(path: Path) -> tuple[DocumentCounts, ...]:
    """Read the counts of a run; InputError names file, line and field of a fault."""
    shared = Shared()
    return tuple(
        shared(record) for _, record in records(path, DocumentCounts, Notes(), longest=LONGEST)
    )


def check_rows(
    path: Path,
    documents: Sequence[DocumentCounts],
    scorers: Sequence[BoundScorer],
    phenomena: Sequence[str],
) -> None:
    """Raise InputError where counts that were read are not what the run's scorers count.

    Args:
        path: where they were read.
        documents: the counts.
        scorers: the scorers that counted.
        phenomena: those the run was about.
    """
    columns = {bound.info.name: len(bound.info.columns) for bound in scorers}
    known = {None, *phenomena}
    for number, item in enumerate(documents, 1):
        for system, of_scorers in item.counts.items():
            fault = None if set(of_scorers) == set(columns) else "does not hold the run's scorers"
            for scorer, rows in of_scorers.items():
                keys = [(phenomenon, label) for phenomenon, label, _ in rows]
                if any(len(counted) != columns.get(scorer) for *_, counted in rows):
                    fault = f"{scorer} has another number of columns"
                elif len(set(keys)) < len(keys):
                    fault = f"{scorer} has a row twice"
                elif not {phenomenon for phenomenon, _ in keys} <= known:
                    fault = f"{scorer} has a phenomenon that the run was not about"
            if fault:
                told = f"counts.{system}: {fault}; run discotag run again"
                raise InputError(told, path=path, line=number)


def tables_of(
    runs: Sequence[Sequence[DocumentCounts]],
    systems: Sequence[str],
    scorers: Sequence[BoundScorer],
    *,
    phenomena: Sequence[str],
) -> Iterator[CountTable]:
    """Yield count tables again, scorer by scorer.

    Args:
        runs: the counts of one or several runs over the same documents.
        systems: names, in the order wanted, each in one of the runs.
        scorers: the scorers that counted.
        phenomena: those the runs were about.
    """
    of_system = {system: run for run in runs for document in run[:1] for system in document.counts}
    rows = cache(Row)
    for bound in scorers:
        for system in systems:
            statistics = [
                _statistics(item, system, bound, rows) for item in of_system.get(system, ())
            ]
            yield CountTable.of(bound, system, statistics, phenomena=phenomena)


def _statistics(
    item: DocumentCounts,
    system: str,
    bound: BoundScorer,
    rows: Callable[[str | None, str | None], Row],
) -> Statistics:
    counts = {
        rows(phenomenon, label): columns
        for phenomenon, label, columns in item.counts.get(system, {}).get(bound.info.name, ())
    }
    return Statistics(item.document, counts)
