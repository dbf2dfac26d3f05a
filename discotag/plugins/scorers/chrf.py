"""sacreBLEU's chrF, from counts that add up over documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from discotag.core.roles import implements
from discotag.plugins.scorers.sacre import OfDocuments, SacreScorer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray
    from sacrebleu.metrics.base import Metric

    from discotag.core.interfaces import Context

ORDERS = 8
WIDTH = 3 * ORDERS + 1
BETA_SQUARED = 4


class ChrfOptions(BaseModel):
    """Settings of the scorer.

    Args:
        word_order: longest word n-gram that counts too; 0 is chrF, 2 is chrF++.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    word_order: int = Field(default=0, ge=0, le=2)


@implements("scorer")
class ChrfScorer(SacreScorer):
    """chrF of character order 6 and beta 2."""

    width = WIDTH

    @classmethod
    def metric(cls, context: Context) -> Metric:
        """Build the metric."""
        from sacrebleu.metrics.chrf import CHRF

        return CHRF(word_order=context.read_options(ChrfOptions).word_order)

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute chrF2, 0-100; NaN without segments."""
        return {"chrf": chrf(counts)}


@implements("scorer")
class DocumentChrfScorer(OfDocuments, ChrfScorer):
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
