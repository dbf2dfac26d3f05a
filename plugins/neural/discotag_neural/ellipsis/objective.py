"""What training strives for: the weighted loss, and F1 on the development set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from discotag_neural.ellipsis.examples import NONE, Level
from discotag_neural.ellipsis.features import IGNORED
from discotag_neural.ellipsis.measuring import SEGMENTS, SITES, figures

if TYPE_CHECKING:
    from collections.abc import Sequence


class Loss:
    """Cross-entropy, summed with a weight for what is elliptical, per labelled item.

    So one step over several batches is one over all of them.

    Args:
        none: index of the label `none`.
        weight: of all other labels.
    """

    def __init__(self, none: int, weight: float) -> None:
        self._none, self._weight = none, weight

    def __call__(
        self, outputs: Any, labels: torch.Tensor, num_items_in_batch: Any = None
    ) -> torch.Tensor:
        """Return the loss of a batch (nats per item of the whole step)."""
        logits = outputs["logits"].float().flatten(0, -2)
        golds = labels.flatten().to(logits.device)
        each = torch.nn.functional.cross_entropy(
            logits, golds, reduction="none", ignore_index=IGNORED
        )
        weights = torch.where(golds == self._none, 1.0, self._weight)
        items = (golds != IGNORED).sum() if num_items_in_batch is None else num_items_in_batch
        return (each * weights).sum() / items


class Metrics:
    """What an epoch is judged by: F1 of elliptical items on the development set."""

    def __init__(self, labels: Sequence[str], level: Level) -> None:
        self._labels, self._level = labels, level

    def __call__(self, predicted: Any) -> dict[str, float]:
        """Return F1 of the sites, or of the segments; 0 where it is undefined."""
        logits, golds = predicted.predictions, predicted.label_ids
        shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
        values = shifted / shifted.sum(axis=-1, keepdims=True)
        if self._level is Level.SEGMENT:
            values, golds = values[:, None], golds[:, None]
        pairs = [
            (
                said_labels(row[gold != IGNORED], self._labels),
                [self._labels[index] for index in gold[gold != IGNORED]],
            )
            for row, gold in zip(values, golds, strict=True)
        ]
        found = figures(pairs, self._level)
        row = found[SITES if self._level is Level.TOKEN else SEGMENTS]
        return {
            "precision": row.precision or 0.0,
            "recall": row.recall or 0.0,
            "f1": row.f1 or 0.0,
        }


def said_labels(values: Any, labels: Sequence[str]) -> list[str]:
    """Return the label of each row of probabilities: `none` where it is likelier than not."""
    none = list(labels).index(NONE)
    kinds = np.array(values, copy=True)
    kinds[:, none] = -1
    return [
        labels[kind] if row[none] <= 0.5 else NONE
        for row, kind in zip(values, kinds.argmax(axis=1), strict=True)
    ]
