"""Results: counts per document, the scores that follow from their sums, and what a report shows.

A scorer counts per document; sums over any set of documents give its measures. So a corpus score,
its interval and a paired test come from one table of counts. A span study scores how much context
the tags need.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.document import Side
    from discotag.core.language import Direction
    from discotag.core.tags import TaggedDocument, Window


class By(StrEnum):
    """By what the scores of a run are split into parts."""

    DOMAIN = "domain"
    VOICE = "voice"
    DISTANCE = "distance"
    DOCUMENT = "document"


class Row(NamedTuple):
    """What a number is about: phenomenon (None = the whole text), label (None = all)."""

    phenomenon: str | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """One hypothesis with its reference(s), all of the same source document."""

    references: tuple[TaggedDocument, ...]
    hypothesis: TaggedDocument


@dataclass(frozen=True, slots=True)
class Statistics:
    """One document's counts: row → one number per column of the scorer."""

    document: str
    counts: Mapping[Row, tuple[float, ...]]


class Verdict(StrEnum):
    """What a hypothesis did at one tag of a reference."""

    CORRECT = "correct"
    WRONG = "wrong"
    MISSING = "missing"
    UNJUDGED = "unjudged"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A scorer's verdict on a hypothesis at one tag of a reference.

    Args:
        phenomenon: the tag's phenomenon.
        label: its label.
        segment: 0-based segment index.
        token: the reference's token, 0-based.
        verdict: the verdict.
        tokens: the hypothesis' tokens in that segment by which it was judged; may be empty.
    """

    phenomenon: str
    label: str
    segment: int
    token: int
    verdict: Verdict
    tokens: tuple[int, ...] = ()


class Interval(NamedTuple):
    """A confidence interval, both ends included."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Resampling:
    """How intervals and p-values were computed.

    Args:
        samples: bootstrap samples of documents for each interval.
        trials: samples for each p-value.
        seed: seed of the random numbers.
        baseline: the system that the others are compared with; None with one system.
        least: documents below which there is neither an interval nor a p-value.
    """

    samples: int
    trials: int
    seed: int
    baseline: str | None
    least: int


SIZES = ("support", "documents")
"""Fields of a score that say what it rests on, as tables and files show them: the columns with
the systems' figures."""


@dataclass(frozen=True, slots=True)
class Score:
    """One row's measures over a corpus.

    Args:
        scorer: the scorer's name.
        system: the system's name.
        row: phenomenon and label.
        measures: measure name → value, None where it is undefined (never NaN); the first is the
            scorer's main measure.
        support: number of reference tags (or segments, for a whole-text scorer) the row rests on.
        documents: number of documents in which the row has any count.
        interval: 95 % confidence interval of the main measure by bootstrap over documents; None
            where the documents are too few or the measure is undefined.
    """

    scorer: str
    system: str
    row: Row
    measures: Mapping[str, float | None]
    support: int
    documents: int = 0
    interval: Interval | None = None

    @property
    def value(self) -> float | None:
        """The main measure."""
        return next(iter(self.measures.values()), None)

    @property
    def sizes(self) -> dict[str, int]:
        """What it rests on: each of `SIZES` with its number."""
        return {name: getattr(self, name) for name in SIZES}


