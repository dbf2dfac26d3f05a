"""Corpus figures: CXMI in its three averages, with intervals from drawing documents again.

They answer different questions and have different values, so each is named:

* mean over segments of the segments' sums: the paper's definition, H(Y|X) − H(Y|X,C) (Fernandes et
  al. 2021, section 3.1);
* mean over subwords, ends included;
* mean over segments of each segment's mean over subwords: what the paper's code prints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.scoring.inference import interval
from discotag.scoring.resampling import LEAST_DOCUMENTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy as np
    from numpy.typing import NDArray

    from discotag.core.scores import Interval
    from discotag_cxmi.measure.records import SegmentRecord

AVERAGES = ("segment_mean", "token_mean", "mean_of_token_means")
BLOCK = 200
"""Draws held in memory at a time."""


@dataclass(frozen=True, slots=True)
class Average:
    """A value in nats; its interval is None where fewer than 10 documents stand behind it."""

    value: float
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class SizeFigures:
    """The figures of one size.

    Args:
        size: its name.
        averages: name (`AVERAGES`) → CXMI.
        cross_entropy: mean over segments of −log q(target | source, context), in nats.
    """

    size: str
    averages: dict[str, Average]
    cross_entropy: float


class Totals:
    """Adds segments up by document; memory grows with documents, not with segments."""

    def __init__(self) -> None:
        self.segments = self.subwords = 0
        self._documents: dict[str, list[float]] = {}
        self._sizes: dict[str, dict[str, list[float]]] = {}

    def add(self, record: SegmentRecord) -> None:
        """Count one segment."""
        tokens = len(record.subwords) + 1
        self.segments += 1
        self.subwords += len(record.subwords)
        shares = self._documents.setdefault(record.document, [0.0, 0.0])
        shares[0] += 1
        shares[1] += tokens
        gains = record.cxmi()
        for size, total in record.totals().items():
            gain = gains.get(size, 0.0)
            sums = self._sizes.setdefault(size, {}).setdefault(record.document, [0.0, 0.0, 0.0])
            for place, value in enumerate((gain, gain / tokens, -total)):
                sums[place] += value

    @property
    def documents(self) -> int:
        """How many documents there are."""
        return len(self._documents)

    def figures(self, *, samples: int, seed: int) -> list[SizeFigures]:
        """Give the figures of each size, 0 included, whose gains are 0.

        Args:
            samples: draws of documents.
            seed: of the draws; all sizes share them.
        """
        import numpy as np

        names = list(self._documents)
        shares = np.array(list(self._documents.values()))
        table = np.concatenate(
            [
                shares,
                *(np.array([found[name] for name in names]) for found in self._sizes.values()),
            ],
            axis=1,
        )
        drawn = redrawn(table, samples=samples, seed=seed)
        found = []
        for place, size in enumerate(self._sizes):
            first = 2 + 3 * place
            columns = {"segment_mean": (first, 0), "token_mean": (first, 1)}
            columns["mean_of_token_means"] = (first + 1, 0)
            averages = {name: ratio(table, drawn, *pair) for name, pair in columns.items()}
            entropy = float(table[:, first + 2].sum() / shares[:, 0].sum())
            found.append(SizeFigures(size, averages, entropy))
        return found


def redrawn(table: NDArray[np.float64], *, samples: int, seed: int) -> NDArray[np.float64] | None:
    """Draw documents with replacement, as many as there are.

    Args:
        table: (documents, columns), sums of each document.
        samples: how many draws.
        seed: of the draws.

    Returns:
        (samples, columns), the sums of each draw; None below 10 documents.
    """
    import numpy as np

    documents = len(table)
    if documents < LEAST_DOCUMENTS:
        return None
    random = np.random.default_rng(seed)
    chances = np.full(documents, 1 / documents)
    blocks = [min(BLOCK, samples - first) for first in range(0, samples, BLOCK)]
    return np.concatenate(
        [random.multinomial(documents, chances, size=size) @ table for size in blocks]
    )


def ratio(
    table: NDArray[np.float64], drawn: NDArray[np.float64] | None, above: int, below: int
) -> Average:
    """Give the sum of one column by that of another, with its interval over the draws."""
    value = float(table[:, above].sum() / table[:, below].sum())
    if drawn is None:
        return Average(value, None)
    return Average(value, interval(drawn[:, above] / drawn[:, below], len(table)))


def mean_gain(gains: Iterable[tuple[str, float]], *, samples: int, seed: int) -> Average:
    """Give the mean of (document, value) pairs, with its interval over documents."""
    import numpy as np

    sums: dict[str, list[float]] = {}
    for document, value in gains:
        found = sums.setdefault(document, [0.0, 0.0])
        found[0] += value
        found[1] += 1
    table = np.array(list(sums.values()))
    return ratio(table, redrawn(table, samples=samples, seed=seed), 0, 1)
