"""Corpus figures: CXMI in its three averages, with intervals from drawing documents again.

They answer different questions and have different values, so each is named:

* mean over segments of the segments' sums: the paper's definition, H(Y|X) − H(Y|X,C) (Fernandes et
  al. 2021, section 3.1);
* mean over subwords, ends included;
* mean over segments of each segment's mean over subwords: what the paper's code prints.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag_cxmi.resampling import Sums

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.plugin import Interval
    from discotag_cxmi.measure.records import SegmentRecord

AVERAGES = ("segment_mean", "token_mean", "mean_of_token_means")
ENTROPY = "cross_entropy"


@dataclass(frozen=True, slots=True)
class Average:
    """A value in nats; its interval is None where fewer than 10 documents stand behind it."""

    value: float
    interval: Interval | None

    def describe(self) -> dict[str, Any]:
        """Return it as plain data."""
        span = self.interval
        return {"value": self.value, "interval": None if span is None else [span.low, span.high]}


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
        self._sizes: dict[str, None] = {}
        self._sums: Sums[tuple[str, str]] = Sums()

    def add(self, record: SegmentRecord) -> None:
        """Count one segment."""
        tokens = len(record.subwords) + 1
        self.segments += 1
        self.subwords += len(record.subwords)
        gains = record.cxmi()
        for size, total in record.totals().items():
            gain = gains.get(size, 0.0)
            self._sizes[size] = None
            for name, value, count in (
                ("segment_mean", gain, 1),
                ("token_mean", gain, tokens),
                ("mean_of_token_means", gain / tokens, 1),
                (ENTROPY, -total, 1),
            ):
                self._sums.add(record.document, (size, name), value, count)

    @property
    def documents(self) -> int:
        """How many documents there are."""
        return self._sums.documents

    def figures(self, *, samples: int, seed: int) -> list[SizeFigures]:
        """Return the figures of each size, 0 included, whose gains are 0.

        Args:
            samples: draws of documents.
            seed: of the draws; all sizes share them.
        """
        rows = [(size, name) for size in self._sizes for name in AVERAGES]
        intervals = self._sums.intervals(rows, samples=samples, seed=seed)
        spans = dict(zip(rows, intervals, strict=True))

        def mean(size: str, name: str) -> float:
            return self._sums.mean((size, name)) or 0.0

        return [
            SizeFigures(
                size,
                {name: Average(mean(size, name), spans[size, name]) for name in AVERAGES},
                mean(size, ENTROPY),
            )
            for size in self._sizes
        ]


def mean_gain(gains: Iterable[tuple[str, float]], *, samples: int, seed: int) -> Average:
    """Return the mean of at least one (document, value) pair, with its interval over documents."""
    sums: Sums[str] = Sums()
    for document, value in gains:
        sums.add(document, "", value)
    [interval] = sums.intervals([""], samples=samples, seed=seed)
    return Average(sums.mean("") or 0.0, interval)
