"""Whether scores are probabilities: of the pronouns with a score of .7, are 70 % right?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_measures import GoldIndex, spans
from benchmarks.tasks.figures import Figures, Value, ratio

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.tasks.coref_gold import Span
    from discotag.core.document import Cluster, Side

BINS = 10
Judged = tuple[float, bool]
"""A pronoun's score, and whether it is right."""


def judged(index: GoldIndex, side: Side, clusters: Sequence[Cluster]) -> Iterator[Judged]:
    """Yield score and truth of the third-person pronouns that are resolved to a noun before them.

    Right: the nearest noun phrase of the cluster before the pronoun is coreferent in the gold.
    Clusters without scores yield nothing.
    """
    for cluster, places in zip(clusters, spans(side, clusters), strict=True):
        noun: Span | None = None
        for span, score in zip(places, cluster.scores or (), strict=False):
            if not span.is_pronoun:
                noun = span
            elif noun is not None and index.words.is_third(span):
                gold = index.exact.get((span.segment, span.start, span.end))
                meant = index.find(noun)
                yield score, gold is not None and meant is not None and gold.entity == meant.entity


def reliability(title: str, found: Sequence[Judged]) -> Figures | None:
    """Return the table of scores; None where there are none."""
    if not found:
        return None
    counts, right, sums = Counter[int](), Counter[int](), Counter[int]()
    for score, is_right in found:
        place = min(int(score * BINS), BINS - 1)
        counts[place] += 1
        right[place] += is_right
        sums[place] += round(score * 10_000)
    rows: list[tuple[Value, ...]] = [
        (
            f"{place / BINS:.1f}–{(place + 1) / BINS:.1f}",
            counts[place],
            ratio(sums[place] / 100, counts[place]),
            ratio(100 * right[place], counts[place]),
        )
        for place in range(BINS)
        if counts[place]
    ]
    off = sum(abs(sums[place] / 10_000 - right[place]) for place in counts)
    rows.append(("mean difference", len(found), None, ratio(100 * off, len(found))))
    columns = ("score", "pronouns", "mean score, %", "right, %")
    return Figures(f"{title}: scores", columns, tuple(rows), 1)
