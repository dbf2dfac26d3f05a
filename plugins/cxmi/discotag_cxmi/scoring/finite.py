"""From ids to scores of a line: what cannot be true is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import ComponentError, PluginError
from discotag_cxmi.models import TargetScores
from discotag_cxmi.scoring.batching import OWNER

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from discotag_cxmi.examples import Example
    from discotag_cxmi.scoring.tokenizing import Subwords


def check_finite(values: NDArray[Any], example: Example, model: str) -> None:
    """Refuse NaN and infinity; ComponentError names document and segment."""
    import numpy as np

    if not np.isfinite(values).all():
        raise no_number(example, model)


def no_number(example: Example, model: str) -> ComponentError:
    """Return the error for a value of a model that is not a number."""
    return ComponentError(
        OWNER,
        f"model {model}",
        f"{example.number}: it gave a value that is no number; if it runs in half"
        " precision, try --dtype float32, else its weights are broken",
        document=example.document,
    )


def check_vocabulary(largest: int, layer: Any, name: str) -> None:
    """Refuse ids that a layer over the vocabulary has no vector for; PluginError."""
    rows = layer.weight.shape[0]
    if largest >= rows:
        raise PluginError(
            f"{name}: the tokenizer gives subword {largest}, but the model knows only {rows};"
            " tokenizer and weights are not of the same model, or tokens were added without"
            " model.resize_token_embeddings"
        )


def target_scores(target: Subwords, values: NDArray[Any]) -> TargetScores:
    """Join a line's values (subwords, then its end) with the places of its subwords."""
    numbers = [float(value) for value in values]
    return TargetScores(target.starts, target.ends, tuple(numbers[:-1]), numbers[-1])
