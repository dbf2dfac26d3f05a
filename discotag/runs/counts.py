"""The counts of a run on disk, from which its scores, intervals and tests come.

`counts.jsonl.gz` holds one line per scored document with what every scorer counted for every
system (schema `discotag-counts/1`). So another baseline, another seed or a system of another run
costs nothing but sums.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.scores import Row, Statistics
from discotag.files.json_lines import records
from discotag.files.notes import Notes
from discotag.files.whole_file import whole_file
from discotag.scoring.table import CountTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.scoring.table import BoundScorer

FILE = "counts.jsonl.gz"
SCHEMA = "discotag-counts/1"

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

    model_config = ConfigDict(frozen=True, extra="forbid")

    schema_name: Literal["discotag-counts/1"] = Field(alias="schema")
    document: str
    digest: str
    counts: dict[str, dict[str, tuple[Counted, ...]]]


def write_counts(path: Path, tables: Sequence[CountTable], digests: Mapping[str, str]) -> None:
    """Write the counts of a run's tables.

    Args:
        path: the file.
        tables: one per scorer and system, all over the same documents.
        digests: document → digest of its source and references.
    """
    with whole_file(path) as write:
        for index, document in enumerate(tables[0].documents):
            counts: dict[str, dict[str, list[Any]]] = {}
            for table in tables:
                counts.setdefault(table.system, {})[table.bound.info.name] = [
                    [row.phenomenon, row.label, [_short(value) for value in columns]]
                    for row, columns in table.counts[index].items()
                ]
            line = {
                "schema": SCHEMA,
                "document": document,
                "digest": digests[document],
                "counts": counts,
            }
            write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def _short(value: float) -> float:
    """Write whole numbers without a fraction."""
    return int(value) if value == int(value) else value


def read_counts(path: Path) -> tuple[DocumentCounts, ...]:
    """Read the counts of a run; InputError names file, line and field of a fault."""
    return tuple(record for _, record in records(path, DocumentCounts, Notes()))


def tables_of(
    runs: Sequence[Sequence[DocumentCounts]],
    systems: Sequence[str],
    scorers: Sequence[BoundScorer],
    *,
    phenomena: Sequence[str],
) -> Iterator[CountTable]:
    """Give count tables again, scorer by scorer.

    Args:
        runs: the counts of one or several runs over the same documents.
        systems: names, in the order wanted, each in one of the runs.
        scorers: the scorers that counted.
        phenomena: those the runs were about.
    """
    of_system = {system: run for run in runs for document in run[:1] for system in document.counts}
    for bound in scorers:
        for system in systems:
            statistics = [_statistics(item, system, bound) for item in of_system.get(system, ())]
            yield CountTable.of(bound, system, statistics, phenomena=phenomena)


def _statistics(item: DocumentCounts, system: str, bound: BoundScorer) -> Statistics:
    counts = {
        Row(phenomenon, label): columns
        for phenomenon, label, columns in item.counts.get(system, {}).get(bound.info.name, ())
    }
    return Statistics(item.document, counts)
