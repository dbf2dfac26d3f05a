"""sacreBLEU's chrF, from counts that add up over documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from discotag.core.roles import implements
from discotag.plugins.scorers.sacre import document_statistics, own_signature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray
    from sacrebleu.metrics.chrf import CHRF

    from discotag.core.interfaces import Context
    from discotag.core.scores import Comparison, Statistics

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
class ChrfScorer:
    """Scores whole texts, 0-100; `Row()` is its only row, its support the number of segments."""

    def __init__(self, metric: CHRF) -> None:
        """Use a metric of character order 6 and beta 2."""
        self._metric = metric
        self._joint: str | None = None

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer."""
        from sacrebleu.metrics.chrf import CHRF

        return cls(CHRF(word_order=context.read_options(ChrfOptions).word_order))

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count the n-grams of hypothesis and reference and those they share."""
        for comparison in comparisons:
            yield document_statistics(self._metric, comparison, WIDTH, joint=self._joint)

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute chrF2, 0-100; NaN without segments."""
        return {"chrf": chrf(counts)}

    def signature(self) -> str:
        """Return sacreBLEU's signature; the number of references stands in the run's."""
        return own_signature(self._metric)


class DocumentChrfScorer(ChrfScorer):
    """The same with each document as one segment, so that no segmentation counts."""

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer; errors as those of `chrf`."""
        scorer = super().create(context)
        scorer._joint = " " if context.target.writing.spaces else ""
        return scorer

    def signature(self) -> str:
        """Return sacreBLEU's signature, and that a segment is a document."""
        return f"level:document|{super().signature()}"


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
