"""Draws: what a scorer's main measure is when documents are drawn again, or systems exchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag._scoring.table import CountTable
    from discotag.core.scores import Row

BLOCK = 1000
"""Draws whose weights are held in memory at a time."""


class Draws(NamedTuple):
    """The main measure of some rows on every draw of documents.

    Args:
        bootstrap: (draws, systems, rows).
        swapped: difference to the baseline, systems exchanged by coin; (trials, systems - 1, rows).
        trials: how many of the draws stand behind p-values.
    """

    bootstrap: NDArray[np.float64]
    swapped: NDArray[np.float64]
    trials: int

    @classmethod
    def of(
        cls,
        tables: Sequence[CountTable],
        rows: Sequence[Row],
        *,
        samples: int,
        trials: int,
        seed: int,
    ) -> Draws:
        """Draw; every system sees the same draws."""
        import numpy as np

        counts = np.stack([table.array(rows) for table in tables], axis=1)
        documents, *shape = counts.shape
        flat = counts.reshape(documents, -1)
        away = (counts[:, :1] - counts[:, 1:]).reshape(documents, -1)
        ours, theirs = counts[:, 1:].sum(axis=0), counts[:, :1].sum(axis=0)
        measure = tables[0].bound.measures

        def measured(sums: NDArray[np.float64]) -> NDArray[np.float64]:
            values = next(iter(measure(sums.reshape(-1, sums.shape[-1])).values()))
            return values.reshape(sums.shape[:-1])

        random = np.random.default_rng(seed)
        draws = max(samples, trials) if len(tables) > 1 else samples
        bootstrap = [
            measured((drawn(random, size, documents) @ flat).reshape(size, *shape))
            for size in blocks(draws)
        ]
        random = np.random.default_rng(seed)
        swapped = []
        for size in blocks(trials if len(tables) > 1 else 0):
            coins = random.integers(2, size=(size, documents)).astype(np.float64)
            moved = (coins @ away).reshape(size, shape[0] - 1, *shape[1:])
            swapped.append(measured(ours + moved) - measured(theirs - moved))
        empty = np.zeros((0, shape[0] - 1, len(rows)))
        return cls(np.concatenate(bootstrap), np.concatenate([empty, *swapped]), trials)


def drawn(random: np.random.Generator, draws: int, documents: int) -> NDArray[np.float64]:
    """Draw as many documents as there are, with replacement: how often each was drawn."""
    import numpy as np

    chosen = random.integers(documents, size=(draws, documents))
    places = chosen + documents * np.arange(draws)[:, None]
    counts = np.bincount(places.ravel(), minlength=draws * documents)
    return counts.reshape(draws, documents).astype(np.float64)


def blocks(draws: int) -> Iterator[int]:
    """Split a number of draws into portions that fit into memory."""
    for begin in range(0, draws, BLOCK):
        yield min(BLOCK, draws - begin)
