"""Precision, recall and F1 from counts of matched, hypothesis and reference words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MATCHED, HYPOTHESIS, SUPPORT = range(3)


def f_measures(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """Compute F1, precision and recall, 0-1, from counts of shape (…, 3).

    Columns: matched words, words of the hypothesis, words of the reference. All three measures are
    NaN where both totals are 0, and 0 where only one of them is.
    """
    matched, hypothesis, support = (counts[..., column] for column in range(3))
    return {
        "f1": _share(2 * matched, hypothesis + support),
        "precision": _share(matched, hypothesis, is_defined=support > 0),
        "recall": _share(matched, support, is_defined=hypothesis > 0),
    }


def _share(
    part: NDArray[np.float64],
    whole: NDArray[np.float64],
    *,
    is_defined: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    """Divide; where the whole is 0 the share is 0 if `is_defined`, else NaN."""
    empty = np.full(np.shape(whole), np.nan)
    if is_defined is not None:
        empty[is_defined] = 0.0
    np.divide(part, whole, out=empty, where=whole > 0)
    return empty
