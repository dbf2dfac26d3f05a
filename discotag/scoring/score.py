"""Scoring a run: one pass over the comparisons, through several scorers at once."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING

from discotag.core.errors import ComponentError, DiscotagError, UsageError
from discotag.scoring.table import BoundScorer, CountTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.core.scores import Comparison, Statistics


def score(
    comparisons: Iterable[Comparison],
    scorers: Sequence[BoundScorer],
    *,
    phenomena: Sequence[str] | None = None,
) -> tuple[CountTable, ...]:
    """Count a stream of comparisons with every scorer.

    The comparisons may be of several systems, mixed in any way (all systems of a document, then the
    next document); each is let go once every scorer is done with it, so memory grows with the
    counts alone.

    Args:
        comparisons: documents of any number of systems; `hypothesis.document.system` names the
            system.
        scorers: the scorers.
        phenomena: the phenomena the run is about, in the order wanted; None = whatever was counted.

    Returns:
        One table per scorer and system: scorers as given, systems in the order in which they first
        came.

    Raises:
        UsageError: a comparison without a reference.
        ComponentError: a scorer that failed or gave nonsense.
    """
    found: dict[str, list[tuple[Statistics, ...]]] = {}
    try:
        for comparison, statistics in counted(comparisons, scorers):
            found.setdefault(comparison.hypothesis.document.system, []).append(statistics)
    finally:
        finish(scorers)
    return tuple(
        CountTable.of(bound, system, [kept[index] for kept in found[system]], phenomena=phenomena)
        for index, bound in enumerate(scorers)
        for system in found
    )


def counted(
    comparisons: Iterable[Comparison], scorers: Sequence[BoundScorer]
) -> Iterator[tuple[Comparison, tuple[Statistics, ...]]]:
    """Give each comparison with what every scorer counted, in the order of the scorers.

    Raises:
        UsageError: a comparison without a reference.
        ComponentError: a scorer that failed or gave nonsense.
    """
    lead, *branches = _shared(_checked(comparisons), len(scorers) + 1)
    streams = [
        iter(bound.scorer.statistics(branch))
        for bound, branch in zip(scorers, branches, strict=True)
    ]
    for comparison in lead:
        document = comparison.hypothesis.document.id
        yield (
            comparison,
            tuple(
                _next(bound, stream, document)
                for bound, stream in zip(scorers, streams, strict=True)
            ),
        )
    for bound, stream in zip(scorers, streams, strict=True):
        _end(bound, stream)


def finish(scorers: Sequence[BoundScorer]) -> None:
    """Tell scorers that keep something running (`finish`) that nothing more comes."""
    for bound in scorers:
        end: Callable[[], None] | None = getattr(bound.scorer, "finish", None)
        if end is not None:
            end()


def _checked(comparisons: Iterable[Comparison]) -> Iterator[Comparison]:
    for comparison in comparisons:
        if not comparison.references:
            document = comparison.hypothesis.document.id
            raise UsageError(f"document {document!r} has no reference to score against; give --ref")
        yield comparison


def _shared(stream: Iterator[Comparison], readers: int) -> list[Iterator[Comparison]]:
    """Give one stream to several readers; keeps no item that all have read (`tee` would)."""
    queues: list[deque[Comparison]] = [deque() for _ in range(readers)]

    def branch(queue: deque[Comparison]) -> Iterator[Comparison]:
        while True:
            if not queue:
                item = next(stream, None)
                if item is None:
                    return
                for other in queues:
                    other.append(item)
                del item
            yield queue.popleft()

    return [branch(queue) for queue in queues]


def _next(bound: BoundScorer, stream: Iterator[Statistics], document: str) -> Statistics:
    try:
        statistics = next(stream, None)
    except DiscotagError:
        raise
    except Exception as error:
        raise _failed(bound, f"{type(error).__name__}: {error}", document) from error
    if statistics is None:
        raise _failed(bound, "gave no statistics", document)
    if statistics.document != document:
        raise _failed(bound, f"gave the statistics of {statistics.document!r}", document)
    for row, columns in statistics.counts.items():
        if len(columns) != len(bound.info.columns):
            told = f"gave {len(columns)} counts for {len(bound.info.columns)} columns in {row}"
            raise _failed(bound, told, document)
        if not all(math.isfinite(value) for value in columns):
            raise _failed(bound, f"gave a count that is no number in {row}", document)
    return statistics


def _end(bound: BoundScorer, stream: Iterator[Statistics]) -> None:
    if next(stream, None) is not None:
        raise _failed(bound, "gave more statistics than there are documents", None)


def _failed(bound: BoundScorer, reason: str, document: str | None) -> ComponentError:
    return ComponentError(bound.owner, f"scorer {bound.info.name}", reason, document=document)
