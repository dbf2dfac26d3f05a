"""sacreBLEU's BLEU, from counts that add up over documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

import numpy as np
from pydantic import BaseModel, ConfigDict

from discotag.core.errors import UsageError
from discotag.core.roles import implements
from discotag.plugins.scorers.sacre import document_statistics, own_signature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray
    from sacrebleu.metrics.bleu import BLEU

    from discotag.core.interfaces import Context
    from discotag.core.scores import Comparison, Statistics

ORDER = 4
WIDTH = 2 + 2 * ORDER + 1


class BleuOptions(BaseModel):
    """Settings of the scorer.

    Args:
        tokenize: sacreBLEU's tokenizer; None takes the one that the target's pack names. Those that
            download a model are left out.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    tokenize: Literal["none", "13a", "intl", "char", "zh", "ja-mecab", "ko-mecab"] | None = None


@implements("scorer")
class BleuScorer:
    """Scores whole texts, 0-100; `Row()` is its only row, its support the number of segments."""

    def __init__(self, metric: BLEU) -> None:
        """Use a metric with sacreBLEU's default smoothing (`exp`)."""
        self._metric = metric
        self._joint: str | None = None

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer; UsageError if the tokenizer asked for lacks a package."""
        from sacrebleu.metrics.bleu import BLEU

        tokenizer = context.read_options(BleuOptions).tokenize or context.target.writing.bleu
        try:
            return cls(BLEU(tokenize=tokenizer, force=True))
        except (ImportError, RuntimeError) as error:
            cure = f"pip install 'sacrebleu[{tokenizer[:2]}]'"
            told = f"bleu: the tokenizer {tokenizer} is not installed; try: {cure}"
            raise UsageError(told) from error

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count lengths, correct and all n-grams of each document."""
        for comparison in comparisons:
            yield document_statistics(self._metric, comparison, WIDTH, joint=self._joint)

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute BLEU, 0-100; NaN without segments."""
        return {"bleu": bleu(counts)}

    def signature(self) -> str:
        """Return sacreBLEU's signature; the number of references stands in the run's."""
        return own_signature(self._metric)


class DocumentBleuScorer(BleuScorer):
    """The same with each document as one segment, so that no segmentation counts."""

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer; errors as those of `bleu`."""
        scorer = super().create(context)
        scorer._joint = " " if context.target.writing.spaces else ""
        return scorer

    def signature(self) -> str:
        """Return sacreBLEU's signature, and that a segment is a document."""
        return f"level:document|{super().signature()}"


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
