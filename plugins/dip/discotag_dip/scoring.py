"""Scoring: translations of a test set are analysed, every item is judged, systems are ranked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import UsageError
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages
from discotag.scoring.resampling import SAMPLES, SEED
from discotag_dip.lexical import score as lexical
from discotag_dip.lexical.build import LAYERS as LEXICAL
from discotag_dip.results import TaskResult, ranked
from discotag_dip.testset import with_translations

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from discotag.core.document import Document
    from discotag.core.registry import Registry
    from discotag.pipeline.observers import Observers
    from discotag_dip.items import Item
    from discotag_dip.judging import Verdict
    from discotag_dip.testset import TestSet

    Judge = Callable[[Item, Document, Document], Verdict]
    """Item, reference, translation → verdict."""


def score(
    testset: TestSet,
    systems: Mapping[str, Path],
    registry: Registry,
    *,
    observers: Observers | None = None,
) -> TaskResult:
    """Score translations of a test set's `source.txt`.

    Args:
        testset: the test set.
        systems: system name → its translation, line by line.
        registry: what is installed.
        observers: who is told of progress.

    Raises:
        UsageError: there is no system, or one is called `ref`.
        InputError: a translation has another number of lines.
        PlanError: a component that the task needs is not installed.
    """
    if not systems or "ref" in systems:
        raise UsageError("give translations with --hyp NAME=FILE; the name ref is the reference's")
    manifest = testset.manifest
    texts = list(with_translations(testset, systems))
    layers, judge, own = _task(testset)
    config = RunConfig(
        source_language=manifest.source_language, target_language=manifest.target_language
    )
    planned = plan(config, registry, layers=layers)
    of_document = testset.by_document()
    verdicts: dict[str, list[Verdict]] = {name: [] for name in systems}
    for tagged in Stages(planned, registry, observers).tag(texts):
        reference = tagged.references["ref"].document
        for name, text in tagged.hypotheses.items():
            verdicts[name] += [
                judge(item, reference, text.document) for item in of_document[tagged.id]
            ]
    setup = [f"{item.title} {item.info.version}" for item in planned.choices()]
    return TaskResult(
        task=manifest.task,
        pair=manifest.pair,
        testset=testset.digest,
        items=len(testset.items),
        documents=len(texts),
        setup="|".join([*setup, *own]),
        samples=SAMPLES,
        seed=SEED,
        systems=ranked(manifest.task, verdicts),
    )


def _task(testset: TestSet) -> tuple[frozenset[str], Judge, tuple[str, ...]]:
    """Give the layers that a task's judge reads, the judge, and its own part of the setup."""
    del testset
    return LEXICAL, lambda item, _, text: lexical.judge(item, text), ()
