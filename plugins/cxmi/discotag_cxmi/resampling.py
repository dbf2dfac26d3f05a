"""Intervals of ratios of sums, such as means and shares, when documents are drawn again.

The same rule as for scores (docs/scores.md): documents are drawn with replacement, the interval is
the expanded percentile interval, and below ten documents there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from discotag.plugin.statistics import LEAST_DOCUMENTS, SAMPLES, SEED, interval

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.plugin import Interval

Key = TypeVar("Key", bound="Hashable")
VALUES = 4_000_000
"""Weights, or values drawn, that are held in memory at a time."""


class Sums(Generic[Key]):
    """Sums and counts per document and row, from which means and their intervals follow.

    A row is whatever a mean is wanted of; a document without the row adds nothing to it.
    """

    def __init__(self) -> None:
        self._places: dict[Hashable, int] = {}
        self._rows: dict[Key, dict[int, list[float]]] = {}

    @property
    def documents(self) -> int:
        """How many documents were seen."""
        return len(self._places)

    def see(self, document: Hashable) -> None:
        """Count a document, even if it has no value in any row: it can be drawn, too."""
        self._places.setdefault(document, len(self._places))

    def add(self, document: Hashable, row: Key, value: float, count: float = 1) -> None:
        """Add a value to a row of a document."""
        self.see(document)
        cell = self._rows.setdefault(row, {}).setdefault(self._places[document], [0.0, 0.0])
        cell[0] += value
        cell[1] += count

    def subtract(self, row: Key, whole: Key, part: Key) -> None:
        """Make a row of what a part leaves of a whole, document by document."""
        cells = self._rows.setdefault(row, {})
        parts = self._rows.get(part, {})
        for document, (value, count) in self._rows.get(whole, {}).items():
            less = parts.get(document, (0.0, 0.0))
            if count > less[1]:
                cells[document] = [value - less[0], count - less[1]]

    def rows(self) -> tuple[Key, ...]:
        """Return the rows in the order in which they were met."""
        return tuple(self._rows)

    def count(self, row: Key) -> float:
        """Return a row's count over all documents; 0 for one that was never met."""
        return sum(count for _, count in self._rows.get(row, {}).values())

    def spread(self, row: Key) -> int:
        """Count the documents in which a row has a count."""
        return sum(count > 0 for _, count in self._rows.get(row, {}).values())

    def mean(self, row: Key) -> float | None:
        """Return the sum of a row divided by its count; None where there is no count."""
        cells = self._rows.get(row, {}).values()
        count = sum(count for _, count in cells)
        return sum(value for value, _ in cells) / count if count else None

    def intervals(
        self, rows: Sequence[Key], *, samples: int = SAMPLES, seed: int = SEED
    ) -> list[Interval | None]:
        """Return the 95 % interval of each row's mean.

        None where it is in too few documents.
        """
        enough = [row for row in rows if self.spread(row) >= LEAST_DOCUMENTS]
        found: dict[Key, Interval | None] = {}
        step = max(VALUES // max(samples, self.documents, 1), 1)
        for first in range(0, len(enough), step):
            chunk = enough[first : first + step]
            drawn = self.drawn(chunk, samples=samples, seed=seed)
            for place, row in enumerate(chunk):
                found[row] = interval(drawn[:, place], self.spread(row))
        return [found.get(row) for row in rows]

    def differences(
        self, pairs: Sequence[tuple[Key, Key]], *, samples: int = SAMPLES, seed: int = SEED
    ) -> list[Interval | None]:
        """Return the 95 % interval of how much larger the first row's mean is, for each pair.

        Both means are taken from the same draws. None where either is in too few documents.
        """
        least = [min(self.spread(row), self.spread(other)) for row, other in pairs]
        enough = [place for place, spread in enumerate(least) if spread >= LEAST_DOCUMENTS]
        found: list[Interval | None] = [None] * len(pairs)
        step = max(VALUES // max(samples, self.documents, 1) // 2, 1)
        for first in range(0, len(enough), step):
            chunk = enough[first : first + step]
            rows = [row for place in chunk for row in pairs[place]]
            drawn = self.drawn(rows, samples=samples, seed=seed)
            for column, place in enumerate(chunk):
                less = drawn[:, 2 * column] - drawn[:, 2 * column + 1]
                found[place] = interval(less, least[place])
        return found

    def drawn(self, rows: Sequence[Key], *, samples: int, seed: int) -> NDArray[np.float64]:
        """Return the mean of each row on each draw of documents: (samples, rows), NaN if undefined.

        The draws depend on the seed and the number of documents alone.
        """
        import numpy as np

        tops = np.zeros((self.documents, len(rows)))
        bottoms = np.zeros_like(tops)
        for place, row in enumerate(rows):
            for document, (value, count) in self._rows.get(row, {}).items():
                tops[document, place], bottoms[document, place] = value, count
        random = np.random.default_rng(seed)
        parts = []
        for size in _blocks(samples, max(VALUES // max(self.documents, 1), 1)):
            chosen = random.integers(self.documents, size=(size, self.documents))
            places = chosen + self.documents * np.arange(size)[:, None]
            weights = np.bincount(places.ravel(), minlength=size * self.documents)
            drawn = weights.reshape(size, self.documents).astype(np.float64)
            below = drawn @ bottoms
            parts.append(
                np.divide(drawn @ tops, below, out=np.full_like(below, np.nan), where=below > 0)
            )
        return np.concatenate(parts)


def _blocks(total: int, step: int) -> Iterator[int]:
    for first in range(0, total, step):
        yield min(step, total - first)
