"""Inference: intervals and p-values from draws, and Holm's correction for being several."""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist
from typing import TYPE_CHECKING

from discotag.core.results import Interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.core.results import Difference


LEVEL = 0.95
TIE = 1e-12
"""Differences closer than this are equal: sums in another order round differently."""


def interval(values: NDArray[np.float64], documents: int) -> Interval | None:
    """Return the expanded percentile interval of draws; None where no draw is defined."""
    import numpy as np

    defined = values[np.isfinite(values)]
    if not defined.size:
        return None
    tail = tail_share(documents)
    low, high = np.quantile(defined, (tail, 1 - tail))
    return Interval(float(low), float(high))


def tail_share(documents: int, level: float = LEVEL) -> float:
    """Return the share to cut off on each side of a bootstrap distribution over few documents.

    The plain percentile interval is too narrow by sqrt((n - 1) / n) and by using the normal in
    place of Student's quantile; the expanded percentile interval (Hesterberg 2015, What Teachers
    Should Know About the Bootstrap) cuts off less.

    Example:
        >>> round(tail_share(10), 4), round(tail_share(10**6), 4)
        (0.0086, 0.025)
    """
    freedom = documents - 1
    return NormalDist().cdf(-student(freedom, level) * (documents / freedom) ** 0.5)


def student(freedom: int, level: float = LEVEL) -> float:
    """Return Student's t with (1 - level) / 2 beyond it, by degrees of freedom.

    Abramowitz and Stegun's expansion 26.7.5, right to three decimals from nine degrees on.

    Example:
        >>> round(student(9), 3), round(student(99), 3)
        (2.262, 1.984)
    """
    z = NormalDist().inv_cdf((1 + level) / 2)
    correction: float = sum(
        polynomial / freedom**order
        for order, polynomial in enumerate(
            (
                (z**3 + z) / 4,
                (5 * z**5 + 16 * z**3 + 3 * z) / 96,
                (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
            ),
            1,
        )
    )
    return z + correction


def p_value(null: NDArray[np.float64], real: float) -> float:
    """Return (c + 1) / (n + 1), c = draws under the null at least as far from 0 as the real value.

    A draw on which the measure is undefined counts against significance.
    """
    import numpy as np

    extreme = ~(np.abs(null) < abs(real) - TIE)
    return (int(extreme.sum()) + 1) / (len(null) + 1)


def corrected(differences: Sequence[Difference]) -> list[Difference]:
    """Correct the p-values of each family: the phenomena, and the labels of each phenomenon."""
    families: dict[str | None, list[int]] = {}
    for index, item in enumerate(differences):
        if item.p_randomization is not None:
            family = item.row.phenomenon if item.row.label is not None else None
            key = family if item.row.phenomenon is not None else ""
            families.setdefault(key, []).append(index)
    found = list(differences)
    for members in families.values():
        values = holm([differences[index].p_randomization or 0.0 for index in members])
        for index, p in zip(members, values, strict=True):
            found[index] = replace(differences[index], p_holm=p)
    return found


def holm(p_values: Sequence[float]) -> list[float]:
    """Correct p-values for being several (Holm 1979); none falls below a smaller one's.

    Example:
        >>> holm([0.01, 0.5, 0.03])
        [0.03, 0.5, 0.06]
    """
    corrected = [0.0] * len(p_values)
    least = 0.0
    order = sorted(range(len(p_values)), key=lambda index: p_values[index])
    for rank, index in enumerate(order):
        least = max(least, min(1.0, p_values[index] * (len(p_values) - rank)))
        corrected[index] = least
    return corrected


def wilson(part: float, total: float) -> Interval:
    """Return Wilson's 95 % interval of the share part / total (Wilson 1927), 0-1.

    Raises:
        ValueError: unless 0 <= part <= total and total is at least 1.

    Example:
        >>> low, high = wilson(8, 10)
        >>> round(low, 3), round(high, 3)
        (0.49, 0.943)
    """
    if not 0 <= part <= total or not total:
        raise ValueError(f"{part} of {total} is no share")
    z = NormalDist().inv_cdf((1 + LEVEL) / 2)
    share, square = part / total, z * z
    middle = share + square / (2 * total)
    reach = z * (share * (1 - share) / total + square / (4 * total * total)) ** 0.5
    below = 1 + square / total
    low, high = (middle - reach) / below, (middle + reach) / below
    return Interval(low if part else 0.0, high if part < total else 1.0)
