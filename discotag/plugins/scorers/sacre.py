"""Segment statistics by sacreBLEU, summed per document: their sums give its corpus scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.scores import Row, Statistics

if TYPE_CHECKING:
    from sacrebleu.metrics.base import Metric

    from discotag.core.scores import Comparison


def document_statistics(metric: Metric, comparison: Comparison, width: int) -> Statistics:
    """Sum a metric's segment statistics over one document, in `width` columns.

    The last counts the segments; those that the metric does not fill are 0.
    """
    document = comparison.hypothesis.document
    sums = [0.0] * width
    if len(document):
        # the only method that gives them; our tests hold the sums to sacreBLEU's public figures
        segments = metric._extract_corpus_statistics(
            list(document.target.segments),
            [list(reference.document.target.segments) for reference in comparison.references],
        )
        for column, values in enumerate(zip(*segments, strict=True)):
            sums[column] = float(sum(values))
    sums[-1] = float(len(document))
    return Statistics(document.id, {Row(): tuple(sums)})


def own_signature(metric: Metric) -> str:
    """Return sacreBLEU's signature without the number of references, which belongs to the run."""
    metric.num_refs = 1
    pairs = metric.get_signature().format().split("|")
    return "|".join(pair for pair in pairs if not pair.startswith("nrefs:"))
