"""The main job on one screen: read, analyze, align, resolve, tag, score and report a corpus.

`run` reads documents in batches; a worker (`Worker.work`) analyzes both sides, resolves
coreference, aligns, tags (`Stages.tag_batch`) and counts what the scorers count; `results` makes
scores of the counts, and `write_folder` writes them with the report. Files appear when they are
complete: tags when the last document is done, scores and the record of the run at the end. Until
then the journal keeps what is done.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.core.errors import UnknownNameError, UsageError
from discotag.files.cache import cache_file, used_cache
from discotag.files.output import atomic_write, sweep, within
from discotag.pipeline.config import ExecutionOptions
from discotag.pipeline.signing import part_of, setup_of, sign
from discotag.pipeline.stages import Observers, Stages, batches
from discotag.runs.checkpoint import Checkpoint, checkpoint
from discotag.runs.counts import DocumentCounts, DocumentTally, RunSummary, Shared, tables_of
from discotag.runs.executors import InProcessExecutor, Job, Resumed, make_executor, outcomes
from discotag.runs.folder import TAGS, made_folder, tags_name, write_json
from discotag.runs.record import RunRecord
from discotag.runs.reporting import notes_of_leftovers, open_report, write_folder
from discotag.runs.results import results
from discotag.runs.workers import Worker
from discotag.scoring.resampling import ResamplingOptions
from discotag.units.units import in_units

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.core.results import Results
    from discotag.files.cache import Store
    from discotag.pipeline.corpus import OpenWriter
    from discotag.pipeline.plans import Plan
    from discotag.runs.executors import Executor
    from discotag.scoring.signature import Signature
    from discotag.scoring.table import BoundScorer
    from discotag.units.units import UnitCorpus, UnitFinder


@dataclass(frozen=True)
class RunResult:
    """What came out of a run.

    Args:
        plan: what was run.
        tally: counts of documents, segments, tags and failures.
        record: the content of `run.json`.
        results: scores with intervals, and differences; no scores where there was nothing to score.
        seconds: stage → seconds, and `total`.
        rates: stage → segments it went over.
        counts: what the scorers counted in each document, in the order of the corpus.
        resumed: number of documents that an earlier run in the folder, which was stopped, had done.
    """

    plan: Plan
    tally: RunSummary
    record: RunRecord
    results: Results
    seconds: dict[str, float]
    rates: dict[str, int]
    counts: tuple[DocumentCounts, ...]
    resumed: int = 0


def run(
    plan: Plan,
    registry: Registry,
    texts: Iterable[ParallelText],
    execution: ExecutionOptions | None = None,
    *,
    out: Path | None = None,
    notes: Callable[[], Sequence[str]] = tuple,
    resampling: ResamplingOptions | None = None,
    report: str | None = None,
    executor: Executor | None = None,
    stages: Callable[[Plan], Stages] | None = None,
    finder: UnitFinder | None = None,
) -> RunResult:
    """Tag and score a corpus in one pass.

    Args:
        plan: what to run.
        registry: where its components were found.
        texts: the documents, in order, as a reader or a `Corpus` yields them: at least one, of
            characters that files can hold.
        execution: how the work is done.
        out: folder for `tags/*.jsonl`, `scores.json`, `counts.jsonl.gz`, `run.json` and
            `timings.json`; None = write nothing. Where a run of the same kind was stopped there, it
            continues.
        notes: returns the reader's notes, once reading is over.
        resampling: how to find intervals and differences.
        report: name of a report to write into the folder, too.
        executor: who does the work; None = whom `execution` names.
        stages: returns the components of a plan, loaded before; None = they are loaded here.
        finder: what finds sentences, loaded before; None = it is loaded where it is needed.

    Raises:
        UsageError: another run is at work in the folder, or an executor or option that does not
            exist.
        DiscotagError: wrong input, or a component that failed; then nothing is left half-written.
    """
    begin = time.perf_counter()
    execution = execution or ExecutionOptions()
    resampling = resampling or ResamplingOptions()
    observers = Observers(registry.plugins.manager)
    units = in_units(plan, texts, finder=finder)
    plan = units.plan
    page = open_report(registry, report) if report is not None and out is not None else None
    cache = cache_file() if execution.cache else None
    with used_cache(cache) as store:
        worker = Worker(
            plan, registry, execution, observers=observers, keeps_tags=out is not None, store=store,
            stages=stages,
        )  # fmt: skip
        scorers, digests = worker.scorers, worker.stages.components.digests() | units.digests
        job = Job(plan.config, execution, keeps_tags=out is not None, cache=cache)
        workers = executor or make_executor(job, plan, registry) or InProcessExecutor(worker)
        del worker  # its models, too, where others do the work
        signed = [bound.signature() for bound in scorers]
        is_kept = (out is not None or store is not None) and not plan.is_sequential
        setup = (
            setup_of(plan, digests, registry, scorers=signed, tags=out is not None)
            if is_kept
            else None
        )
        summary, counts, shared, resumed = RunSummary(), list[DocumentCounts](), Shared(), Resumed()
        with _journal(out, setup) as journal:
            known = Checkpoint(store, setup) if store is not None and setup is not None else None
            read = batches(_checked(units.texts, resampling.baseline))
            with workers, _tag_files(out) as write:
                for outcome in outcomes(read, workers, observers, (journal, known), resumed):
                    for document in outcome.documents:
                        write(document.lines)
                        summary.add(document.tally)
                        if document.counts is not None:
                            counts.append(shared(document.counts))
            streamed = time.perf_counter() - begin
            observers.finish()
            systems = summary.texts[len(summary.references) :]
            tables = tuple(tables_of([counts], systems, scorers, phenomena=plan.phenomena))
            left = (
                ()
                if out is None
                else notes_of_leftovers(out, summary.texts, page, is_scored=bool(tables and counts))
            )
            signature = sign(plan, digests, registry, references=len(summary.references))
            said = (*units.notes(), *notes(), *left)
            record = _record(plan, summary, signature, scorers, notes=said, units=units)
            spent = dict(observers.seconds)
            if not workers.is_elsewhere:
                spent["read and write"] = streamed - sum(spent.values())  # what no stage took
            with _timed(spent, "resample"):
                found = results(record, tables, resampling)
            if out is not None:
                with _timed(spent, "report"):
                    record = write_folder(
                        out, record, found, counts, page, registry=registry, scorers=scorers
                    )
    seconds = {**spent, "total": time.perf_counter() - begin}
    segments = dict(observers.segments)
    if out is not None:
        write_json(within(out, "timings.json"), {"seconds": seconds, "segments": segments})
    return RunResult(
        plan, summary, record, found, seconds, segments, tuple(counts), resumed.documents
    )


@contextmanager
def _journal(out: Path | None, setup: str | None) -> Iterator[Checkpoint | None]:
    """Make the run's folder, and open its journal where a run can be taken up again."""
    with ExitStack() as stack:
        if out is not None:
            stack.enter_context(made_folder(out))
        if out is None or setup is None:
            yield None
        else:
            kept = stack.enter_context(checkpoint(out, setup))
            for folder in (out, within(out, TAGS)):
                sweep(folder)
            yield kept


