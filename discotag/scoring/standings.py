"""Standings: all systems of a table ranked, every pair of them tested, in clusters.

The systems are compared on the same draws of documents. A difference divided by its standard error
over the draws is held against Student's t (Efron and Tibshirani 1993, *An Introduction to the
Bootstrap*, 12.4): a p counted from draws cannot fall below 1 / draws, so that with some dozens of
systems no pair would pass Holm's correction over all pairs. docs/scores.md shows how often it errs.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.core.errors import InputError
from discotag.scoring.inference import TIE, interval
from discotag.scoring.resampling import LEAST_DOCUMENTS, SAMPLES, SEED, blocks, drawn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.core.results import Interval, Row
    from discotag.scoring.table import BoundScorer, CountTable

    Matrix = NDArray[np.float64]

ALPHA = 0.05
"""Two systems are distinguished below this p, after Holm's correction."""
UNDEFINED = 0.01
"""Share of draws without a value, above which a system is not tested."""
TINY = 1e-12
"""Variances below this count as zero: the systems differ in nothing but rounding."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One system on a row.

    Args:
        system: its name.
        value: the main measure; None where it is undefined.
        interval: 95 % interval over documents; None where they are too few.
        support: reference tags for it (segments, for a whole-text scorer).
        documents: documents in which the row has any count.
        ranks: the first and the last rank that it may have: one more than the systems that are
            significantly better, and as many as are not significantly worse; None without a value.
        cluster: from 1, the best; all systems of a cluster are significantly better than all of
            the next; None without a value.
    """

    system: str
    value: float | None
    interval: Interval | None
    support: int
    documents: int
    ranks: tuple[int, int] | None
    cluster: int | None


@dataclass(frozen=True, slots=True)
class Standings:
    """All systems on a row.

    Args:
        row: phenomenon and label.
        systems: best first; those without a value last.
        differences: main measure of the system of a row less that of the column's, in the order of
            `systems`; NaN where one is undefined.
        p_values: after Holm's correction over all pairs, likewise; NaN where a pair was not tested.
    """

    row: Row
    systems: tuple[Standing, ...]
    differences: Matrix
    p_values: Matrix

    @property
    def clusters(self) -> int:
        """How many clusters there are."""
        return max((item.cluster or 0 for item in self.systems), default=0)


