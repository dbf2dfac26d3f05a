"""What all encoders of Transformers have in common: how long a row may be."""

from __future__ import annotations

from typing import Any

from torch import nn

PLAIN_WINDOW = 512
"""Positions taken where neither the model nor its tokenizer says how many it has."""
UNSET = 10**6
"""A tokenizer's length above this means "not said"."""


def position_count(model: nn.Module, config: Any, tokenizer: Any) -> int:
    """Return the most tokens of a row, special ones counted.

    RoBERTa and its kin count positions from behind the padding's id.
    """
    said = getattr(config, "max_position_embeddings", None) or PLAIN_WINDOW
    for name, module in model.named_modules():
        if name.endswith("position_embeddings") and isinstance(module, nn.Embedding):
            first = 0 if module.padding_idx is None else module.padding_idx + 1
            said = module.num_embeddings - first
    own = tokenizer.model_max_length
    return int(min(said, own) if own < UNSET else said)
