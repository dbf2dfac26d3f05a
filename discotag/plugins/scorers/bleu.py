"""sacreBLEU's BLEU, from counts that add up over documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict

from discotag.core.errors import UsageError
from discotag.core.roles import implements
from discotag.plugins.scorers.sacre import OfDocuments, SacreScorer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray
    from sacrebleu.metrics.base import Metric

    from discotag.core.interfaces import Context

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
class BleuScorer(SacreScorer):
    """BLEU with sacreBLEU's default smoothing (`exp`)."""

    width = WIDTH

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


@implements("scorer")
class DocumentBleuScorer(OfDocuments, BleuScorer):
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
