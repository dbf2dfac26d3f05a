"""How two scores order the same systems: Kendall's tau, and pairs on which they differ."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from discotag.plugin.statistics import ALPHA
from discotag_results.book import Agreement, Contradiction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin.statistics import Standings

SHOWN = 10


def tau(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Kendall's tau-b (1945), -1 to 1; None with fewer than three, or all alike.

    Example:
        >>> tau([1, 2, 3], [10, 30, 20])
        0.3333333333333333
    """
    if len(one) < 3:
        return None
    signs = [np.sign(np.subtract.outer(np.asarray(x, float), x)) for x in (one, other)]
    above = np.triu_indices(len(one), 1)
    first, second = (sign[above] for sign in signs)
    size = math.sqrt(float(np.abs(first).sum() * np.abs(second).sum()))
    return float((first * second).sum() / size) if size else None


def agreement(scorer: str, board: Standings, metric: str, other: Standings) -> Agreement:
    """Compare the order of a board with that of a metric.

    Args:
        scorer: name of the board's scorer.
        board: the systems on a phenomenon.
        metric: name of the metric.
        other: the same systems by it.
    """
    places = {item.system: place for place, item in enumerate(other.systems)}
    of_metric = np.array([places[item.system] for item in board.systems])
    values = np.array([_number(item.value) for item in board.systems])
    theirs = np.array([_number(other.systems[place].value) for place in of_metric])
    is_both = np.isfinite(values) & np.isfinite(theirs)
    differences = other.differences[np.ix_(of_metric, of_metric)]
    p_values = other.p_values[np.ix_(of_metric, of_metric)]
    against = (board.differences > 0) & (board.p_values < ALPHA) & (differences < 0)
    rows, columns = np.nonzero(against)
    order = np.lexsort((differences[rows, columns], p_values[rows, columns]))[:SHOWN]
    shown = tuple(
        Contradiction(
            better=board.systems[row].system,
            worse=board.systems[column].system,
            difference=float(board.differences[row, column]),
            p=float(board.p_values[row, column]),
            metric_difference=float(differences[row, column]),
            metric_p=finite(p_values[row, column]),
        )
        for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True)
    )
    return Agreement(
        scorer=scorer,
        phenomenon=board.row.phenomenon,
        metric=metric,
        systems=int(is_both.sum()),
        tau=tau(values[is_both].tolist(), theirs[is_both].tolist()),
        contradictions=len(rows),
        shown=shown,
    )


def finite(value: float) -> float | None:
    """Return a number, or None where it is undefined."""
    return float(value) if math.isfinite(value) else None


def _number(value: float | None) -> float:
    return math.nan if value is None else value
