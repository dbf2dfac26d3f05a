"""Draws: what a scorer's main measure is when documents are drawn again, or systems exchanged."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.core.results import Row
    from discotag.scoring.table import CountTable

BLOCK = 1000
"""Draws whose weights are held in memory at a time, at most."""
WEIGHTS = 5_000_000
"""Weights (draws times documents) that are held in memory at a time: 40 MB."""
DENSE = 4
"""A row is summed over all documents where at least one in so many holds it."""


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

        documents = len(tables[0].documents)
        cells = [_cells(tables, row) for row in _by_row(tables, rows)]
        counts = Sums(documents, cells)
        away = Sums(documents, [(at, of[:, :1] - of[:, 1:]) for at, of in cells])
        totals = np.stack([of.sum(axis=0) for _, of in cells], axis=1)
        ours, theirs = totals[1:], totals[:1]
        measure = tables[0].bound.measures

        def measured(sums: NDArray[np.float64]) -> NDArray[np.float64]:
            values = next(iter(measure(sums.reshape(-1, sums.shape[-1])).values()))
            return values.reshape(sums.shape[:-1])

        random = np.random.default_rng(seed)
        draws = max(samples, trials) if len(tables) > 1 else samples
        bootstrap = [
            measured(counts.of(drawn(random, size, documents))) for size in blocks(draws, documents)
        ]
        random = np.random.default_rng(seed)
        swapped = []
        for size in blocks(trials if len(tables) > 1 else 0, documents):
            coins = random.integers(2, size=(size, documents)).astype(np.float64)
            moved = away.of(coins)
            swapped.append(measured(ours + moved) - measured(theirs - moved))
        empty = np.zeros((0, len(tables) - 1, len(rows)))
        return cls(np.concatenate(bootstrap), np.concatenate([empty, *swapped]), trials)


class Sums:
    """Sums of rows over weighted documents, of a rare row over the documents that hold it.

    Args:
        documents: how many there are.
        rows: for each row the places of documents, in order, and of each its counts; (systems,
            columns).
    """

    def __init__(
        self, documents: int, rows: Sequence[tuple[NDArray[np.intp], NDArray[np.float64]]]
    ) -> None:
        import numpy as np

        self._count, self._shape = len(rows), rows[0][1].shape[1:]
        self._dense = [place for place, (at, _) in enumerate(rows) if len(at) * DENSE >= documents]
        table = np.zeros((documents, *self._shape[:1], len(self._dense), *self._shape[1:]))
        for column, place in enumerate(self._dense):
            at, counts = rows[place]
            table[at, :, column] = counts
        self._table = table.reshape(documents, -1)
        among = frozenset(self._dense)
        self._rare = [(place, *row) for place, row in enumerate(rows) if place not in among]

    def of(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the sums for some weights, a row of them for each draw.

        Shape: (draws, systems, rows, columns).
        """
        import numpy as np

        draws, (systems, columns) = len(weights), self._shape
        sums = np.empty((draws, systems, self._count, columns))
        sums[:, :, self._dense] = (weights @ self._table).reshape(
            draws, systems, len(self._dense), columns
        )
        by_document = np.ascontiguousarray(weights.T) if self._rare else weights
        for place, at, counts in self._rare:
            found = counts.reshape(len(at), -1).T @ by_document.take(at, axis=0)
            sums[:, :, place] = found.T.reshape(draws, systems, columns)
        return sums


Held = list[dict[int, tuple[float, ...]]]
"""Of each system: document → counts."""


def _by_row(tables: Sequence[CountTable], rows: Sequence[Row]) -> list[Held]:
    """Return for each row which documents hold it, and their counts, by system."""
    held: dict[Row, Held] = {row: [{} for _ in tables] for row in rows}
    for system, table in enumerate(tables):
        for document, counts in enumerate(table.counts):
            for row, columns in counts.items():
                if row in held:
                    held[row][system][document] = columns
    return list(held.values())


def _cells(
    tables: Sequence[CountTable], held: Held
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return the documents that hold a row in any system, and its counts in each."""
    import numpy as np

    at = np.array(sorted(set().union(*held)), dtype=np.intp)
    counts = np.zeros((len(at), len(tables), len(tables[0].bound.info.columns)))
    for system, of_system in enumerate(held):
        if of_system:
            places = np.searchsorted(at, np.fromiter(of_system, np.intp, len(of_system)))
            counts[places, system] = list(of_system.values())
    return at, counts


def drawn(random: np.random.Generator, draws: int, documents: int) -> NDArray[np.float64]:
    """Draw as many documents as there are, with replacement: how often each was drawn."""
    import numpy as np

    places = random.integers(documents, size=(draws, documents))
    places += documents * np.arange(draws)[:, None]
    counts = np.bincount(places.ravel(), minlength=draws * documents)
    del places
    return counts.reshape(draws, documents).astype(np.float64)


def blocks(draws: int, documents: int = 1) -> Iterator[int]:
    """Split a number of draws of so many documents into portions that fit into memory."""
    step = min(BLOCK, max(1, WEIGHTS // max(1, documents)))
    for begin in range(0, draws, step):
        yield min(step, draws - begin)
