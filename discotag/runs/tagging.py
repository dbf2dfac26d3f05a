"""Tagging alone: one target text of a corpus, to one file, in any format that a writer knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import UsageError
from discotag.pipeline.observers import Observers
from discotag.pipeline.stages import Stages
from discotag.runs.corpus_counts import DocumentTally, Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.registry import Registry
    from discotag.files.cache import Store
    from discotag.pipeline.corpus import OpenWriter
    from discotag.pipeline.plans import Plan


def tag_to(
    plan: Plan,
    registry: Registry,
    texts: Iterable[ParallelText],
    writer: OpenWriter,
    path: Path,
    *,
    store: Store | None = None,
) -> Tally:
    """Tag the one target text of a corpus and write it to a file; nothing is scored.

    `store` is where layers are kept from run to run.

    Raises:
        UsageError: the corpus holds no translation, or several.
    """
    observers = Observers(registry.plugins.manager)
    stages = Stages(plan, registry, observers, store)
    tally = Tally()
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
