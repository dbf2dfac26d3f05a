"""The folder of a run: what is written into it when all documents are done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.runs.counts import FILE as COUNTS
from discotag.runs.counts import write_counts
from discotag.runs.record import FILE as RECORD
from discotag.runs.record import sealed
from discotag.runs.reporting import documents_of, write_report
from discotag.runs.results import scores_data
from discotag.runs.run_directory import SCORES, leftovers, tags_name, within, write_json
from discotag.runs.verification import RunFolder, digests
from discotag.studies.span.reports import with_spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from discotag.core.registry import Registry
    from discotag.core.results import Results
    from discotag.runs.counts import DocumentCounts
    from discotag.runs.record import RunRecord
    from discotag.runs.reporting import OpenReport
    from discotag.scoring.table import BoundScorer


def notes_of_leftovers(
    out: Path, texts: Iterable[str], page: OpenReport | None, *, is_scored: bool
) -> tuple[str, ...]:
    """Note what an earlier run left in the folder and this one does not replace."""
    written = [*((SCORES, COUNTS) if is_scored else ()), *([page.file] if page else ())]
    return leftovers(out, texts=texts, written=written)


def write_folder(
    out: Path,
    record: RunRecord,
    found: Results,
    counts: Sequence[DocumentCounts],
    page: OpenReport | None,
    *,
    registry: Registry,
    scorers: Sequence[BoundScorer],
) -> RunRecord:
    """Write scores, counts, report and record; the tags are there already.

    Args:
        out: the folder.
        record: the run's record, which is written last: a folder with it is whole.
        found: the run's results.
        counts: of every scored document; empty where nothing was scored.
        page: a report to write, too.
        registry: tells which phenomenon each tagger is about.
        scorers: those that counted.

    Returns:
        The record as it was written, with the digests of the other files.

    Raises:
        DiscotagError: a file cannot be written.
    """
    files = [tags_name(text) for text in record.texts]
    if counts and found.scores:
        write_json(within(out, SCORES), scores_data(found))
        write_counts(within(out, COUNTS), counts)
        files += [SCORES, COUNTS]
    if page is not None:
        run = RunFolder(out, record)
        shown = with_spans(found, run, registry) if page.shows_spans else found
        write_report(within(out, page.file), page, shown, documents_of([run], found, scorers))
    record = sealed(record, digests(out, files))
    write_json(within(out, RECORD), record.model_dump(by_alias=True))
    return record
