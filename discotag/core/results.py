"""Results: what came out of a run, as a report sees it.

Scores and differences are small and come whole; documents come one at a time, with every text's
marks and every scorer's verdicts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.document import Side
    from discotag.core.language_facts import Direction
    from discotag.core.scores import Difference, Judgement, Resampling, Score
    from discotag.core.spans import SpanStudy
    from discotag.core.tags import TaggedDocument


@dataclass(frozen=True, slots=True)
class ScorerView:
    """What a reader must know of a scorer.

    Args:
        name: its name.
        summary: one line.
        measure: name of its main measure.
        scale: the largest value of its main measure, 1 or 100.
        higher_is_better: its direction.
        signature: what makes its numbers reproducible.
    """

    name: str
    summary: str
    measure: str
    scale: int
    higher_is_better: bool
    signature: str


@dataclass(frozen=True, slots=True)
class Results:
    """What came out of a run.

    Args:
        pair: language pair, such as `en-fr`.
        source_language: code.
        target_language: code.
        references: names, in order.
        systems: names, in the user's order.
        phenomena: every phenomenon asked for → `{"state": …, "reason": …}`; only those in state
            `supported` were looked for.
        documents: how many documents.
        segments: how many segments.
        counts: text → phenomenon → number of `tags`, `marks`, `unresolved` tags, `segments` with a
            tag, and tags by label (`labels`; None where labels are words).
        scorers: by name, in order.
        scores: a score per scorer, system and row.
        differences: a difference per scorer, system but the baseline, and row.
        resampling: how intervals came about; None where nothing was scored.
        signature: signature of the tagging.
        short_signature: the same, shortened.
        notes: what the user should know.
        failures: what taggers failed at (`--on-error skip`).
        spans: how much context the tags need, for reports that show it (`ReportInfo.shows_spans`);
            None = it was not studied.
        directions: language → `ltr` or `rtl`, as the installed packs tell.
    """

    pair: str
    source_language: str
    target_language: str
    references: tuple[str, ...]
    systems: tuple[str, ...]
    phenomena: Mapping[str, Mapping[str, Any]]
    documents: int
    segments: int
    counts: Mapping[str, Mapping[str, Mapping[str, Any]]]
    scorers: Mapping[str, ScorerView] = field(default_factory=dict)
    scores: tuple[Score, ...] = ()
    differences: tuple[Difference, ...] = ()
    resampling: Resampling | None = None
    signature: str = ""
    short_signature: str = ""
    notes: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    spans: SpanStudy | None = None
    directions: Mapping[str, Direction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DocumentView:
    """One source document with all its target texts, for reading.

    Args:
        id: the document's id.
        source: the source side.
        texts: name of a reference or system → its tagged document, references first.
        judgements: (scorer, system) → verdicts at the tags of the first reference, in text order;
            of those scorers that judge single tags.
        domain: its domain where the corpus tells it.
    """

    id: str
    source: Side
    texts: Mapping[str, TaggedDocument]
    judgements: Mapping[tuple[str, str], tuple[Judgement, ...]]
    domain: str | None = None
