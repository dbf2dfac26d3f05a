"""Batches by tokens: rows of like length together, results in order, nothing computed twice."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, TypeVar

from discotag.plugin import ComponentError, DiscotagError
from discotag_torch import is_out_of_memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import torch

    from discotag_cxmi.examples import Example
    from discotag_cxmi.models import TargetScores

OWNER = "cxmi-scoring"
LOG = logging.getLogger(__name__)
Item = TypeVar("Item")
STATES_PER_THREAD = 2**17
"""Values of states that a batch may hold on a CPU, for each of its threads."""
TOKENS_ON_GPU = 32768
LOGITS_ON_CPU = 2**26
LOGITS_ON_GPU = 2**30
"""Values of logits that a batch may hold at the most: tokens times vocabulary."""
LIKE, ENOUGH = 0.85, 0.25
"""Rows of a batch are at least this share of its longest, once it holds this share of its tokens:
filling rows up costs more than another batch, but tiny batches cost more still."""
POOL, POOL_ON_GPU = 4096, 16384
"""Lines, context counted, that are sorted together and kept together when they are done; a document
is parted only above eight times as many."""


def budget(device: torch.device, vocabulary: int, asked: int | None, *, width: int) -> int:
    """Return how many padded tokens a batch holds.

    Args:
        device: where the model runs.
        vocabulary: its size.
        asked: what the user wants; None = what suits the device.
        width: of its states; on a CPU the states of a batch should stay in each thread's cache.
    """
    if asked is not None:
        return asked
    import torch

    if device.type == "cpu":
        per_thread = min(max(STATES_PER_THREAD // width, 256), 1024)
        tokens, logits = per_thread * torch.get_num_threads(), LOGITS_ON_CPU
    else:
        tokens, logits = TOKENS_ON_GPU, LOGITS_ON_GPU
    return max(min(tokens, logits // vocabulary), 64)


def width_of(config: Any) -> int:
    """Return the width of a model's states; a usual one where its settings do not say."""
    return int(getattr(config.get_text_config(), "hidden_size", 512))


def in_pools(
    examples: Iterable[Example],
    work: Callable[[Sequence[Example]], Iterable[TargetScores]],
    model: str = "",
    *,
    lines: int | None = None,
) -> Iterator[TargetScores]:
    """Work on examples pool by pool; a pool ends where a document does.

    Args:
        examples: what to work on.
        work: gives the results of a pool, in order.
        model: for messages.
        lines: of a pool, context counted; None = what suits a CPU.

    Raises:
        ComponentError: whatever the model raised, with the documents it worked on.
    """
    pool: list[Example] = []
    most, size = lines or POOL, 0
    for example in examples:
        is_other = bool(pool) and example.document != pool[-1].document
        if size >= most and (is_other or size >= 8 * most):
            yield from _guarded(work, pool, model)
            pool, size = [], 0
        pool.append(example)
        size += 2 + len(example.source_context) + len(example.target_context)
    if pool:
        yield from _guarded(work, pool, model)


def _guarded(
    work: Callable[[Sequence[Example]], Iterable[TargetScores]],
    pool: Sequence[Example],
    model: str,
) -> list[TargetScores]:
    try:
        return list(work(pool))
    except DiscotagError:
        raise
    except Exception as error:
        first, last = pool[0].document, pool[-1].document
        where = repr(first) if first == last else f"{first!r} … {last!r}"
        cure = "; take a smaller --batch-tokens" if is_out_of_memory(error) else ""
        raise ComponentError(
            OWNER,
            f"model {model}",
            f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}"
            f" (while it scored the documents {where}){cure}",
        ) from error


def cut(items: Sequence[Item], size: Callable[[Item], int], tokens: int) -> Iterator[list[Item]]:
    """Cut items, longest first, into batches of at most so many padded tokens (at least one).

    A batch ends where items become much shorter than its longest, unless it is small still.
    """
    ordered = sorted(items, key=size, reverse=True)
    first = 0
    while first < len(ordered):
        longest = max(size(ordered[first]), 1)
        last = min(first + max(tokens // longest, 1), len(ordered))
        end = first + 1
        while end < last and (
            size(ordered[end]) >= LIKE * longest or (end - first) * longest < ENOUGH * tokens
        ):
            end += 1
        yield ordered[first:end]
        first = end


def padded(rows: Sequence[Sequence[int]], fill: int, device: torch.device) -> torch.Tensor:
    """Return rows as one tensor (rows, longest), filled up on the right."""
    import numpy as np
    import torch

    table = np.full((len(rows), max(map(len, rows))), fill, dtype=np.int64)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return torch.from_numpy(table).to(device)


def mask_of(rows: Sequence[Sequence[int]], device: torch.device) -> torch.Tensor:
    """Return the attention mask of padded rows."""
    import torch

    lengths = torch.tensor([len(row) for row in rows], device=device)
    longest = int(lengths.max())
    return (torch.arange(longest, device=device) < lengths[:, None]).long()
