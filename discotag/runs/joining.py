"""Joining: runs over parts of one corpus become the run over all of it.

What is written is what one run over all documents, in this order, would have written, byte for
byte, but for times and notes that name files: tags are strung together, counts added up, and
scores, intervals and tests found anew from the counts of all documents. Nothing is tagged again.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import ExitStack
from itertools import chain
from typing import TYPE_CHECKING

from discotag.core.errors import InputError, UsageError
from discotag.files.whole_file import whole_file
from discotag.runs.counts import FILE as COUNTS
from discotag.runs.counts import read_counts, tables_of
from discotag.runs.files import made_folder
from discotag.runs.folder import TAGS, notes_of_leftovers, write_folder
from discotag.runs.journal import FILE as JOURNAL
from discotag.runs.record import RunRecord, read_record
from discotag.runs.results import differing, results
from discotag.runs.scorers import recorded_scorers
from discotag.runs.tally import TextSums, digest_of_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.registry import Registry
    from discotag.core.results import Results
    from discotag.runs.counts import DocumentCounts
    from discotag.runs.reporting import OpenReport
    from discotag.scoring.resampling import ResamplingOptions

BEGIN = re.compile(rb'\{"schema":"discotag-tags/1","id":("(?:[^"\\]|\\.)*"),')
"""How a line of a file of tags begins; its first group is the document's id."""


def join(
    folders: Sequence[Path],
    out: Path,
    registry: Registry,
    options: ResamplingOptions,
    page: OpenReport | None = None,
) -> Results:
    """Write the run over all documents of several runs.

    Args:
        folders: what `discotag run --out` wrote for each part of the corpus, in its order.
        out: the folder to write; none of them.
        registry: where the scorers are found.
        options: how to resample.
        page: a report to write into it, too.

    Raises:
        InputError: a folder holds no run, or one that was stopped; or the runs were made in another
            way, have other texts, or share a document.
        UsageError: `out` is one of the folders, or a scorer is installed in another version.
        DiscotagError: a file cannot be written; then nothing is left half-written.
    """
    if any(folder.resolve() == out.resolve() for folder in folders):
        raise UsageError(f"--out {out} is one of the runs to join; choose another folder")
    records = [_finished(folder) for folder in folders]
    _check_alike(folders, records)
    counts = _counts(folders)
    record = _added(records)
    scorers = recorded_scorers(record, registry) if counts else ()
    phenomena = record.plan.supported
    tables = tuple(tables_of([counts], record.systems, scorers, phenomena=phenomena))
    with made_folder(out):
        _write_tags(folders, record.texts, out / TAGS)
        left = notes_of_leftovers(out, record.texts, page, is_scored=bool(tables))
        record = record.model_copy(update={"notes": (*record.notes, *left)})
        found = results(record, tables, options)
        write_folder(out, record, found, counts, page, registry=registry, scorers=scorers)
    return found


def _finished(folder: Path) -> RunRecord:
    if (folder / JOURNAL).exists():
        told = "holds a run that was stopped or is at work; let discotag run finish it first"
        raise InputError(told, path=folder)
    return read_record(folder)


def _check_alike(folders: Sequence[Path], records: Sequence[RunRecord]) -> None:
    for folder, record in zip(folders, records, strict=True):
        if keys := differing(record, records[0]):
            raise InputError(
                f"was made in another way than {folders[0]}; their signatures differ in"
                f" {', '.join(keys)}: run all parts with one version and the same options",
                path=folder,
            )
        ours, first = record.texts, records[0].texts
        if ours != first:
            raise InputError(
                f"has the texts {', '.join(ours)}, but {folders[0]} has {', '.join(first)};"
                " discotag compare puts systems of one corpus together",
                path=folder,
            )


def _counts(folders: Sequence[Path]) -> tuple[DocumentCounts, ...]:
    """Read the counts of all documents; empty where nothing was scored."""
    paths = [folder / COUNTS for folder in folders]
    if not any(path.is_file() for path in paths):
        return ()
    for path in paths:
        if not path.is_file():
            raise InputError(f"holds no {COUNTS}, and others do; run it again", path=path.parent)
    return tuple(chain.from_iterable(map(read_counts, paths)))


def _added(records: Sequence[RunRecord]) -> RunRecord:
    """Add up what was found in each part."""
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
            "notes": tuple(dict.fromkeys(chain.from_iterable(item.notes for item in records))),
        }
    )


def _sum(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part)
    return dict(total)


def _write_tags(folders: Sequence[Path], texts: Sequence[str], target: Path) -> None:
    """String the files of tags together, text by text; InputError if two hold one document."""
    with ExitStack() as stack:
        stack.enter_context(made_folder(target))
        for name in texts:
            write = stack.enter_context(whole_file(target / f"{name}.jsonl"))
            seen: dict[str, Path] = {}
            for folder in folders:
                for document, line in _lines(folder, name):
                    if document in seen:
                        raise InputError(
                            f"holds the document {document!r}, and so does {seen[document]}; name"
                            " each part once, and give the documents of all parts ids of their own",
                            path=folder,
                        )
                    seen[document] = folder
                    write(line)


def _lines(folder: Path, text: str) -> Iterator[tuple[str, bytes]]:
    """Give id and line of each document of a text."""
    path = folder / TAGS / f"{text}.jsonl"
    if not path.is_file():
        raise InputError(f"holds no {TAGS}/{text}.jsonl; run it again", path=folder)
    with path.open("rb") as stream:
        for number, line in enumerate(stream, start=1):
            begin = BEGIN.match(line)
            if begin is None or not line.endswith(b"}\n"):
                raise InputError("is no line of tags; run it again", path=path, line=number)
            yield json.loads(begin[1]), line
