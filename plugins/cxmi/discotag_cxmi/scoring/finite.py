"""From a model's values to scores of a line; values that are no numbers are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.core.errors import ComponentError
from discotag_cxmi.models import TargetScores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from discotag_cxmi.examples import Example
    from discotag_cxmi.scoring.tokenizing import Subwords

OWNER = "cxmi-scoring"


def check_finite(values: NDArray[Any], example: Example, model: str) -> None:
    """Refuse NaN and infinity; ComponentError names document and segment."""
    import numpy as np

    if not np.isfinite(values).all():
        raise ComponentError(
            OWNER,
            f"model {model}",
            f"segment {example.segment + 1}: it gave a value that is no number; if it runs in half"
            " precision, try --dtype float32, else its weights are broken",
            document=example.document,
        )


def target_scores(target: Subwords, values: NDArray[Any]) -> TargetScores:
    """Put a line's values (subwords, then its end) and the places of its subwords together."""
    numbers = [float(value) for value in values]
    return TargetScores(target.starts, target.ends, tuple(numbers[:-1]), numbers[-1])
