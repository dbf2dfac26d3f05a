"""Span studies in reports: one of a run beside its results, and one that stands alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discotag.core.results import Results
from discotag.scoring.resampling import ResamplingOptions
from discotag.studies.span.inputs import span_input_in
from discotag.studies.span.study import SpanOptions, span_study

if TYPE_CHECKING:
    from discotag.core.registry import Registry
    from discotag.core.results import SpanStudy
    from discotag.runs.verification import RunFolder


def with_spans(results: Results, run: RunFolder, registry: Registry) -> Results:
    """Add to a run's results how much context the tags of its first text need.

    Args:
        results: of the run.
        run: its folder, from which the tags are read.
        registry: tells which phenomenon each tagger is about.

    Raises:
        InputError: the file of tags is missing or faulty.
    """
    if not run.record.documents:
        return results
    how = results.resampling
    options = ResamplingOptions(how.samples, seed=how.seed) if how else ResamplingOptions()
    given = span_input_in(run, registry)
    study = span_study([given], SpanOptions(resampling=options))
    return replace(results, spans=study)


def results_of(study: SpanStudy) -> Results:
    """Wrap a study of one or several texts as results, so that a report can show it."""
    pairs = list(dict.fromkeys(text.pair for text in study.texts))
    sources, targets = zip(*(pair.split("-", 1) for pair in pairs), strict=True)
    return Results(
        pair=", ".join(pairs),
        source_language=", ".join(dict.fromkeys(sources)),
        target_language=", ".join(dict.fromkeys(targets)),
        references=(),
        systems=(),
        phenomena={},
        documents=sum(text.documents for text in study.texts),
        segments=sum(text.segments for text in study.texts),
        counts={},
        notes=study.notes,
        spans=study,
    )
