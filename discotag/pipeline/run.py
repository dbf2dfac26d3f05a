"""A run: read, tag, write and score a corpus in one pass, then say what came out.

Files appear when they are complete: tags as their writer closes, scores and the record of the run
at the end.
"""

from __future__ import annotations

import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, cast

from discotag.core.errors import UsageError
from discotag.core.interfaces import Context
from discotag.core.scores import Comparison
from discotag.pipeline.files import leftovers, made_folder, write_json
from discotag.pipeline.observers import Observers
from discotag.pipeline.signing import part_of, sign
from discotag.pipeline.stages import Stages, TaggedText, guarded
from discotag.scoring.score import score
from discotag.scoring.table import BoundScorer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.components import ScorerInfo
    from discotag.core.document import ParallelText
    from discotag.core.interfaces import Writer
    from discotag.core.registry import Registry
    from discotag.core.tags import TaggedDocument
    from discotag.pipeline.plans import Choice, Plan
    from discotag.scoring.table import CountTable

TAG_WRITER = "jsonl"
SCORES_SCHEMA = "discotag-scores/1"
RUN_SCHEMA = "discotag-run/1"


@dataclass
class Tally:
    """What a run has seen so far.

    Args:
        documents: how many documents.
        segments: how many segments.
        references: how many references.
        texts: names of the references and systems, in order.
        tags: (text, phenomenon) → number of tags.
        marks: (text, phenomenon) → number of marks.
        unresolved: (text, phenomenon) → number of tags without known evidence.
        failures: what taggers failed at (`--on-error skip`).
    """

    documents: int = 0
    segments: int = 0
    references: int = 0
    texts: tuple[str, ...] = ()
    tags: Counter[tuple[str, str]] = field(default_factory=Counter)
    marks: Counter[tuple[str, str]] = field(default_factory=Counter)
    unresolved: Counter[tuple[str, str]] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    @property
    def size(self) -> str:
        """How much was seen, for reading."""
        segments = "1 segment" if self.segments == 1 else f"{self.segments} segments"
        documents = "1 document" if self.documents == 1 else f"{self.documents} documents"
        return f"{segments} in {documents}"

    def add(self, text: TaggedText) -> None:
        """Count one document's texts."""
        self.documents += 1
        self.references = len(text.references)
        self.texts = (*text.references, *text.hypotheses)
        for name, tagged in chain(text.references.items(), text.hypotheses.items()):
            for mark in tagged.marks:
                key = (name, mark.phenomenon)
                self.marks[key] += 1
                self.tags[key] += mark.is_tag
                self.unresolved[key] += mark.is_unresolved
        self.failures.extend(text.failures)
        self.segments += len(
            next(chain(text.references.values(), text.hypotheses.values())).document
        )


@dataclass(frozen=True)
class RunResult:
    """What came out of a run.

    Args:
        plan: what was run.
        tally: counts of documents, segments, tags and failures.
        tables: one per scorer and system; empty where there was nothing to score.
        signature: what makes the numbers reproducible.
        signatures: scorer → its whole signature.
        notes: what the user should know.
        seconds: stage → seconds, and `total`.
        rates: stage → segments it went over.
    """

    plan: Plan
    tally: Tally
    tables: tuple[CountTable, ...]
    signature: str
    signatures: dict[str, str]
    notes: tuple[str, ...]
    seconds: dict[str, float]
    rates: dict[str, int]

    def scores(self) -> dict[str, Any]:
        """Give the content of `scores.json`: every score with support and scale; no NaN."""
        return {
            "schema": SCORES_SCHEMA,
            "pair": self.plan.pair,
            "signatures": self.signatures,
            "phenomena": self.plan.describe()["phenomena"],
            "scores": score_rows(self.tables),
        }

    def record(self) -> dict[str, Any]:
        """Give the content of `run.json`: what was run and how much was found; no times."""
        counts = {
            name: {
                phenomenon: {
                    "tags": self.tally.tags[name, phenomenon],
                    "marks": self.tally.marks[name, phenomenon],
                    "unresolved": self.tally.unresolved[name, phenomenon],
                }
                for phenomenon in self.plan.phenomena
            }
            for name in sorted(self.tally.texts)
        }
        return {
            "schema": RUN_SCHEMA,
            "signature": self.signature,
            "plan": self.plan.describe(),
            "documents": self.tally.documents,
            "segments": self.tally.segments,
            "counts": counts,
            "failures": self.tally.failures,
            "notes": list(self.notes),
        }


