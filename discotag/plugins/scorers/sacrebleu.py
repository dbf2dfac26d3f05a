"""BLEU and chrF of sacreBLEU, from statistics of segments that add up over documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, Self

import numpy as np
from pydantic import Field

from discotag.core.errors import UsageError
from discotag.core.interfaces import Scorer
from discotag.core.parsing import FrozenModel
from discotag.core.results import Row, Statistics

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray
    from sacrebleu.metrics.base import Metric

    from discotag.core.interfaces import Context
    from discotag.core.results import Comparison


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
        """Return sacreBLEU's signature; the number of references is in the run's."""
        level = "" if self._joint is None else "level:document|"
        return level + own_signature(self._metric)


class OfDocuments(SacreScorer):
    """The same with each document as one segment, so that no segmentation counts."""

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer; errors as those of the scorer of segments."""
        return cls(cls.metric(context), " " if context.target.writing.spaces else "")


class References:
    """The references of a document, read once for all systems, and what was found with them.

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


ORDER = 4
BLEU_WIDTH = 2 + 2 * ORDER + 1


class BleuOptions(FrozenModel):
    """Settings of the scorer.

    Args:
        tokenize: sacreBLEU's tokenizer; None takes the one that the target's pack names. Those that
            download a model are left out.
    """

    tokenize: Literal["none", "13a", "intl", "char", "zh", "ja-mecab", "ko-mecab"] | None = None


class BleuScorer(SacreScorer, Scorer):
    """BLEU with sacreBLEU's default smoothing (`exp`)."""

    width = BLEU_WIDTH

    @classmethod
    def metric(cls, context: Context) -> Metric:
        """Build the metric; UsageError if the tokenizer asked for lacks a package."""
        from sacrebleu.metrics.bleu import BLEU

        tokenizer = context.read_options(BleuOptions).tokenize or context.target.writing.bleu
        try:
            return BLEU(tokenize=tokenizer, force=True)
        except (ImportError, RuntimeError) as error:
            cure = f"pip install 'sacrebleu[{tokenizer[:2]}]'"
            told = f"bleu: the tokenizer {tokenizer} is not installed; try: {cure}"
            raise UsageError(told) from error

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute BLEU, 0-100; NaN without segments."""
        return {"bleu": bleu(counts)}


class DocumentBleuScorer(OfDocuments, BleuScorer, Scorer):
    """BLEU with each document as one segment."""


def bleu(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Compute BLEU (Papineni et al. 2002) from counts of shape (…, 11), smoothed as by mteval-v13a.

    Columns: length of hypothesis and reference, correct n-grams of order 1-4, all n-grams of order
    1-4, segments.
    """
    said, wanted = counts[..., 0], counts[..., 1]
    correct, total = counts[..., 2 : 2 + ORDER], counts[..., 2 + ORDER : 2 + 2 * ORDER]
    # the k-th order without a correct n-gram counts as 1 / 2^k of one
    halvings = np.cumsum((correct == 0) & (total > 0), axis=-1)
    smoothed = np.where(correct == 0, 0.5**halvings, correct)
    is_zero = (correct == 0).all(axis=-1) | (total == 0).any(axis=-1) | (said == 0)
    logs = np.log(smoothed / np.where(total == 0, 1.0, total)).mean(axis=-1)
    brevity = np.minimum(0.0, 1.0 - wanted / np.where(said == 0, 1.0, said))
    scores = np.where(is_zero, 0.0, 100.0 * np.exp(brevity + logs))
    return np.where(counts[..., -1] > 0, scores, np.nan)


ORDERS = 8
CHRF_WIDTH = 3 * ORDERS + 1
BETA_SQUARED = 4


class ChrfOptions(FrozenModel):
    """Settings of the scorer.

    Args:
        word_order: longest word n-gram that counts too; 0 is chrF, 2 is chrF++.
    """

    word_order: int = Field(default=0, ge=0, le=2)


class ChrfScorer(SacreScorer, Scorer):
    """chrF of character order 6 and beta 2."""

    width = CHRF_WIDTH

    @classmethod
    def metric(cls, context: Context) -> Metric:
        """Build the metric."""
        from sacrebleu.metrics.chrf import CHRF

        return CHRF(word_order=context.read_options(ChrfOptions).word_order)

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute chrF2, 0-100; NaN without segments."""
        return {"chrf": chrf(counts)}


class DocumentChrfScorer(OfDocuments, ChrfScorer, Scorer):
    """chrF with each document as one segment."""


def chrf(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Compute chrF2 (Popović 2015) from counts of shape (…, 25), averaged over orders that occur.

    Columns: for each of 6 character orders and up to 2 word orders the n-grams of the hypothesis,
    of the reference, and those shared; then the segments.
    """
    triples = counts[..., :-1].reshape(*counts.shape[:-1], ORDERS, 3)
    said, wanted, shared = (triples[..., column] for column in range(3))
    is_used = (said > 0) & (wanted > 0)
    orders = np.maximum(is_used.sum(axis=-1), 1)
    precision = (
        np.divide(shared, said, out=np.zeros_like(said), where=is_used).sum(axis=-1) / orders
    )
    recall = np.divide(shared, wanted, out=np.zeros_like(said), where=is_used).sum(axis=-1) / orders
    below = BETA_SQUARED * precision + recall
    scores = np.divide(
        100 * (1 + BETA_SQUARED) * precision * recall,
        below,
        out=np.zeros_like(below),
        where=below > 0,
    )
    return np.where(counts[..., -1] > 0, scores, np.nan)