def standings(
    tables: Sequence[CountTable],
    rows: Sequence[Row] | None = None,
    *,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Iterator[Standings]:
    """Yield the standings of all systems, row by row.

    Args:
        tables: one per system, of one scorer, over the same documents.
        rows: those wanted; None = those without a label.
        samples: draws of documents.
        seed: of the draws; the intervals are those of `resample` with the same.

    Raises:
        InputError: the tables are not about the same documents.
    """
    import numpy as np

    if not tables:
        return
    first = tables[0]
    if any(table.documents != first.documents for table in tables):
        raise InputError(f"{first.bound.info.name}: not all systems have the same documents")
    if rows is None:
        rows = list(
            dict.fromkeys(row for table in tables for row in table.rows if row.label is None)
        )
    random = np.random.default_rng(seed)
    count = len(first.documents)
    weights = [drawn(random, size, count) for size in blocks(samples)] if count else []
    for row in rows:
        counts = np.stack([table.array([row])[:, 0] for table in tables], axis=1)
        yield _standings(first.bound, row, [table.system for table in tables], counts, weights)


def _standings(
    bound: BoundScorer,
    row: Row,
    systems: Sequence[str],
    counts: Matrix,
    weights: Sequence[Matrix],
) -> Standings:
    """Rank systems by counts of shape (documents, systems, columns)."""
    import numpy as np

    documents, many, columns = counts.shape
    totals = counts.sum(axis=0)
    values = _measured(bound, totals)
    is_present = np.asarray(counts.any(axis=2), dtype=np.float64)
    spread = np.tensordot(is_present, is_present, axes=(0, 0))
    own = np.diag(spread)
    union = own[:, None] + own[None, :] - spread
    flat = counts.reshape(documents, -1)
    draws = [
        _measured(bound, (part @ flat).reshape(-1, columns)).reshape(-1, many) for part in weights
    ]
    found = np.concatenate(draws) if draws else np.zeros((0, many))
    raw = _p_values(values, found, union)
    p_values = _holm(raw)
    better = values if bound.info.higher_is_better else -values
    order = np.argsort(np.where(np.isfinite(better), -better, np.inf), kind="stable")
    places = _ranked(better[order], p_values[np.ix_(order, order)])
    listed = tuple(
        Standing(
            system=systems[index],
            value=float(values[index]) if math.isfinite(values[index]) else None,
            interval=interval(found[:, index], int(own[index]))
            if own[index] >= LEAST_DOCUMENTS and math.isfinite(values[index])
            else None,
            support=round(float(totals[index, -1])),
            documents=int(own[index]),
            ranks=place and place[:2],
            cluster=place and place[2],
        )
        for index, place in zip(order.tolist(), places, strict=True)
    )
    differences = values[order][:, None] - values[order][None, :]
    return Standings(row, listed, differences, p_values[np.ix_(order, order)])


def _measured(bound: BoundScorer, counts: Matrix) -> Matrix:
    import numpy as np

    return np.asarray(next(iter(bound.measures(counts).values())), dtype=np.float64)


def _p_values(values: Matrix, draws: Matrix, documents: Matrix) -> Matrix:
    """Return two-sided p of each pair's difference; NaN where it cannot be tested."""
    import numpy as np

    many = len(values)
    p = np.full((many, many), np.nan)
    if len(draws) < 2:
        return p
    is_defined = np.isfinite(draws)
    able = np.isfinite(values) & ((~is_defined).mean(axis=0) <= UNDEFINED)
    able_pairs = able[:, None] & able[None, :] & (documents >= LEAST_DOCUMENTS)
    np.fill_diagonal(able_pairs, val=False)
    if not able_pairs.any():
        return p
    mean = np.where(able, np.nanmean(np.where(able, draws, 0.0), axis=0), 0.0)
    centred = np.where(is_defined & able, draws - mean, 0.0)
    covariance = centred.T @ centred / (len(draws) - 1)
    own = np.diag(covariance)
    variance = own[:, None] + own[None, :] - 2 * covariance
    # draws of n from n documents vary too little, by (n - 1) / n
    variance = variance * documents / np.maximum(documents - 1, 1)
    distance = np.abs(values[:, None] - values[None, :])
    scale = np.maximum(own[:, None] + own[None, :], TINY)
    is_flat = variance <= TINY * scale
    statistic = np.where(is_flat, 0.0, distance / np.sqrt(np.where(is_flat, 1.0, variance)))
    p[able_pairs] = two_sided(statistic[able_pairs], documents[able_pairs] - 1)
    # all documents say the same: as many coins fall on one side
    is_same = able_pairs & is_flat & (distance > TIE)
    p[is_same] = 2.0 ** (1 - documents[is_same])
    return p


def two_sided(statistic: Matrix, freedom: Matrix) -> Matrix:
    """Return the probability that Student's t is at least as far from 0.

    Wallace's approximation (1959, *Annals of Mathematical Statistics* 30), right to two digits from
    nine degrees of freedom on.

    Example:
        >>> import numpy as np
        >>> two_sided(np.array([2.262, 1.984]), np.array([9.0, 99.0])).round(3).tolist()
        [0.05, 0.05]
    """
    import numpy as np

    factor = (8 * freedom + 1) / (8 * freedom + 3)
    normal = factor * np.sqrt(freedom * np.log1p(statistic**2 / freedom))
    return np.array([math.erfc(value) for value in (normal / math.sqrt(2)).tolist()])


def _holm(p_values: Matrix) -> Matrix:
    """Correct a symmetric matrix of p-values for the number of its pairs."""
    import numpy as np

    above = np.triu_indices(len(p_values), 1)
    raw = p_values[above]
    tested = np.flatnonzero(np.isfinite(raw))
    order = tested[np.argsort(raw[tested], kind="stable")]
    stepped = np.minimum(raw[order] * np.arange(len(order), 0, -1), 1.0)
    corrected = np.full(len(raw), np.nan)
    corrected[order] = np.maximum.accumulate(stepped) if len(order) else stepped
    found = np.full(p_values.shape, np.nan)
    found[above] = corrected
    found.T[above] = corrected
    return found


def _ranked(values: Matrix, p_values: Matrix) -> list[tuple[int, int, int] | None]:
    """Return first rank, last rank and cluster of systems that are best first."""
    import numpy as np

    count = int(np.isfinite(values).sum())
    if not count:
        return [None] * len(values)
    is_apart = p_values[:count, :count] < ALPHA  # NaN: not tested, so not apart
    is_better = is_apart & (values[:count, None] > values[None, :count])
    first = 1 + is_better.sum(axis=0)
    last = count - is_better.sum(axis=1)
    later = np.triu(~is_apart, 1)
    reach = np.where(later.any(axis=1), count - 1 - np.argmax(later[:, ::-1], axis=1), 0)
    reach = np.maximum.accumulate(reach)
    clusters, cluster = [], 1
    for index in range(count):
        clusters.append(cluster)
        if reach[index] <= index:
            cluster += 1
    places = list(zip(first.tolist(), last.tolist(), clusters, strict=True))
    return [*places, *[None] * (len(values) - count)]
