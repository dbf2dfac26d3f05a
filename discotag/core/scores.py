"""Scores: additive statistics per document, and the measures that follow from their sums.

A scorer counts per document; sums over any set of documents give its measures. So a corpus score,
its interval and a paired test come from one table of counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.tags import TaggedDocument


class Row(NamedTuple):
    """What a number is about: phenomenon (None = the whole text), label (None = all)."""

    phenomenon: str | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """One hypothesis beside its reference(s), all of the same source document."""

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
        samples: bootstrap samples of documents behind each interval.
        trials: samples behind each p-value.
        seed: seed of the random numbers.
        baseline: the system that the others are compared with; None with one system.
        least: documents below which there is neither an interval nor a p-value.
    """

    samples: int
    trials: int
    seed: int
    baseline: str | None
    least: int


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
