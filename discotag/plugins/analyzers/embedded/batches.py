"""A stream in batches (`itertools.batched` came with Python 3.12)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


Item = TypeVar("Item")


def batches(stream: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Yield lists of `size` items, the last one shorter."""
    items = iter(stream)
    while batch := list(islice(items, size)):
        yield batch
