"""Features: examples as numbers, for training."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag_neural.ellipsis.examples import Level
from discotag_neural.ellipsis.windows import windows

if TYPE_CHECKING:
    from collections.abc import Sequence

    import torch

    from discotag_neural.ellipsis.examples import Example

IGNORED = -100
"""The label of what has none: later pieces of words, special tokens, padding."""
Feature = dict[str, Any]


def features_of(
    examples: Sequence[Example], tokenizer: Any, labels: Sequence[str], level: Level, length: int
) -> list[Feature]:
    """Return the windows of the examples; a long segment is classified by each of its windows."""
    index = {label: place for place, label in enumerate(labels)}
    given = [example.words if level is Level.TOKEN else (example.text,) for example in examples]
    features: list[Feature] = []
    for window in windows(tokenizer, given, level, length):
        golds = [index[label] for label in examples[window.segment].golds(level)]
        if level is Level.SEGMENT:
            features.append({"input_ids": list(window.ids), "labels": golds[0]})
            continue
        row = [IGNORED] * len(window.ids)
        for place, word in window.places.items():
            row[place] = golds[word]
        features.append({"input_ids": list(window.ids), "labels": row})
    return features


@dataclass(frozen=True, slots=True)
class Collator:
    """Pads features to a batch.

    Args:
        tokenizer: a fast one.
        level: what has labels.
    """

    tokenizer: Any
    level: Level

    def __call__(self, features: Sequence[Feature]) -> dict[str, torch.Tensor]:
        """Return ids, mask and labels of equal length."""
        import torch

        batch = self.tokenizer.pad(
            {"input_ids": [feature["input_ids"] for feature in features]}, return_tensors="pt"
        )
        width = batch["input_ids"].shape[1]
        labels = [feature["labels"] for feature in features]
        if self.level is Level.TOKEN:
            is_left = getattr(self.tokenizer, "padding_side", "right") == "left"
            labels = [_padded(row, width, is_left=is_left) for row in labels]
        return {**batch, "labels": torch.tensor(labels)}


def _padded(row: list[int], width: int, *, is_left: bool) -> list[int]:
    filler = [IGNORED] * (width - len(row))
    return filler + row if is_left else row + filler