@contextmanager
def _timed(spent: dict[str, float], name: str) -> Iterator[None]:
    begin = time.perf_counter()
    yield
    spent[name] = time.perf_counter() - begin


def _checked(texts: Iterable[ParallelText], baseline: str | None) -> Iterator[ParallelText]:
    """Check the translations, and for the baseline among them, before any work is done."""
    for text in texts:
        if not text.references and not text.hypotheses:
            raise UsageError(
                f"document {text.id!r} has no translation;"
                " give one with --ref FILE, systems with --hyp NAME=FILE"
            )
        if baseline is not None and baseline not in text.hypotheses:
            raise UnknownNameError("system", baseline, text.hypotheses, scope="for --baseline")
        yield text


def _record(
    plan: Plan,
    tally: RunSummary,
    signature: Signature,
    scorers: Sequence[BoundScorer],
    *,
    notes: Sequence[str],
    units: UnitCorpus,
) -> RunRecord:
    """Return what `run.json` says; notes are the plan's, then these."""
    signatures = {
        bound.info.name: signature.line(part_of(choice), bound.signature())
        for bound, choice in zip(scorers, plan.scorers, strict=True)
    }
    return RunRecord.model_validate(
        {
            "signature": signature.line(),
            "short_signature": signature.line(short=True),
            "signatures": signatures,
            "source_language": plan.source.code,
            "target_language": plan.target.code,
            "references": tally.references,
            "systems": tally.texts[len(tally.references) :],
            "plan": plan.describe(),
            "documents": tally.documents,
            "segments": tally.segments,
            "source": tally.source,
            "annotated": tally.annotated,
            "tokens": tally.tokens,
            "counts": tally.counts(plan.phenomena),
            "failures": tally.failures,
            "notes": (*plan.notes, *notes),
            "units": None if units.counts is None else units.counts.data(),
        }
    )


@contextmanager
def _tag_files(out: Path | None) -> Iterator[Callable[[Mapping[str, str]], None]]:
    """Return a function that adds a document's lines to the files of tags, if there is a folder."""
    if out is None:
        yield _write_nothing
        return
    sinks: dict[str, Callable[[str | bytes], None]] = {}
    with ExitStack() as stack:
        stack.enter_context(made_folder(within(out, TAGS)))

        def write(lines: Mapping[str, str]) -> None:
            for name, line in lines.items():
                if name not in sinks:
                    sinks[name] = stack.enter_context(atomic_write(within(out, tags_name(name))))
                sinks[name](line)

        yield write


def _write_nothing(lines: Mapping[str, str]) -> None:
    del lines


def tag_to(
    plan: Plan,
    registry: Registry,
    texts: Iterable[ParallelText],
    writer: OpenWriter,
    path: Path,
    *,
    store: Store | None = None,
) -> RunSummary:
    """Tag the one target text of a corpus and write it to a file; nothing is scored.

    `store` is where layers are kept from run to run.

    Raises:
        UsageError: the corpus holds no translation, or several.
    """
    observers = Observers(registry.plugins.manager)
    stages = Stages(plan, registry, observers, store)
    tally = RunSummary()
    with writer.open(path) as write:
        for text in stages.tag(_single(texts)):
            for tagged in (*text.references.values(), *text.hypotheses.values()):
                write(tagged)
            tally.add(DocumentTally.of(text))
    observers.finish()
    return tally


def _single(texts: Iterable[ParallelText]) -> Iterator[ParallelText]:
    for text in texts:
        names = [*text.references, *text.hypotheses]
        if len(names) != 1:
            told = f"holds several translations ({', '.join(names)})" if names else "holds none"
            cure = "give one with --tgt, name one with --text, or use discotag run --out"
            raise UsageError(f"the corpus {told}; {cure}")
        yield text
