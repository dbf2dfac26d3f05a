"""Agreement between raters: percent, Gwet's AC1, Krippendorff's alpha.

Raters put items into categories. Ratings are rows of items and columns of raters, None where a
rater did not rate an item: raters may be two or many, and need not have rated the same items.

Percent agreement of skewed categories is high by chance alone, and kappa and alpha are then low
although hardly anything is disputed, which AC1 was made for. Standard errors are Gwet's
linearizations (2008; Handbook of Inter-Rater Reliability, 4th ed. 2014, chapters 5 and 6): the
raters are taken as they are, the items as a sample.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from discotag.plugin import InputError, Interval
from discotag.plugin.statistics import student

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from numpy.typing import NDArray

    Ratings = Sequence[Sequence[Hashable | None]]
    Numbers = NDArray[np.float64]

LEAST_ITEMS = 10
"""With fewer items no interval is given: Student's quantile would make it meaningless."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far raters agree.

    Args:
        value: 1 = always; for AC1 and alpha 0 = as by chance. None where undefined: no item has two
            ratings, or (alpha) all ratings are the same.
        error: standard error over items; None where undefined or with less than two items.
        items: how many items have two ratings or more.
        raters: how many raters rated anything.
    """

    value: float | None
    error: float | None
    items: int
    raters: int

    @property
    def interval(self) -> Interval | None:
        """The 95 % interval by Student's t, within -1 and 1.

        None with fewer than ten items, and where every item has the same agreement: its zero width
        would prove certainty.
        """
        if self.value is None or not self.error or self.items < LEAST_ITEMS:
            return None
        reach = student(self.items - 1) * self.error
        return Interval(max(self.value - reach, -1.0), min(self.value + reach, 1.0))


def percent_agreement(ratings: Ratings) -> Agreement:
    """Return the share of pairs of raters who agree, averaged over the items with two ratings, 0-1.

    Raises:
        InputError: rows of different lengths.

    Example:
        >>> percent_agreement([["yes", "yes"], ["no", "no"], ["yes", "no"], ["no", "no"]]).value
        0.75
    """
    return _Counts(ratings).percent()


def gwet_ac1(ratings: Ratings, *, categories: Iterable[Hashable] | None = None) -> Agreement:
    """Return Gwet's AC1 (2008, equations for several raters).

    Args:
        ratings: items × raters, None = not rated. Items with one rating count for how usual a
            category is, as in Gwet 2014.
        categories: all that the raters could choose from; None = those that occur. Chance depends
            on how many there are, so name them where one may have been left unused.

    Raises:
        InputError: rows of different lengths, or a rating outside `categories`.

    Example:
        >>> ratings = 118 * ["++"] + 5 * ["+-"] + 2 * ["-+"]
        >>> round(gwet_ac1(ratings).value, 3)
        0.941
    """
    return _Counts(ratings, categories).ac1()


def krippendorff_alpha(ratings: Ratings) -> Agreement:
    """Return Krippendorff's alpha for nominal categories (Krippendorff 2011, section C).

    Raises:
        InputError: rows of different lengths.

    Example:
        >>> round(krippendorff_alpha(["aa", "ab", "bb", "bb"]).value, 3)
        0.533
    """
    return _Counts(ratings).alpha()


class _Counts:
    """How many raters chose each category, by item: items × categories; unrated items left out."""

    def __init__(self, ratings: Ratings, categories: Iterable[Hashable] | None = None) -> None:
        widths = {len(row) for row in ratings}
        if len(widths) > 1:
            raise InputError(
                f"items with {min(widths)} and with {max(widths)} raters; "
                "give each rater a column, and None where there is no rating"
            )
        given = [[value for value in row if value is not None] for row in ratings]
        seen = dict.fromkeys(value for row in given for value in row)
        names = list(seen if categories is None else dict.fromkeys(categories))
        strange = [value for value in seen if value not in set(names)]
        if strange:
            raise InputError(f"{strange[0]!r} is none of the categories {names}")
        place = {name: index for index, name in enumerate(names)}
        self.counts = np.zeros((sum(map(bool, given)), len(names)))
        for index, row in enumerate(filter(None, given)):
            for value in row:
                self.counts[index, place[value]] += 1
        self.raters = sum(
            any(value is not None for value in rater) for rater in zip(*ratings, strict=True)
        )
        self.totals = self.counts.sum(axis=1)
        self.is_pair = self.totals >= 2
        self.items = int(self.is_pair.sum())

    def percent(self) -> Agreement:
        if not self.items:
            return self._undefined()
        agreed = self._agreed()
        return self._agreement(agreed[self.is_pair].mean(), len(agreed) / self.items * agreed)

    def ac1(self) -> Agreement:
        categories = self.counts.shape[1]
        if not self.items:
            return self._undefined()
        if categories < 2:
            return self._agreement(1.0, np.ones(len(self.counts)))
        agreed = self._agreed()
        observed = agreed[self.is_pair].mean()
        shares = self.counts / self.totals[:, None]
        usual = shares.mean(axis=0)
        expected = (usual * (1 - usual)).sum() / (categories - 1)
        value = (observed - expected) / (1 - expected)
        by_chance = shares @ (1 - usual) / (categories - 1)
        above = len(agreed) / self.items * (agreed - expected * self.is_pair)
        change = 2 * (1 - value) * (by_chance - expected)
        return self._agreement(value, (above - change) / (1 - expected))

    def alpha(self) -> Agreement:
        counts, totals = self.counts[self.is_pair], self.totals[self.is_pair]
        number = totals.sum()
        usual = counts.sum(axis=0) / number if self.items else np.ones(1)
        expected = (usual**2).sum()
        if 1 - expected < 1e-12:
            return self._undefined()
        agreed = (counts * (counts - 1)).sum(axis=1) / (totals - 1)
        observed = agreed.sum() / number
        plain = (observed - expected) / (1 - expected)
        # In the notation of Krippendorff 2011 with n ratings: chance draws without replacement.
        value = 1 - (number - 1) / number * (1 - plain)
        weights = totals / totals.mean()
        spread = agreed / totals.mean() - observed * weights
        change = 2 * (1 - plain) * (counts @ usual / totals.mean() - expected * weights)
        return self._agreement(value, value + (spread - change) / (1 - expected))

    def _agreed(self) -> Numbers:
        """Return the share of pairs of raters who agree, by item; 0 where there is no pair."""
        pairs = self.totals * (self.totals - 1)
        same = (self.counts * (self.counts - 1)).sum(axis=1)
        shares: Numbers = np.zeros(len(pairs))
        np.divide(same, pairs, out=shares, where=self.is_pair)
        return shares

    def _agreement(self, value: float, parts: Numbers) -> Agreement:
        """Return a value that is the mean of linearized parts, and the standard error of that."""
        number = len(parts)
        error = None
        if number > 1:
            error = float(np.sqrt(((parts - value) ** 2).sum() / (number * (number - 1))))
        return Agreement(float(value), error, self.items, self.raters)

    def _undefined(self) -> Agreement:
        return Agreement(None, None, self.items, self.raters)
