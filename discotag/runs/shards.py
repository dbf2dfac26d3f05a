"""Joining: runs over parts of one corpus become the run over all of it.

What is written is what one run over all documents, in this order, would have written, byte for
byte, but for times and notes that name files: tags are strung together, counts added up, and
scores, intervals and tests computed from the counts of all documents. Nothing is tagged again.
"""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from functools import reduce
from itertools import chain
from typing import TYPE_CHECKING

from discotag.core.errors import InputError, UsageError
from discotag.files.output import atomic_write
from discotag.runs.checkpoint import FILE as JOURNAL
from discotag.runs.corpus_counts import TextSums, digest_of_all
from discotag.runs.counts import FILE as COUNTS
from discotag.runs.counts import check_rows, tables_of
from discotag.runs.record import UnitsRecord
from discotag.runs.results import differing, results
from discotag.runs.run_directory import TAGS, made_folder, tags_name, within
from discotag.runs.run_files import notes_of_leftovers, write_folder
from discotag.runs.scorers import recorded_scorers
from discotag.runs.verification import open_run

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from discotag.core.registry import Registry
    from discotag.core.results import Results
    from discotag.runs.counts import DocumentCounts
    from discotag.runs.record import RunRecord
    from discotag.runs.reporting import OpenReport
    from discotag.runs.verification import RunFolder
    from discotag.scoring.resampling import ResamplingOptions

BLOCK = 2**20
"""Bytes that are copied at once."""


def join(
    folders: Sequence[Path],
    out: Path,
    registry: Registry,
    options: ResamplingOptions,
    page: OpenReport | None = None,
    *,
    verify: bool = True,
) -> Results:
    """Write the run over all documents of several runs.

    Args:
        folders: what `discotag run --out` wrote for each part of the corpus, in its order.
        out: the folder to write; none of them.
        registry: where the scorers are found.
        options: how to resample.
        page: a report to write into it, too.
        verify: whether every file of the parts must be the one that the run wrote; where it need
            not be, the whole has a note.

    Raises:
        InputError: a folder holds no sound run, or one that was stopped; or the runs were made in
            another way, have other texts, or share a document.
        UsageError: `out` is one of the folders, or a scorer is installed in another version.
        DiscotagError: a file cannot be written; then nothing is left half-written.
    """
    if any(folder.resolve() == out.resolve() for folder in folders):
        raise UsageError(f"--out {out} is one of the runs to join; choose another folder")
    runs = [_finished(folder, verify=verify) for folder in folders]
    _check_alike(runs)
    counts = _counts(runs)
    record = _added(runs)
    scorers = recorded_scorers(record, registry) if counts else ()
    phenomena = record.plan.supported
    for run in runs:
        check_rows(run.path / COUNTS, run.counts, scorers, phenomena)
    tables = tuple(tables_of([counts], record.systems, scorers, phenomena=phenomena))
    with made_folder(out):
        _write_tags(runs, record.texts, out)
        left = notes_of_leftovers(out, record.texts, page, is_scored=bool(tables))
        record = record.model_copy(update={"notes": (*record.notes, *left)})
        found = results(record, tables, options)
        write_folder(out, record, found, counts, page, registry=registry, scorers=scorers)
    return found


def _finished(folder: Path, *, verify: bool) -> RunFolder:
    if (folder / JOURNAL).exists():
        told = "holds a run that was stopped or is at work; let discotag run finish it first"
        raise InputError(told, path=folder)
    return open_run(folder, verify=verify)


def _check_alike(runs: Sequence[RunFolder]) -> None:
    first = runs[0]
    seen: dict[str, Path] = {}
    for run in runs:
        if keys := differing(run.record, first.record):
            raise InputError(
                f"was made in another way than {first.path}; their signatures differ in"
                f" {', '.join(keys)}: run all parts with one version and the same options",
                path=run.path,
            )
        ours, theirs = run.record.texts, first.record.texts
        if ours != theirs:
            raise InputError(
                f"has the texts {', '.join(ours)}, but {first.path} has {', '.join(theirs)};"
                " discotag compare puts systems of one corpus together",
                path=run.path,
            )
        for document in run.ids:
            if document in seen:
                raise InputError(
                    f"holds the document {document!r}, and so does {seen[document]}; name each"
                    " part once, and give the documents of all parts ids of their own",
                    path=run.path,
                )
            seen[document] = run.path


def _counts(runs: Sequence[RunFolder]) -> tuple[DocumentCounts, ...]:
    """Return the counts of all documents; empty where nothing was scored."""
    for run in runs:
        if not run.is_scored and any(other.is_scored for other in runs):
            raise InputError(f"holds no {COUNTS}, and others do; run it again", path=run.path)
    return tuple(chain.from_iterable(run.counts for run in runs))


def _added(runs: Sequence[RunFolder]) -> RunRecord:
    """Add up what was found in each part."""
    records = [run.record for run in runs]
    notes = [note for run in runs for note in (*run.record.notes, *run.notes)]
    sums: dict[tuple[str, str], TextSums] = {}
    for record in records:
        for text, counts in record.counts.items():
            for phenomenon, counted in counts.items():
                sums.setdefault((text, phenomenon), TextSums()).add(counted)
    return records[0].model_copy(
        update={
            "documents": sum(record.documents for record in records),
            "segments": sum(record.segments for record in records),
            "source": digest_of_all(record.source for record in records),
            "annotated": _sum(record.annotated for record in records),
            "tokens": _sum(record.tokens for record in records),
            "counts": {
                text: {phenomenon: sums[text, phenomenon].counts() for phenomenon in counts}
                for text, counts in records[0].counts.items()
            },
            "failures": tuple(chain.from_iterable(record.failures for record in records)),
            "notes": tuple(dict.fromkeys(notes)),
            "units": _units(records),
        }
    )


def _units(records: Sequence[RunRecord]) -> UnitsRecord | None:
    """Add up what units of sentences were made of; parts alike in their signatures all tell it."""
    found = [record.units for record in records if record.units is not None]
    return reduce(UnitsRecord.plus, found) if len(found) == len(records) else None


def _sum(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part)
    return dict(total)


def _write_tags(runs: Sequence[RunFolder], texts: Sequence[str], out: Path) -> None:
    """String the files of tags together, text by text."""
    with ExitStack() as stack:
        stack.enter_context(made_folder(within(out, TAGS)))
        for name in texts:
            write = stack.enter_context(atomic_write(within(out, tags_name(name))))
            for run in runs:
                with run.tags(name).open("rb") as stream:
                    while block := stream.read(BLOCK):
                        write(block)
