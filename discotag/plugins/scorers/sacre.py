"""Segment statistics by sacreBLEU, summed per document: their sums give its corpus scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from discotag.core.scores import Row, Statistics

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sacrebleu.metrics.base import Metric

    from discotag.core.interfaces import Context
    from discotag.core.scores import Comparison


class SacreScorer:
    """Scores whole texts, 0-100; `Row()` is its only row, its support the number of segments.

    Args:
        metric: sacreBLEU's, with its default settings.
        joint: joins the segments of a document to one; None = segments are scored as they are.
    """

    width: ClassVar[int]
    """The number of columns of its counts."""

    def __init__(self, metric: Metric, joint: str | None = None) -> None:
        self._metric, self._joint = metric, joint
        self._read = References(metric, ())

    @classmethod
    def metric(cls, context: Context) -> Metric:
        """Build sacreBLEU's metric from the scorer's settings."""
        raise NotImplementedError

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer; UsageError if it lacks a package."""
        return cls(cls.metric(context))

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count the n-grams of hypothesis and reference, and those they share, by document."""
        for comparison in comparisons:
            document = comparison.hypothesis.document
            sums = (0.0,) * self.width
            if len(document):
                texts = [comparison.hypothesis, *comparison.references]
                told, *wanted = (
                    _segments(text.document.target.segments, self._joint) for text in texts
                )
                rows = tuple(zip(*wanted, strict=True))
                if self._read.rows != rows:  # systems of a document come one after the other
                    self._read = References(self._metric, rows)
                sums = self._read.sums(told, self.width)
            yield Statistics(document.id, {Row(): sums})

    def signature(self) -> str:
        """Return sacreBLEU's signature; the number of references stands in the run's."""
        level = "" if self._joint is None else "level:document|"
        return level + own_signature(self._metric)


class OfDocuments(SacreScorer):
    """The same with each document as one segment, so that no segmentation counts."""

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer; errors as those of the scorer of segments."""
        return cls(cls.metric(context), " " if context.target.writing.spaces else "")


class References:
    """The references of a document, read once for all systems, and what was found beside them.

    Args:
        metric: sacreBLEU's.
        rows: the references of each segment.
    """

    def __init__(self, metric: Metric, rows: Sequence[tuple[str, ...]]) -> None:
        self.rows = rows
        self._metric = metric
        # the only methods that give counts; our tests hold them to sacreBLEU's public figures
        self._ngrams = metric._cache_references(list(zip(*rows, strict=True))) if rows else []
        self._found: dict[tuple[int, str], Sequence[float]] = {}

    def sums(self, segments: Sequence[str], width: int) -> tuple[float, ...]:
        """Sum the metric's statistics of a system's segments, in `width` columns.

        The last counts the segments; those that the metric does not fill are 0.
        """
        counts = [self._counts(place, segment) for place, segment in enumerate(segments)]
        summed = [float(sum(column)) for column in zip(*counts, strict=True)]
        return (*summed, *[0.0] * (width - 1 - len(summed)), float(len(segments)))

    def _counts(self, place: int, segment: str) -> Sequence[float]:
        found = self._found.get((place, segment))
        if found is None:
            text = self._metric._preprocess_segment(segment)
            found = self._metric._compute_segment_statistics(text, self._ngrams[place])
            self._found[place, segment] = found
        return found


def _segments(segments: Sequence[str], joint: str | None) -> list[str]:
    return list(segments) if joint is None else [joint.join(filter(str.strip, segments))]


def own_signature(metric: Metric) -> str:
    """Return sacreBLEU's signature without the number of references, which belongs to the run."""
    metric.num_refs = 1
    pairs = metric.get_signature().format().split("|")
    return "|".join(pair for pair in pairs if not pair.startswith("nrefs:"))
