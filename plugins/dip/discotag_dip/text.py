"""Results as a table for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.results import MEASURES

if TYPE_CHECKING:
    from discotag_dip.results import Figure, TaskResult

ABSENT = "–"


def table(result: TaskResult) -> str:
    """Return the ranking with all measures, intervals and kinds of error; a legend below."""
    measures = MEASURES[result.task]
    kinds = sorted({kind for system in result.systems for kind in system.kinds})
    rows = [["rank", "system", *measures, *kinds]]
    for system in result.systems:
        figures = [written(system.measures[name]) for name in measures]
        counts = [str(system.kinds.get(kind, 0)) for kind in kinds]
        rows.append([str(system.rank), system.system, *figures, *counts])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"{result.task}, {result.pair}: {result.items} items, {result.documents} documents"]
    lines += [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    lines += [
        f"{name}: {measure.summary}; {'higher' if measure.higher_is_better else 'lower'} is better"
        for name, measure in measures.items()
    ]
    if kinds:
        lines.append("kinds of error: numbers of items, proposed by rule")
    return "\n".join(lines)


def written(figure: Figure) -> str:
    """Write a figure with its interval; – where there is none."""
    return f"{value_of(figure)} {interval_of(figure)}".rstrip()


def value_of(figure: Figure) -> str:
    """Write a figure with one decimal; – where it is undefined."""
    return ABSENT if figure.value is None else _number(figure.value)


def interval_of(figure: Figure) -> str:
    """Write a figure's interval; [–] where there is none, nothing where the figure is undefined."""
    if figure.value is None:
        return ""
    if figure.interval is None:
        return f"[{ABSENT}]"
    return f"[{', '.join(map(_number, figure.interval))}]"


def _number(value: float) -> str:
    return f"{round(value, 1) + 0.0:.1f}".replace("-", "−")  # no −0.0
