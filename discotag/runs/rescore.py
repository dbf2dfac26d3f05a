"""Scoring from tag files: the same scorers as in a run, with nothing analysed again."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError, UsageError
from discotag.core.results import Comparison, Results
from discotag.core.text import count_noun
from discotag.runs.results import scorer_views
from discotag.runs.scorers import named_scorers
from discotag.runs.verification import open_tags
from discotag.scoring.resampling import ResamplingOptions, resample
from discotag.scoring.score import score

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.document import Document
    from discotag.core.registry import Registry
    from discotag.core.tags import TaggedDocument
    from discotag.runs.verification import TagsFile
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
        UnknownNameError: the baseline is none of the systems.
        UsageError: no system is given, or no reference where a scorer needs one.
        InputError: a file that is no tag file, or files that do not hold the same documents in the
            same languages, or in which not the same phenomena were looked for.
    """
    if not hypotheses:
        raise UsageError("give at least one --hyp")
    if shared := sorted({*references} & {*hypotheses}):
        raise UsageError(f"{shared[0]!r} names both a reference and a system; rename one")
    resampling = resampling or ResamplingOptions()
    resampling.for_systems(list(hypotheses))  # a wrong baseline is told before any work
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
    """Yield comparisons, the first so many files being references; their sizes are told aside."""
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