@dataclass(frozen=True, slots=True)
class Difference:
    """A system against the baseline on one row, on the same documents.

    Args:
        scorer: the scorer's name.
        system: the system's name.
        baseline: the baseline's name.
        row: phenomenon and label.
        value: main measure of the system less the baseline's; None where either is undefined.
        documents: number of documents in which either has any count.
        interval: 95 % confidence interval by paired bootstrap over documents; None where the
            documents are too few.
        p_bootstrap: two-sided p by paired bootstrap over documents, (c + 1) / (n + 1); None where
            the documents are too few.
        p_randomization: likewise by approximate randomization.
        p_holm: `p_randomization` after Holm's correction over the rows of one family: the
            phenomena of the run, or the labels of one phenomenon.
    """

    scorer: str
    system: str
    baseline: str
    row: Row
    value: float | None
    documents: int
    interval: Interval | None = None
    p_bootstrap: float | None = None
    p_randomization: float | None = None
    p_holm: float | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """A share of tags, 0–1, with its 95 % interval; None below the least number of documents."""

    value: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Recommended:
    """The least window that resolves a share of the tags.

    Args:
        wanted: the share, 0–1.
        window: the window of fewest segments that resolves so many, and of these the one with the
            fewest following; None = not even the whole document does.
        resolved: the share that it resolves.
        sizes: the 95 % interval of its number of segments, over draws of documents; an end is None
            where it is the whole document or more; None = too few documents.
    """

    wanted: float
    window: Window | None
    resolved: Share | None
    sizes: tuple[int | None, int | None] | None


@dataclass(frozen=True, slots=True)
class SpanRow:
    """What was found of some tags of one text.

    Args:
        text: the text's name in the study.
        phenomenon: None = all of them together.
        label: None = all of them.
        domain: None = all of them; `""` = documents without a domain.
        known: tags whose evidence is known: what all shares are of.
        unknown: tags whose evidence is unknown.
        documents: documents with a tag of known evidence.
        distances: segments back to the nearest evidence (negative: ahead) → tags, by distance.
        spans: segments back to the furthest evidence that is needed → tags, by span.
        resolved: window → share of the known tags that it resolves; empty where there are none.
        alone: recommended windows without following segments.
        both: recommended windows with following segments; empty where these were not searched.
    """

    text: str
    phenomenon: str | None
    label: str | None
    domain: str | None
    known: int
    unknown: int
    documents: int
    distances: Mapping[int, int]
    spans: Mapping[int, int]
    resolved: Mapping[Window, Share]
    alone: tuple[Recommended, ...]
    both: tuple[Recommended, ...]


@dataclass(frozen=True, slots=True)
class SpanText:
    """A text of a study.

    Args:
        name: unique in the study, such as `en-fr ref`.
        pair: language pair.
        documents: how many were read.
        segments: how many these hold.
        longest: segments of the longest document.
        phenomena: phenomenon → `{"state": …, "reason": …}`; only those in state `supported` were
            searched for.
        is_searched_ahead: phenomenon → whether evidence was searched in following segments, too;
            None = the file does not say.
        signature: what makes the tags reproducible; empty where it is unknown.
        short_signature: the same, shortened.
    """

    name: str
    pair: str
    documents: int
    segments: int
    longest: int
    phenomena: Mapping[str, Mapping[str, Any]]
    is_searched_ahead: Mapping[str, bool | None]
    signature: str = ""
    short_signature: str = ""


@dataclass(frozen=True, slots=True)
class SpanStudy:
    """How much context the tags of one or several texts need.

    Args:
        reaches: the numbers of segments that were tried, rising; last None = the whole document.
        wanted: the shares that windows were recommended for, 0–1, rising.
        texts: the texts, as given.
        rows: text by text: all tags, then phenomena, each with its labels, then domains likewise.
        resampling: how intervals came about.
        notes: what the user should know.
        parted_by: what the rows' `domain` is: `domain`, `document` or `voice`.
    """

    reaches: tuple[int | None, ...]
    wanted: tuple[float, ...]
    texts: tuple[SpanText, ...]
    rows: tuple[SpanRow, ...]
    resampling: Resampling
    notes: tuple[str, ...] = ()
    parted_by: str = "domain"


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
            `supported` were searched for.
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
        directions: language → `ltr` or `rtl`, from the installed packs.
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
        domain: its domain where the corpus says it.
    """

    id: str
    source: Side
    texts: Mapping[str, TaggedDocument]
    judgements: Mapping[tuple[str, str], tuple[Judgement, ...]]
    domain: str | None = None
