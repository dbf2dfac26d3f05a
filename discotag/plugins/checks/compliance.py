"""Compliance: how many segments that address somebody do so as was asked for; no reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from discotag.core.errors import UsageError
from discotag.core.interfaces import Scorer
from discotag.core.results import Row, Statistics
from discotag.plugins.checks.expectations import ExpectationOptions, Expectations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from discotag.core.interfaces import Context
    from discotag.core.results import Comparison


class ComplianceScorer(Scorer):
    """Counts segments with words of address, and those that have the expected one."""

    def __init__(self, expectations: Expectations) -> None:
        self._expectations = expectations

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer; UsageError if nothing is expected."""
        options = context.read_options(ExpectationOptions)
        expectations = Expectations.of(options, context.source, context.target)
        if not expectations:
            raise UsageError("the scorer address needs --expect or --expect-file")
        return cls(expectations)

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count each text; references are not looked at."""
        for comparison in comparisons:
            judged = list(self._expectations.judged(comparison.hypothesis))
            right = sum(not item.others for item in judged)
            counts = {Row(): (float(right), float(len(judged)))} if judged else {}
            yield Statistics(comparison.hypothesis.document.id, counts)

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute, 0-1, the share of segments with the expected address."""
        shares = np.full(np.shape(counts[..., 1]), np.nan)
        np.divide(counts[..., 0], counts[..., 1], out=shares, where=counts[..., 1] > 0)
        return {"compliance": shares}

    def signature(self) -> str:
        """Return what is expected: ranks of levels, 0 for the most familiar."""
        return self._expectations.told
