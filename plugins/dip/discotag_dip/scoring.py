"""Scoring: translations of a test set are analysed, every item is judged, systems are ranked."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from discotag.plugin import InputError, MissingLayerError, ParallelText, UsageError
from discotag.plugin.files import Notes, lines_of
from discotag.plugin.runs import ComponentSpec, RunConfig, Stages, open_run, plan, read_record, sign
from discotag.plugin.statistics import SAMPLES, SEED
from discotag_dip import connectives
from discotag_dip.anaphora import task as anaphora
from discotag_dip.coherence import task as coherence
from discotag_dip.coherence.task import LAYERS as COHERENCE
from discotag_dip.connectives import require_annotator
from discotag_dip.lexical import task as lexical
from discotag_dip.lexical.task import LAYERS as LEXICAL
from discotag_dip.rankers import coherence_ranker, pronoun_ranker
from discotag_dip.results import TaskResult, ranked

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.plugin import Document, Registry
    from discotag.plugin.runs import Observers
    from discotag_dip.items import Item, Verdict
    from discotag_dip.testset import TestSet

    Judge = Callable[[Item, Document, Document], Verdict]
    "Item, reference, translation → verdict."
    Row = tuple[Document, Mapping[str, Document]]
    "A document's reference, and its translations by name."


READ = frozenset({"source.tokens", "target.tokens"})
"""What stages analyse in any case."""


def score(
    testset: TestSet,
    translations: Iterable[ParallelText],
    registry: Registry,
    *,
    weights: Path | None = None,
    annotators: Sequence[str] = (),
    observers: Observers | None = None,
) -> TaskResult:
    """Score translations of a test set.

    Args:
        testset: the test set.
        translations: the set's documents with systems, of `discotag_dip.scoring`.
        registry: what is installed.
        weights: the ranker's, from `discotag dip train-ranker`, or `e5`; None = the small one.
        annotators: those that should give their layer, `NAME[:ARGUMENT]`.
        observers: who is notified of progress.

    Raises:
        UsageError: weights are given, and the task has no ranker.
        InputError: translations do not fit the set.
        PlanError: a component that the task needs is not installed.
    """
    manifest = testset.manifest
    if manifest.task == "connectives":
        require_annotator(registry)
    texts = list(translations)
    stop_words = registry.language(manifest.target_language).info.stop_words
    layers, judge, own = _task(testset, weights, stop_words)
    config = RunConfig(
        source_language=manifest.source_language,
        target_language=manifest.target_language,
        annotators=tuple(map(ComponentSpec.parse, annotators)),
    )
    planned = plan(config, registry, layers=layers | READ)
    stages = Stages(planned, registry, observers)
    rows = (
        (
            tagged.references[REFERENCE].document,
            {name: text.document for name, text in tagged.hypotheses.items()},
        )
        for tagged in stages.tag(texts)
    )
    setup = sign(planned, stages.components.digests(), registry, references=1).line(short=True)
    return _result(testset, rows, judge, setup="|".join([setup, *own]))


def score_run(
    testset: TestSet,
    folder: Path,
    registry: Registry,
    *,
    weights: Path | None = None,
    annotators: Sequence[str] = (),
    observers: Observers | None = None,
    verify: bool = True,
) -> TaskResult:
    """Score all texts of a run of the corpus that a set was built from.

    Files of tags hold all that lexical consistency reads; for other tasks, the texts are analysed
    again.

    Raises:
        UsageError: weights are given, and the task has no ranker; or the run was tagged without
            lemmas, parts of speech or links.
        InputError: the run does not fit the set.
        PlanError: a component that the task needs is not installed.
    """
    if testset.manifest.task != "lexical_consistency":
        texts = of_run(testset, folder, verify=verify)
        return score(
            testset, texts, registry, weights=weights, annotators=annotators, observers=observers
        )
    _, judge, _ = _task(testset, weights, ())
    setup = read_record(folder, verify=verify).short_signature
    rows = documents_of_run(testset, folder, verify=verify)
    try:
        return _result(testset, rows, judge, setup=setup)
    except MissingLayerError as error:
        raise UsageError(
            f"the run in {folder} lacks {error.layer}; run again with -p lexical_cohesion"
        ) from error


def _result(testset: TestSet, rows: Iterable[Row], judge: Judge, *, setup: str) -> TaskResult:
    """Judge every item of every translation, and rank."""
    of_document = testset.by_document()
    verdicts: dict[str, list[Verdict]] = {}
    for reference, translations in rows:
        for name, text in translations.items():
            found = (judge(item, reference, text) for item in of_document[reference.id])
            verdicts.setdefault(name, []).extend(found)
    return TaskResult(
        task=testset.manifest.task,
        pair=testset.manifest.pair,
        testset=testset.digest,
        items=len(testset.items),
        documents=len(testset.texts),
        setup=setup,
        samples=SAMPLES,
        seed=SEED,
        systems=ranked(testset.manifest.task, verdicts),
    )


def _task(
    testset: TestSet, weights: Path | None, stop_words: Collection[str]
) -> tuple[frozenset[str], Judge, tuple[str, ...]]:
    """Return the layers that a task's judge reads, the judge, and its own part of the setup."""
    task = testset.manifest.task
    if task == "anaphora":
        pronouns = pronoun_ranker(weights)
        of_item = partial(anaphora.judge, ranker=pronouns)
        return anaphora.JUDGED_LAYERS, of_item, (f"ranker {pronouns.digest}",)
    if task == "coherence":
        found = coherence_ranker(weights)
        of_text = partial(coherence.judge, ranker=found, stop_words=stop_words)
        return COHERENCE, of_text, (f"ranker {found.digest}",)
    if weights is not None:
        raise UsageError(f"{task} is scored without a ranker; leave out --ranker")
    if task == "connectives":
        return connectives.LAYERS, connectives.judge, ()
    return LEXICAL, lexical.judge, ()


