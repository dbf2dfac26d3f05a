"""Segment statistics by sacreBLEU, summed per document: their sums give its corpus scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.scores import Row, Statistics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sacrebleu.metrics.base import Metric

    from discotag.core.scores import Comparison


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
