"""Scoring files of tags again, and joining runs of the parts of a corpus."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import reduce
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError, UsageError
from discotag.core.results import Comparison, Results
from discotag.core.text import count_noun
from discotag.files.output import atomic_write, within
from discotag.runs.checkpoint import FILE as JOURNAL
from discotag.runs.counts import FILE as COUNTS
from discotag.runs.counts import TextTotals, check_rows, digest_of_all, tables_of
from discotag.runs.folder import TAGS, made_folder, open_run, open_tags, tags_name
from discotag.runs.record import UnitsRecord
from discotag.runs.reporting import notes_of_leftovers, write_folder
from discotag.runs.results import differing, results, scorer_views
from discotag.runs.workers import named_scorers, recorded_scorers
from discotag.scoring.resampling import ResamplingOptions, resample
from discotag.scoring.table import score

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.document import Document
    from discotag.core.registry import Registry
    from discotag.core.tags import TaggedDocument
    from discotag.runs.counts import DocumentCounts
    from discotag.runs.folder import RunFolder, TagsFile
    from discotag.runs.record import RunRecord
    from discotag.runs.reporting import OpenReport
    from discotag.scoring.table import BoundScorer


COLUMNS = {"morph": "feats", "deps": "heads"}
"""Layers that a run does not write with its tags, each with a column of it."""


def rescore(
    references: Mapping[str, Path],
    hypotheses: Mapping[str, Path],
    scorers: Sequence[str],
    options: Mapping[str, Mapping[str, Any]],
    registry: Registry,
    *,
    resampling: ResamplingOptions | None = None,
    verify: bool = True,
) -> Results:
    """Score systems from tag files.

    Args:
        references: reference name → file of tags; none where no scorer needs any.
        hypotheses: system name → file of tags.
        scorers: names.
        options: scorer → its options.
        registry: where the scorers are found.
        resampling: how to find intervals and differences.
        verify: whether a file in the folder of a run must be the one that the run wrote.

    Raises:
        UnknownNameError: the baseline is not one of the systems.
        UsageError: no system is given, or no reference where a scorer needs one.
        InputError: a file is not a tag file, or files do not have the same documents in the
            same languages, or in which not the same phenomena were searched for.
    """
    if not hypotheses:
        raise UsageError("give at least one --hyp")
    if shared := sorted({*references} & {*hypotheses}):
        raise UsageError(f"{shared[0]!r} names both a reference and a system; rename one")
    resampling = resampling or ResamplingOptions()
    resampling.for_systems(list(hypotheses))  # a wrong baseline is reported before any work
    files = {
        name: open_tags(path, verify=verify) for name, path in {**references, **hypotheses}.items()
    }
    with closing(next(iter(files.values())).documents()) as documents:
        first = next(documents, None)
    if first is None:
        raise InputError("holds no document", path=next(iter(files.values())).path)
    languages = (first.document.source.language, first.document.target.language)
    bound = named_scorers(scorers, options, registry, languages)
    _check_layers(bound, first.document)
    sizes: list[int] = []
    comparisons = _comparisons(files, len(references), sizes)
    tables = score(comparisons, bound, phenomena=first.phenomena)
    outcome = resample(tables, resampling)
    return Results(
        pair="-".join(languages),
        source_language=languages[0],
        target_language=languages[1],
        references=tuple(references),
        systems=tuple(hypotheses),
        phenomena={name: {"state": "supported", "reason": None} for name in first.phenomena or ()},
        documents=len(sizes),
        segments=sum(sizes),
        counts={},
        scorers=scorer_views(tables, {item.info.name: item.signature() for item in bound}),
        scores=outcome.scores,
        differences=outcome.differences,
        resampling=outcome.resampling,
        notes=tuple(note for file in files.values() for note in file.notes),
    )


def _check_layers(scorers: Sequence[BoundScorer], document: Document) -> None:
    """Raise UsageError if a scorer reads columns that a file of tags does not hold."""
    lines = {
        "source": document.source.tokens or (),
        "target": document.target.tokens or (),
    }
    for bound in scorers:
        lacking = {
            layer
            for side, _, layer in (need.partition(".") for need in bound.info.needs)
            if layer in COLUMNS and any(getattr(t, COLUMNS[layer]) is None for t in lines[side])
        }
        if lacking:
            raise UsageError(
                f"the scorer {bound.info.name} reads {' and '.join(sorted(lacking))}, which these"
                f" tags do not hold; score the texts: discotag run --scorers {bound.info.name}"
            )


def _comparisons(
    files: Mapping[str, TagsFile], count: int, sizes: list[int]
) -> Iterator[Comparison]:
    """Yield comparisons, the first so many files being references; sizes are returned apart."""
    streams = [_named(name, file) for name, file in files.items()]
    for documents in zip_longest(*streams):
        _check_same(documents, [file.path for file in files.values()])
        sizes += [len(tagged.document) for tagged in documents[:1] if tagged is not None]
        if any(tagged.failures for tagged in documents if tagged is not None):
            continue  # as in a run: it would count as a document without tags
        for hypothesis in documents[count:]:
            yield Comparison(tuple(documents[:count]), hypothesis)


def _named(name: str, file: TagsFile) -> Iterator[TaggedDocument]:
    for tagged in file.documents():
        yield replace(tagged, document=replace(tagged.document, system=name))


def _check_same(documents: Sequence[TaggedDocument | None], paths: Sequence[Path]) -> None:
    present = [tagged for tagged in documents if tagged is not None]
    if len(present) < len(documents):
        missing = paths[documents.index(None)]
        raise InputError(f"ends before document {present[0].document.id!r}", path=missing)
    first = present[0].document
    for tagged, path in zip(present, paths, strict=True):
        if (tagged.document.id, len(tagged.document)) != (first.id, len(first)):
            told = (
                f"document {tagged.document.id!r} of {count_noun(len(tagged.document), 'segment')}"
            )
            raise InputError(
                f"holds {told} where {paths[0]} holds {first.id!r} of {len(first)}", path=path
            )
        if _pair(tagged) != _pair(present[0]):
            raise InputError(
                f"document {first.id!r} is {_pair(tagged)}, in {paths[0]} it is"
                f" {_pair(present[0])}; give tags of one language pair",
                path=path,
            )
        if tagged.phenomena != present[0].phenomena:
            looked = " and ".join(
                ", ".join(item.phenomena or ["?"]) for item in (present[0], tagged)
            )
            raise InputError(
                f"not the same phenomena were looked for as in {paths[0]} ({looked}); tag one of"
                " them again",
                path=path,
            )
        if tagged.document.source.segments != first.source.segments:
            raise InputError(
                f"document {first.id!r} has another source text than in {paths[0]}", path=path
            )


def _pair(tagged: TaggedDocument) -> str:
    return f"{tagged.document.source.language}-{tagged.document.target.language}"


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
    sums: dict[tuple[str, str], TextTotals] = {}
    for record in records:
        for text, counts in record.counts.items():
            for phenomenon, counted in counts.items():
                sums.setdefault((text, phenomenon), TextTotals()).add(counted)
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
    """Add up what units of sentences were made of; parts with equal signatures all report it."""
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
