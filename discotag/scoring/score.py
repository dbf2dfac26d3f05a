"""Scoring a run: one pass over the comparisons, through several scorers at once."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from discotag.core.errors import UsageError
from discotag.core.validation import check_statistics
from discotag.scoring.table import CountTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.results import Comparison, Statistics
    from discotag.scoring.table import BoundScorer


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
        UsageError: a comparison without a reference, where a scorer needs one.
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
    """Yield each comparison with what every scorer counted, in the order of the scorers.

    Raises:
        UsageError: a comparison without a reference, where a scorer needs one.
        ComponentError: a scorer that failed or gave nonsense.
    """
    lead, *branches = _shared(_checked(comparisons, scorers), len(scorers) + 1)
    streams = [bound.statistics(branch) for bound, branch in zip(scorers, branches, strict=True)]
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
    """Notify scorers that keep something running (`finish`) that nothing more comes."""
    for bound in scorers:
        bound.finish()


def _checked(
    comparisons: Iterable[Comparison], scorers: Sequence[BoundScorer]
) -> Iterator[Comparison]:
    needing = [bound.info.name for bound in scorers if bound.info.needs_reference]
    for comparison in comparisons:
        if needing and not comparison.references:
            document = comparison.hypothesis.document.id
            raise UsageError(
                f"document {document!r} has no reference to score against; give --ref, or --scorers"
                f" without {', '.join(needing)}"
            )
        yield comparison


def _shared(stream: Iterator[Comparison], readers: int) -> list[Iterator[Comparison]]:
    """Return one stream to several readers; keeps no item that all have read (`tee` would)."""
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
    with bound.call(document):
        statistics = next(stream, None)
        if statistics is None:
            raise ValueError("gave no statistics")
        check_statistics(statistics, len(bound.info.columns))
        if statistics.document != document:
            raise ValueError(f"gave the statistics of {statistics.document!r}")
        return statistics


def _end(bound: BoundScorer, stream: Iterator[Statistics]) -> None:
    with bound.call():
        if next(stream, None) is not None:
            raise ValueError("gave more statistics than there are documents")