REFERENCE = "ref"
"""What the reference is called among translations."""


def of_files(testset: TestSet, systems: Mapping[str, Path]) -> Iterator[ParallelText]:
    """Yield the documents of a set with translations of its `source.txt`.

    Raises:
        UsageError: there is no system, or one is called `ref`.
        InputError: a file has not as many lines as `source.txt`, or cannot be read.
    """
    if not systems or REFERENCE in systems:
        raise UsageError("give translations with --hyp NAME=FILE; the name ref is the reference's")
    wanted = testset.manifest.segments
    found = {}
    for name, path in systems.items():
        found[name] = list(lines_of(path, Notes()))
        if len(found[name]) != wanted:
            raise InputError(
                f"has {len(found[name])} lines where source.txt has {wanted}; translate it line by"
                " line, empty lines too",
                path=path,
            )
    begin = 0
    for text in testset.texts:
        end = begin + len(text.source)
        lines = {name: tuple(all_lines[begin:end]) for name, all_lines in found.items()}
        yield ParallelText(text.id, text.source, text.references, lines, domain=text.domain)
        begin = end


def of_run(testset: TestSet, folder: Path, *, verify: bool = True) -> Iterator[ParallelText]:
    """Yield the documents of a set with the translations that a run has of them.

    Raises:
        InputError: there is no run, it has no such translation, or not the set's documents.
    """
    documents = documents_of_run(testset, folder, verify=verify)
    for text, (_, found) in zip(testset.texts, documents, strict=True):
        lines = {name: document.target.segments for name, document in found.items()}
        yield ParallelText(text.id, text.source, text.references, lines, domain=text.domain)


def documents_of_run(
    testset: TestSet, folder: Path, *, verify: bool = True
) -> Iterator[tuple[Document, dict[str, Document]]]:
    """Yield the documents of a set as a run analysed them: the reference's, and those by name.

    The latter are its systems and its references but the set's own: people are ranked, too.

    Raises:
        InputError: there is no run, it has no such translation, or not the set's documents.
    """
    run = open_run(folder, verify=verify)
    record = run.record
    own = testset.manifest.reference
    names = [name for name in (*record.references, *record.systems) if name != own]
    if own not in record.references or not names:
        raise InputError(
            f"has no reference {own}, or nothing beside it; give a run of the corpus that the set"
            " was built from",
            path=folder,
        )
    wanted = {text.id: text for text in testset.texts}
    texts = (own, *names)
    for row in zip(*(run.documents(name) for name in texts), strict=True):
        text = wanted.pop(row[0].document.id, None)
        if text is None:
            continue
        reference, *others = (
            _checked(tagged.document, text, run.tags(name))
            for name, tagged in zip(texts, row, strict=True)
        )
        yield reference, dict(zip(names, others, strict=True))
    if wanted:
        raise InputError(
            f"lacks document {next(iter(wanted))} of the test set; give a run of the corpus that"
            " the set was built from",
            path=folder,
        )


def _checked(document: Document, text: ParallelText, path: Path) -> Document:
    if document.id != text.id or document.source.segments != text.source:
        raise InputError(
            f"document {text.id} is not there, or has another source than in the test set; give a"
            " run of the corpus that the set was built from",
            path=path,
        )
    return document
