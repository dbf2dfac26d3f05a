"""Windows of context measured: the share of tags that each resolves, and the least that suffice.

A window resolves a tag if it holds the evidence that the tag needs. Counts are per document, and
documents are drawn, as for every other figure.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from discotag.core.errors import UsageError
from discotag.core.results import Recommended, Share
from discotag.core.tags import Window
from discotag.scoring.inference import interval, tail_share
from discotag.scoring.resampling import LEAST_DOCUMENTS, blocks, drawn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.scoring.resampling import ResamplingOptions

LARGE = 10**6
"""Represents the whole document where windows are ordered by their number of segments."""
ROUNDING = 1e-9

Windows = tuple[Window, ...]


@dataclass(frozen=True, slots=True)
class WindowOptions:
    """Which windows are tried.

    Args:
        reach: the most segments on a side; after them comes the whole document.
        wanted: the shares of tags that windows are recommended for, 0–1.
    """

    reach: int = 10
    wanted: tuple[float, ...] = (0.9, 0.95)

    def __post_init__(self) -> None:
        """Check the numbers and sort the shares; UsageError."""
        if not 1 <= self.reach <= 100:
            raise UsageError(f"windows reach from 1 to 100 segments, not {self.reach}")
        for share in self.wanted:
            if not 0 < share <= 1:
                raise UsageError(f"a window resolves a share from 0 to 1 of the tags, not {share}")
        object.__setattr__(self, "wanted", tuple(sorted(set(self.wanted))))

    @property
    def reaches(self) -> tuple[int | None, ...]:
        """The numbers of segments on a side that are tried, rising; None = the whole document."""
        return (*range(self.reach + 1), None)

    def windows(self, *, following: bool) -> Windows:
        """Return the windows tried, with or without following segments."""
        ahead: tuple[int | None, ...] = self.reaches if following else (0,)
        return tuple(Window(*pair) for pair in product(self.reaches, ahead))


@dataclass(frozen=True, slots=True)
class Measured:
    """What windows resolve; the parts are those of `SpanRow`."""

    documents: int
    resolved: Mapping[Window, Share]
    alone: tuple[Recommended, ...]
    both: tuple[Recommended, ...]


def measure(
    counts: Sequence[Mapping[Windows, int]],
    options: WindowOptions,
    resampling: ResamplingOptions,
    *,
    following: bool,
) -> Measured:
    """Measure windows on the tags of a text.

    Args:
        counts: for every document of the text: least windows of a tag → number of such tags.
        options: which windows.
        resampling: how to draw documents; below `LEAST_DOCUMENTS` with a tag there is no interval.
        following: whether later segments were searched.
    """
    import numpy as np

    tried = options.windows(following=following)
    table = np.zeros((len(counts), len(tried) + 1))
    for place, found in enumerate(counts):
        for least, tags in found.items():
            table[place] += tags * _resolving(tried, least)
    totals = table.sum(axis=0)
    documents = int((table[:, -1] > 0).sum())
    if not documents:
        return Measured(0, {}, (), ())
    draws = _draws(table, resampling) if documents >= LEAST_DOCUMENTS else None
    shares = {
        window: Share(
            float(totals[place] / totals[-1]),
            None if draws is None else interval(draws[:, place], documents),
        )
        for place, window in enumerate(tried)
    }
    tried_out = _Drawn(documents, shares, draws)
    alone = options.windows(following=False)
    return Measured(
        documents,
        shares,
        tuple(tried_out.recommended(wanted, alone) for wanted in options.wanted),
        tuple(tried_out.recommended(wanted, tried) for wanted in options.wanted if following),
    )


@cache
def _resolving(tried: Windows, least: Windows) -> NDArray[np.float64]:
    """Return 1 for each window that resolves a tag, and 1 for after them, the tag itself."""
    import numpy as np

    held = [any(window.holds(other) for other in least) for window in tried]
    return np.array([*held, True], dtype=np.float64)


def _draws(table: NDArray[np.float64], resampling: ResamplingOptions) -> NDArray[np.float64]:
    """Return the shares on each draw of documents; (draws, windows), NaN where none has a tag."""
    import numpy as np

    random = np.random.default_rng(resampling.seed)
    sums = np.concatenate(
        [drawn(random, size, len(table)) @ table for size in blocks(resampling.samples)]
    )
    with np.errstate(invalid="ignore"):
        shares: NDArray[np.float64] = sums[:, :-1] / sums[:, -1:]
    return shares


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The share of each window tried, and on each draw; `draws` is (draws, windows) or None."""

    documents: int
    shares: Mapping[Window, Share]
    draws: NDArray[np.float64] | None

    def recommended(self, wanted: float, chosen: Windows) -> Recommended:
        """Choose the least of some windows that resolves a share of the tags."""
        enough = [w for w in chosen if self.shares[w].value >= wanted - ROUNDING]
        if not enough:
            return Recommended(wanted, None, None, None)
        best = min(enough, key=lambda window: (size(window), _ahead(window)))
        return Recommended(wanted, best, self.shares[best], self._sizes(wanted, chosen))

    def _sizes(self, wanted: float, chosen: Windows) -> tuple[int | None, int | None] | None:
        """Return the interval of the least window's number of segments."""
        import numpy as np

        if self.draws is None:
            return None
        tried = list(self.shares)
        sizes = np.array([size(window) for window in chosen])
        shares = self.draws[np.isfinite(self.draws[:, 0])]
        is_enough = shares[:, [tried.index(window) for window in chosen]] >= wanted - ROUNDING
        least = np.where(is_enough, sizes, 2 * LARGE).min(axis=1)
        tail = tail_share(self.documents)
        low, high = np.quantile(least, (tail, 1 - tail), method="inverted_cdf")
        return _end(low), _end(high)


def _end(segments: float) -> int | None:
    return None if segments >= LARGE else int(segments)


def size(window: Window) -> int:
    """Return the number of segments of a window, by which windows are ordered."""
    return sum(LARGE if side is None else side for side in window)


def _ahead(window: Window) -> int:
    return LARGE if window.following is None else window.following
