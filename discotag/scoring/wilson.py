"""Wilson's interval: how far a share of independent items can be trusted."""

from __future__ import annotations

from statistics import NormalDist

from discotag.core.results import Interval

LEVEL = 0.95


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
