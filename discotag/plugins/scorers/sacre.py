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
            yield document_statistics(self._metric, comparison, self.width, joint=self._joint)

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


def document_statistics(
    metric: Metric, comparison: Comparison, width: int, *, joint: str | None = None
) -> Statistics:
    """Sum a metric's segment statistics over one document, in `width` columns.

    The last counts the segments; those that the metric does not fill are 0. With a `joint`, the
    segments of a text are joined by it, so that a document is one segment.
    """
    document = comparison.hypothesis.document
    sums = [0.0] * width
    if len(document):
        texts = [comparison.hypothesis, *comparison.references]
        told, *wanted = (_segments(text.document.target.segments, joint) for text in texts)
        # the only method that gives them; our tests hold the sums to sacreBLEU's public figures
        segments = metric._extract_corpus_statistics(told, wanted)
        for column, values in enumerate(zip(*segments, strict=True)):
            sums[column] = float(sum(values))
        sums[-1] = float(len(told))
    return Statistics(document.id, {Row(): tuple(sums)})


def _segments(segments: Sequence[str], joint: str | None) -> list[str]:
    return list(segments) if joint is None else [joint.join(filter(str.strip, segments))]


def own_signature(metric: Metric) -> str:
    """Return sacreBLEU's signature without the number of references, which belongs to the run."""
    metric.num_refs = 1
    pairs = metric.get_signature().format().split("|")
    return "|".join(pair for pair in pairs if not pair.startswith("nrefs:"))
