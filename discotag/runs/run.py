"""A run: read, tag, write and score a corpus in one pass, then say what came out.

Files appear when they are complete: tags as their writer closes, scores and the record of the run
at the end.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from discotag.core.errors import UnknownNameError, UsageError
from discotag.core.scores import Comparison
from discotag.pipeline.observers import Observers
from discotag.pipeline.signing import part_of, sign
from discotag.pipeline.stages import Stages
from discotag.runs.counts import FILE as COUNTS
from discotag.runs.counts import write_counts
from discotag.runs.files import leftovers, made_folder, write_json
from discotag.runs.record import FILE as RECORD
from discotag.runs.record import RunRecord
from discotag.runs.reporting import documents_of, open_report, write_report
from discotag.runs.results import results, scores_data
from discotag.runs.scorers import planned_scorers
from discotag.runs.tally import Tally
from discotag.scoring.resampling import ResamplingOptions
from discotag.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import Writer
    from discotag.core.registry import Registry
    from discotag.core.results import Results
    from discotag.core.tags import TaggedDocument
    from discotag.pipeline.plans import Plan
    from discotag.pipeline.stages import TaggedText
    from discotag.scoring.signature import Signature

TAG_WRITER = "jsonl"


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
    """

    plan: Plan
    tally: Tally
    record: RunRecord
    results: Results
    seconds: dict[str, float]
    rates: dict[str, int]


def run(
    plan: Plan,
    registry: Registry,
    texts: Iterable[ParallelText],
    *,
    out: Path | None = None,
    notes: Callable[[], Sequence[str]] = tuple,
    resampling: ResamplingOptions | None = None,
    report: str | None = None,
) -> RunResult:
    """Tag and score a corpus in one pass.

    Args:
        plan: what to run.
        registry: where its components were found.
        texts: the documents, in order.
        out: folder for `tags/*.jsonl`, `scores.json`, `counts.jsonl.gz`, `run.json` and
            `timings.json`; None = write nothing.
        notes: gives the reader's notes, once reading is over.
        resampling: how to find intervals and differences.
        report: name of a report to write into the folder, too.

    Raises:
        DiscotagError: wrong input, or a component that failed; then nothing is left half-written.
    """
    begin = time.perf_counter()
    observers = Observers(registry.plugins.manager)
    resampling = resampling or ResamplingOptions()
    scorers = planned_scorers(plan)
    stages = Stages(plan, registry, observers)
    tally = Tally()
    page = open_report(registry, report) if report is not None else None
    with ExitStack() as stack:
        write = _tag_files(registry, out, stack) if out is not None else _write_nothing
        tagged = _written(stages.tag(_checked(texts, resampling.baseline)), write, tally)
        started = time.perf_counter()
        tables = score(comparisons(tagged), scorers, phenomena=plan.phenomena)
        streamed = time.perf_counter() - started
    observers.finish()
    written = [*(("scores.json", COUNTS) if tables else ()), *([page.file] if page else ())]
    left = () if out is None else leftovers(out, texts=tally.texts, written=written)
    signature = sign(plan, stages.digests(), registry, references=len(tally.references))
    record = _record(
        plan,
        tally,
        signature=signature,
        signatures={
            bound.info.name: signature.line(part_of(choice), bound.scorer.signature())
            for bound, choice in zip(scorers, plan.scorers, strict=True)
        },
        notes=(*plan.notes, *notes(), *left),
    )
    spent = dict(observers.seconds)
    spent["read, write and score"] = streamed - sum(spent.values())  # what no stage took
    with _timed(spent, "resample"):
        found = results(record, tables, resampling)
    if out is not None:
        if tables:
            write_json(out / "scores.json", scores_data(found))
            write_counts(out / COUNTS, tables, tally.digests)
        write_json(out / RECORD, record.model_dump(by_alias=True))
        if page is not None:
            with _timed(spent, "report"):
                write_report(out / page.file, page, found, documents_of([out], found, scorers))
    seconds = {**spent, "total": time.perf_counter() - begin}
    if out is not None:
        timings = {"seconds": seconds, "segments": dict(observers.segments)}
        write_json(out / "timings.json", timings)
    return RunResult(plan, tally, record, found, seconds, dict(observers.segments))


@contextmanager
def _timed(spent: dict[str, float], name: str) -> Iterator[None]:
    begin = time.perf_counter()
    yield
    spent[name] = time.perf_counter() - begin


def _checked(texts: Iterable[ParallelText], baseline: str | None) -> Iterator[ParallelText]:
    """Look for the baseline among the systems before any work is done."""
    for text in texts:
        if baseline is not None and baseline not in text.hypotheses:
            raise UnknownNameError("system for --baseline", baseline, text.hypotheses)
        yield text


def _record(
    plan: Plan,
    tally: Tally,
    *,
    signature: Signature,
    signatures: Mapping[str, str],
    notes: Sequence[str],
) -> RunRecord:
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
            "notes": notes,
        }
    )


def tag_to(
    plan: Plan,
    registry: Registry,
    texts: Iterable[ParallelText],
    writer: Writer,
    path: Path,
) -> Tally:
    """Tag the one target text of a corpus and write it to a file; nothing is scored.

    Raises:
        UsageError: the corpus holds no translation, or several.
    """
    observers = Observers(registry.plugins.manager)
    stages = Stages(plan, registry, observers)
    tally = Tally()
    with writer.open(path) as write:
        single = _single(texts)
        for _ in _written(stages.tag(single), lambda _, tagged: write(tagged), tally):
            pass
    observers.finish()
    return tally


def _single(texts: Iterable[ParallelText]) -> Iterator[ParallelText]:
    for text in texts:
        names = [*text.references, *text.hypotheses]
        if len(names) != 1:
            told = f"holds several translations ({', '.join(names)})" if names else "holds none"
            raise UsageError(f"the corpus {told}; give one with --tgt, or use discotag run --out")
        yield text


def comparisons(texts: Iterable[TaggedText]) -> Iterator[Comparison]:
    """Set every hypothesis beside the references of its document.

    A document on which a tagger failed is left out for all systems: it would count as one without
    tags.
    """
    for text in texts:
        if text.failures:
            continue
        references = tuple(text.references.values())
        for hypothesis in text.hypotheses.values():
            yield Comparison(references, hypothesis)


def _written(
    texts: Iterable[TaggedText], write: Callable[[str, TaggedDocument], None], tally: Tally
) -> Iterator[TaggedText]:
    for text in texts:
        for name, tagged in chain(text.references.items(), text.hypotheses.items()):
            write(name, tagged)
        tally.add(text)
        yield text


def _tag_files(
    registry: Registry, out: Path, stack: ExitStack
) -> Callable[[str, TaggedDocument], None]:
    info = registry.writers.get(TAG_WRITER).info
    writer = info.load().create({})
    folder = stack.enter_context(made_folder(out / "tags"))
    sinks: dict[str, Callable[[TaggedDocument], None]] = {}

    def write(name: str, tagged: TaggedDocument) -> None:
        if name not in sinks:
            sinks[name] = stack.enter_context(writer.open(folder / f"{name}{info.suffix}"))
        sinks[name](tagged)

    return write


def _write_nothing(name: str, tagged: TaggedDocument) -> None:
    del name, tagged
