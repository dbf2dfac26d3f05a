"""Flips: choices that context turns from wrong to right, and whether CXMI goes with them.

CXMI and contrastive accuracy should tell the same story: where context turns a choice, it should
raise the right translation's probability (Fernandes et al. 2021, section 3.2 and Table 2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag_cxmi.resampling import Sums

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Interval
    from discotag_cxmi.contrast.runs import Runs


@dataclass(frozen=True, slots=True)
class Flips:
    """What a run changes against the first one.

    Args:
        run: its name.
        gained: items wrong in the first run and right in this one: the flips.
        lost: items right in the first run and wrong in this one.
        difference: of the accuracies.
        interval: its 95 % interval, items (or what documents they share) drawn again; None where
            there are too few.
        cxmi: mean over items of how much higher the right translation scores.
        correlation: point-biserial correlation of that with the flips; None where there is no flip,
            nothing but flips, or no gain differs from another.
        p: of the correlation, two-sided.
    """

    run: str
    gained: int
    lost: int
    difference: float
    interval: Interval | None
    cxmi: float
    correlation: float | None
    p: float | None


def flips_of(runs: Runs, *, samples: int, seed: int) -> Iterator[Flips]:
    """Yield the flips of every run but the first."""
    names = tuple(runs.scores)
    before = runs.verdicts(names[0])
    for name in names[1:]:
        after = runs.verdicts(name)
        flipped = [now and not then for then, now in zip(before, after, strict=True)]
        lost = sum(then and not now for then, now in zip(before, after, strict=True))
        gains = runs.gains(name)
        changes: Sums[str] = Sums()
        for item, then, now in zip(runs.items, before, after, strict=True):
            changes.add(item.cluster, name, float(now) - float(then))
        correlation, p = point_biserial(flipped, gains)
        yield Flips(
            run=name,
            gained=sum(flipped),
            lost=lost,
            difference=(sum(after) - sum(before)) / len(after),
            interval=changes.intervals([name], samples=samples, seed=seed)[0],
            cxmi=sum(gains) / len(gains),
            correlation=correlation,
            p=p,
        )


def point_biserial(
    flags: Sequence[bool], values: Sequence[float]
) -> tuple[float | None, float | None]:
    """Return the point-biserial correlation of flags with values, and its two-sided p.

    Both None where one of the two does not vary or there are fewer than three pairs.
    """
    if len(flags) < 3 or len(set(flags)) < 2 or len(set(values)) < 2:
        return None, None
    from scipy.stats import pointbiserialr

    found = pointbiserialr(flags, values)
    return float(found.statistic), float(found.pvalue)