def run(
    plan: Plan,
    registry: Registry,
    texts: Iterable[ParallelText],
    *,
    out: Path | None = None,
    notes: Callable[[], Sequence[str]] = tuple,
) -> RunResult:
    """Tag and score a corpus in one pass.

    Args:
        plan: what to run.
        registry: where its components were found.
        texts: the documents, in order.
        out: folder for `tags/*.jsonl`, `scores.json`, `run.json` and `timings.json`; None = write
            nothing.
        notes: gives the reader's notes, once reading is over.

    Raises:
        DiscotagError: wrong input, or a component that failed; then nothing is left half-written.
    """
    begin = time.perf_counter()
    observers = Observers(registry.plugins.manager)
    scorers = bound_scorers(plan)
    stages = Stages(plan, registry, observers)
    tally = Tally()
    with ExitStack() as stack:
        write = _tag_files(registry, out, stack) if out is not None else _write_nothing
        tagged = _written(stages.tag(texts), write, tally)
        started = time.perf_counter()
        tables = score(comparisons(tagged), scorers, phenomena=plan.phenomena)
        streamed = time.perf_counter() - started
    observers.finish()
    is_scored = bool(tables)
    left = () if out is None else leftovers(out, texts=tally.texts, is_scored=is_scored)
    signature = sign(plan, stages.digests(), registry, references=tally.references)
    spent = dict(observers.seconds)
    spent["read, write and score"] = streamed - sum(spent.values())  # what no stage took
    result = RunResult(
        plan=plan,
        tally=tally,
        tables=tables,
        signature=signature.line(),
        signatures={
            bound.info.name: signature.line(part_of(choice), bound.scorer.signature())
            for bound, choice in zip(scorers, plan.scorers, strict=True)
        },
        notes=(*plan.notes, *notes(), *left),
        seconds={**spent, "total": time.perf_counter() - begin},
        rates=dict(observers.segments),
    )
    if out is not None:
        if is_scored:
            write_json(out / "scores.json", result.scores())
        write_json(out / "run.json", result.record())
        write_json(out / "timings.json", {"seconds": result.seconds, "segments": result.rates})
    return result


def bound_scorers(plan: Plan) -> tuple[BoundScorer, ...]:
    """Create the scorers of a plan."""
    return tuple(
        bound_scorer(
            choice,
            Context(
                name=choice.info.name,
                source=plan.source,
                target=plan.target,
                options=choice.options,
                argument=choice.argument,
            ),
        )
        for choice in plan.scorers
    )


def bound_scorer(choice: Choice, context: Context) -> BoundScorer:
    """Create one scorer."""
    factory = choice.info.load()
    scorer = guarded(choice, lambda: factory.create(context))
    return BoundScorer(cast("ScorerInfo", choice.info), scorer, choice.owner.name)


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


def score_rows(tables: Iterable[CountTable]) -> list[dict[str, Any]]:
    """Give every score as plain data with its support and scale; an undefined value is None."""
    return [
        {
            "scorer": item.scorer,
            "system": item.system,
            "phenomenon": item.row.phenomenon,
            "label": item.row.label,
            "support": item.support,
            "scale": table.bound.info.scale,
            "measures": dict(item.measures),
        }
        for table in tables
        for item in table.scores()
    ]


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
