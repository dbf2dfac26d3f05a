"""Work that does not fit into memory, done again in halves."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LOG = logging.getLogger(__name__)
Item = TypeVar("Item")
Result = TypeVar("Result")


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether Python or torch ran out of memory (on a CPU torch says so in words alone)."""
    if isinstance(error, MemoryError):
        return True
    import torch

    if isinstance(error, torch.OutOfMemoryError):
        return True
    told = str(error).lower()
    return isinstance(error, RuntimeError) and (
        "out of memory" in told or "can't allocate memory" in told
    )


def in_halves(
    work: Callable[[Sequence[Item]], Sequence[Result]], items: Sequence[Item]
) -> list[Result]:
    """Do work on items, in order; what does not fit is split, down to single items.

    Raises:
        RuntimeError: a single item does not fit; or whatever else the work raises.
    """
    try:
        return list(work(items))
    except (RuntimeError, MemoryError) as error:
        if len(items) == 1 or not is_out_of_memory(error):
            raise
    free_memory()
    middle = len(items) // 2
    LOG.warning("out of memory with %d items; trying %d at once", len(items), middle)
    return [*in_halves(work, items[:middle]), *in_halves(work, items[middle:])]


def free_memory() -> None:
    """Give back what torch keeps of a GPU's memory for later."""
    import torch

    if torch.cuda.is_available():
        torch.cuda.empty_cache()
