"""Scoring from tag files: the same scorers as in a run, with nothing analysed again."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError, UsageError
from discotag.core.interfaces import Context
from discotag.core.scores import Comparison
from discotag.files.tags import read_tags
from discotag.pipeline.plans import Choice
from discotag.pipeline.run import bound_scorer
from discotag.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.registry import Registry
    from discotag.core.tags import TaggedDocument
    from discotag.scoring.table import BoundScorer, CountTable


def rescore(
    references: Mapping[str, Path],
    hypotheses: Mapping[str, Path],
    scorers: Sequence[str],
    options: Mapping[str, Mapping[str, Any]],
    registry: Registry,
) -> tuple[CountTable, ...]:
    """Score systems from tag files.

    Args:
        references: reference name → file of tags.
        hypotheses: system name → file of tags.
        scorers: names.
        options: scorer → its options.
        registry: where the scorers are found.

    Raises:
        UsageError: no reference or no system is given.
        InputError: a file that is no tag file, or files that do not hold the same documents, or in
            which not the same phenomena were looked for.
    """
    if not references or not hypotheses:
        raise UsageError("give at least one --ref and one --hyp")
    first = next(read_tags(next(iter(references.values()))), None)
    if first is None:
        raise InputError("holds no document", path=next(iter(references.values())))
    bound = _bind(scorers, options, registry, first)
    return score(_comparisons(references, hypotheses), bound, phenomena=first.phenomena)


def _bind(
    names: Sequence[str],
    options: Mapping[str, Mapping[str, Any]],
    registry: Registry,
    first: TaggedDocument,
) -> tuple[BoundScorer, ...]:
    source = registry.language(first.document.source.language).info
    target = registry.language(first.document.target.language).info
    bound = []
    for name in dict.fromkeys(names):
        declared = registry.scorers.get(name)
        choice = Choice("scorer", "", declared.info, declared.owner, options=options.get(name, {}))
        context = Context(name=name, source=source, target=target, options=choice.options)
        bound.append(bound_scorer(choice, context))
    return tuple(bound)


def _comparisons(
    references: Mapping[str, Path], hypotheses: Mapping[str, Path]
) -> Iterator[Comparison]:
    files = {**references, **hypotheses}
    streams = [_named(name, path) for name, path in files.items()]
    for documents in zip_longest(*streams):
        _check_same(documents, list(files.values()))
        if any(tagged.failures for tagged in documents if tagged is not None):
            continue  # as in a run: it would count as a document without tags
        count = len(references)
        for hypothesis in documents[count:]:
            yield Comparison(tuple(documents[:count]), hypothesis)


def _named(name: str, path: Path) -> Iterator[TaggedDocument]:
    for tagged in read_tags(path):
        yield replace(tagged, document=replace(tagged.document, system=name))


def _check_same(documents: Sequence[TaggedDocument | None], paths: Sequence[Path]) -> None:
    present = [tagged for tagged in documents if tagged is not None]
    if len(present) < len(documents):
        missing = paths[documents.index(None)]
        raise InputError(f"ends before document {present[0].document.id!r}", path=missing)
    first = present[0].document
    for tagged, path in zip(present, paths, strict=True):
        if (tagged.document.id, len(tagged.document)) != (first.id, len(first)):
            told = f"document {tagged.document.id!r} of {len(tagged.document)} segments"
            raise InputError(
                f"holds {told} where {paths[0]} holds {first.id!r} of {len(first)}", path=path
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
