"""Whether the lines of two texts belong together, by their lengths alone.

A translation is about as long as its source (Gale and Church 1993, section 3). Where a line was
lost or added, the lines after it fit the source's neighbours better than their own; where a text is
in another order, its lines fit no better than any others. `benchmarks/line_fit.py` on WMT21 and
WMT22: of 112 translations of 1,000 to 2,037 lines one gains more than `GAIN` by a shift, a
reference with ten lines that are indeed one line early (37.9 nats; the next 12.2). Of 900 excerpts
of 20 lines with a line lost or added 864 are found, of 40 lines 899; of 885 excerpts of 30 lines,
884 are found when reversed, and none as it is. `GAIN` and `SHARE` were chosen on the same sets.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from discotag.core.document import ParallelText

    Floats = NDArray[np.float64]

MOST = 100_000
"""Lines of a corpus that are checked."""
SHIFTS = (1, -1, 2, -2, 3, -3)
GAIN = 15.0
"""Nats by which lines must fit better after a shift: above what right texts of WMT show."""
WORST = 6.0
"""Nats that a pair of lines costs at most, so that a few odd lines decide nothing."""
VARIANCE = 6.8
"""Variance of a character's translation in characters (Gale and Church 1993, section 3)."""
LEAST, SHARE = 30, 0.6
"""A text of so many lines is in another order if its lines cost more than that share of what lines
chosen by chance cost. Excerpts of 30 lines of WMT have .49 at most, in another order .61 at least.
"""


class LineFit:
    """Collects the lengths of lines while a corpus is read, and says which do not fit."""

    def __init__(self) -> None:
        self._source = array("L")
        self._texts: dict[str, array[int]] = {}
        self._begins: list[tuple[int, str]] = []

    def add(self, text: ParallelText) -> None:
        """Add a document, unless its segments have ids or no lines in common."""
        if text.units or not text.is_aligned or len(self._source) >= MOST:
            return
        self._begins.append((len(self._source), text.id))
        before = len(self._source)
        self._source.extend(len(line.strip()) for line in text.source)
        for name, lines in (*text.references.items(), *text.hypotheses.items()):
            lengths = self._texts.setdefault(name, array("L", [0] * before))
            lengths.extend(len(line.strip()) for line in lines)

    def notes(self) -> Iterator[str]:
        """Say of each text where it is late or early, or that it is in another order."""
        import numpy as np

        source = np.array(self._source, dtype=np.float64)
        for name, lengths in self._texts.items():
            target = np.array(lengths, dtype=np.float64)
            if len(target) != len(source) or not source.sum() or not target.sum():
                continue
            ratio = target.sum() / source.sum()
            gain, shift, first, last = best_shift(source, target, ratio)
            if is_in_another_order(source, target, ratio, gain):
                yield (
                    f"{name}: its lines fit the source no better than lines chosen by chance;"
                    " is it the right file, in the same order?"
                )
            elif gain > GAIN:
                lines = f"{abs(shift)} line{'s' if abs(shift) > 1 else ''}"
                way, what = ("late", "added") if shift > 0 else ("early", "lost")
                yield (
                    f"{name}: lines {first + 1} to {last} ({self._place(first)}) look {lines}"
                    f" {way}; was a line {what} before them?"
                )

    def _place(self, line: int) -> str:
        begin, name = next(item for item in reversed(self._begins) if item[0] <= line)
        return f"from segment {line - begin} of document {name!r} on"


def best_shift(source: Floats, target: Floats, ratio: float) -> tuple[float, int, int, int]:
    """Return gain, shift and the run of lines (0-based, half-open) that gains most by a shift."""
    import numpy as np

    size = len(source)
    own = _costs(source, target, ratio)
    best = 0.0, 0, 0, 0
    for shift in SHIFTS:
        lines = np.arange(max(0, -shift), min(size, size - shift))
        gains = np.zeros(size)
        gains[lines] = own[lines] - _costs(source[lines], target[lines + shift], ratio)
        sums = np.concatenate(([0.0], np.cumsum(gains)))
        lowest = np.minimum.accumulate(sums)
        last = int((sums - lowest).argmax())
        gain = float(sums[last] - lowest[last])
        if gain > best[0]:
            first = int(np.nonzero(sums[: last + 1] == lowest[last])[0][-1])
            best = gain, shift, first, last
    return best


def is_in_another_order(source: Floats, target: Floats, ratio: float, gain: float = 0.0) -> bool:
    """Return whether lines fit hardly better than lines chosen by chance, a shift of them apart.

    Args:
        source: the lengths of the source's lines.
        target: those of the translation's lines.
        ratio: characters of the translation per character of the source.
        gain: what the best shift gains, in nats.
    """
    import numpy as np

    size = len(source)
    if size < LEAST:
        return False
    turns = np.linspace(size // 7 + 1, size - 1, 8, dtype=int)
    chance = np.mean([_costs(source, np.roll(target, turn), ratio).mean() for turn in turns])
    return bool(_costs(source, target, ratio).mean() - gain / size > SHARE * chance > 0)


def _costs(source: Floats, target: Floats, ratio: float) -> Floats:
    """Return −log of how likely lines of such lengths are each other's translation, in nats."""
    import numpy as np

    expected = source * ratio
    mean = np.maximum((expected + target) / 2, 1.0)
    distance = np.abs(target - expected) / np.sqrt(VARIANCE * mean)
    return np.minimum(-np.log(np.maximum(two_tailed(distance), 1e-12)), WORST)


def two_tailed(distance: Floats) -> Floats:
    """Return how likely a standard normal value is at least so far from 0 (error ≤ 1.5e-7).

    Abramowitz and Stegun 1964, formula 7.1.26.
    """
    import numpy as np

    x = distance / np.sqrt(2.0)
    t = 1.0 / (1.0 + 0.3275911 * x)
    series = t * (
        0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))
    )
    return np.asarray(series * np.exp(-x * x))
