"""What all models of Transformers have in common: quiet loading, and how long a row may be."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from torch import nn
from transformers.utils import logging as transformers_logging

if TYPE_CHECKING:
    from collections.abc import Iterator

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


@contextmanager
def quiet() -> Iterator[None]:
    """Silence the bars and reports of Transformers for a while."""
    level = transformers_logging.get_verbosity()
    had_bars = transformers_logging.is_progress_bar_enabled()
    transformers_logging.set_verbosity(logging.ERROR)
    transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        yield
    finally:
        transformers_logging.set_verbosity(level)
        if had_bars:
            transformers_logging.enable_progress_bar()  # type: ignore[no-untyped-call]
