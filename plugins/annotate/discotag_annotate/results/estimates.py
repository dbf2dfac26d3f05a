"""Shares of a whole that was drawn stratum by stratum, weighted back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import Interval
from discotag.plugin.statistics import wilson

if TYPE_CHECKING:
    from collections.abc import Sequence


class Stratum(NamedTuple):
    """What was found in one stratum: its size, how many were judged, how many of them count."""

    size: int
    judged: int
    part: int


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share that was estimated, 0-1, and its 95 % interval."""

    value: float
    interval: Interval


def weighted(strata: Sequence[Stratum]) -> Estimate | None:
    """Return the share in all strata together; None where nothing was judged.

    Each stratum counts by its size; those in which nothing was judged are left out. The interval is
    Wilson's with the effective number of judgements, which has the variance of the stratified
    estimate (with the correction for finite strata); shares are drawn to one half by one success
    and one failure for the variance, so that a stratum without an error is not taken for certain
    (Franco et al. 2019, Journal of Survey Statistics and Methodology 7, 334-364).
    """
    judged = [one for one in strata if one.judged]
    total = sum(one.size for one in judged)
    if not total:
        return None
    value = sum(one.size / total * one.part / one.judged for one in judged)
    smooth = [(one.part + 1) / (one.judged + 2) for one in judged]
    middle = sum(one.size / total * share for one, share in zip(judged, smooth, strict=True))
    variance = sum(
        (one.size / total) ** 2 * share * (1 - share) / one.judged * (1 - one.judged / one.size)
        for one, share in zip(judged, smooth, strict=True)
    )
    if not variance:  # all words were judged
        return Estimate(value, Interval(value, value))
    number = middle * (1 - middle) / variance
    return Estimate(value, wilson(value * number, number))


def recall(
    tags: int, right: Estimate | None, others: int, missed: Estimate | None
) -> Estimate | None:
    """Return right tags in right tags and missed words; None where one of the two is unknown.

    Args:
        tags: how many tags there are.
        right: the share of right ones.
        others: how many words were looked at and not tagged.
        missed: the share of those that ought to be tagged.

    Returns:
        The share. Its interval goes from the ends of both intervals, so it is rather too wide.
    """
    if right is None or missed is None:
        return None

    def share(of_tags: float, of_others: float) -> float:
        found = tags * of_tags
        return found / (found + others * of_others) if found else 0.0

    if not tags * right.value + others * missed.value:
        return None
    low = share(right.interval.low, missed.interval.high)
    high = share(right.interval.high, missed.interval.low)
    return Estimate(share(right.value, missed.value), Interval(low, high))
