"""Hidden states of many texts: batches of like length, in windows where they are long.

A text's states do not depend on the batch it is in beyond the last bits of a float: rows are
padded and masked. A batch that does not fit into memory is tried again in halves.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import numpy as np
import torch

from discotag_neural.aligners.subwords import Window, windows
from discotag_torch import free_memory, is_out_of_memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from discotag_neural.aligners.loading import Encoder

    Floats = NDArray[np.float32]
    Ids = tuple[int, ...]
    Row = tuple[Ids, Window]

LOG = logging.getLogger(__name__)
TOKENS_ON_CPU = 256
TOKENS_ON_GPU = 8192
"""Padded subwords of a batch. More fill a processor no better, and leave more padding."""


class TooLargeError(Exception):
    """A text that does not fit into memory even alone; `ids` are its subwords."""

    def __init__(self, ids: Ids) -> None:
        self.ids = ids
        super().__init__(f"{len(ids)} subwords do not fit into memory")


class NotFiniteError(Exception):
    """Hidden states that are not numbers."""


def encode(
    texts: Sequence[Ids], encoder: Encoder, *, batch_tokens: int | None = None
) -> list[Floats]:
    """Compute the hidden states of texts, each a tuple of subword ids, in order.

    Args:
        texts: without special tokens; the same text is computed once.
        encoder: what computes them.
        batch_tokens: padded subwords of a batch; None = 256 on a CPU, 8192 on a GPU.

    Returns:
        One array (subwords, width) per text.

    Raises:
        TooLargeError: a text does not fit into memory alone.
        NotFiniteError: the numbers ran over, as float16 may.
    """
    kept: dict[Ids, list[tuple[Window, Floats]]] = {text: [] for text in texts}
    rows = [(text, window) for text in kept for window in windows(len(text), encoder.positions)]
    rows.sort(key=lambda row: row[1].start - row[1].end)
    specials = len(encoder.prefix) + len(encoder.suffix)
    budget = batch_tokens or (TOKENS_ON_CPU if encoder.device.type == "cpu" else TOKENS_ON_GPU)
    first = 0
    while first < len(rows):
        longest = rows[first][1].end - rows[first][1].start + specials
        batch = rows[first : first + max(budget // longest, 1)]
        states = _states_or_none(batch, encoder)
        if states is None:
            if len(batch) == 1:
                raise TooLargeError(batch[0][0])
            budget = longest * (len(batch) // 2)
            LOG.warning("a batch of %d rows did not fit into memory; halved", len(batch))
            continue
        for (text, window), of_window in zip(batch, states, strict=True):
            kept[text].append((window, of_window))
        first += len(batch)
    return [_joined(kept[text]) for text in texts]


def _states_or_none(batch: Sequence[Row], encoder: Encoder) -> list[Floats] | None:
    """Compute what each row keeps; None where memory did not suffice, which is then freed."""
    try:
        return _states(batch, encoder)
    except (RuntimeError, MemoryError) as error:
        if not is_out_of_memory(error):
            raise
    free_memory()
    return None


def _states(batch: Sequence[Row], encoder: Encoder) -> list[Floats]:
    before = len(encoder.prefix)
    rows = [
        (*encoder.prefix, *text[window.start : window.end], *encoder.suffix)
        for text, window in batch
    ]
    ids = np.full((len(rows), max(map(len, rows))), encoder.padding, dtype=np.int64)
    mask = np.zeros_like(ids)
    for place, row in enumerate(rows):
        ids[place, : len(row)] = row
        mask[place, : len(row)] = 1
    with torch.inference_mode():
        states = encoder.forward(
            torch.from_numpy(ids).to(encoder.device), torch.from_numpy(mask).to(encoder.device)
        )
        computed: Floats = states.float().cpu().numpy()
    found = []
    for place, (_, window) in enumerate(batch):
        offset = before - window.start
        kept = computed[place, offset + window.kept_start : offset + window.kept_end].copy()
        if not np.isfinite(kept).all():
            raise NotFiniteError(f"{encoder.dtype} ran over: the model gave no numbers")
        found.append(kept)
    return found


def _joined(parts: list[tuple[Window, Floats]]) -> Floats:
    if not parts:
        return np.zeros((0, 0), dtype=np.float32)
    parts.sort(key=lambda part: part[0].start)
    return np.concatenate([states for _, states in parts]) if len(parts) > 1 else parts[0][1]
