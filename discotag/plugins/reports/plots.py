"""Plots as inline SVG, drawn when the page is written: intervals, tag counts, evidence distances.

Each plot is a small panel of named rows. A panel carries title and description for those who
cannot see it, takes its colours from the page's style sheet, and has its own axis.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from discotag.plugins.reports.drawing import add, written
from discotag.rendering.figures import number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag.core.scores import Interval
    from discotag.rendering.score_tables import ScoreTable

WIDTH, NAME, FIGURE, LINE, TOP = 340, 124, 46, 18, 26
"""Pixels: of a panel, of its rows' names, of the figures at its right, of a row, of its title."""
COLOURS = 7
"""How many colours the style sheet has for phenomena."""
LONGEST = 17
"""Characters of a row's name that are shown; all of them stand in its tooltip."""


@dataclass(frozen=True, slots=True)
class Dot:
    """One row of an interval panel; `value` is None where the measure is undefined."""

    name: str
    value: float | None
    interval: Interval | None
    is_baseline: bool
    is_significant: bool


def interval_panels(table: ScoreTable, baseline: str | None) -> list[str]:
    """Draw dots and whiskers of one scorer, a panel per phenomenon; systems from top to bottom.

    A phenomenon of which every figure is undefined has no panel.
    """
    panels = []
    for place, column in enumerate(table.columns):
        dots = [
            Dot(
                system,
                cells[place].sort,
                score.interval if (score := cells[place].score) else None,
                system == baseline,
                cells[place].is_significant,
            )
            for system, cells in table.rows.items()
        ]
        if all(dot.value is None for dot in dots):
            continue
        panels.append(_interval_panel(f"{column.title}: {table.view.measure}", table, dots))
    return panels


def bar_panel(title: str, subject: str, bars: Mapping[str, int], *, colour: int) -> str:
    """Draw a bar per name; `subject` says what is counted, `colour` is the phenomenon's place."""
    told = ", ".join(f"{name} {count}" for name, count in bars.items())
    panel = _panel(title, f"{subject}: {told}.", len(bars), axis=False)
    most = max(bars.values(), default=0) or 1
    for line, (name, count) in enumerate(bars.items()):
        middle = _row(panel, line, name, str(count))
        length = count / most * (WIDTH - NAME - FIGURE)
        if count:
            add(
                panel,
                "rect",
                f"bar p{colour % COLOURS}",
                x=NAME,
                y=middle - 5,
                width=length,
                height=10,
            )
    return written(panel)


def _interval_panel(title: str, table: ScoreTable, dots: Sequence[Dot]) -> str:
    scale = table.view.scale
    low, high = _range(dots, scale)
    panel = _panel(title, _description(dots, scale), len(dots), axis=True)

    def across(value: float) -> float:
        return NAME + (value - low) / (high - low) * (WIDTH - NAME - FIGURE)

    bottom = TOP + LINE * len(dots)
    for tick in _ticks(low, high):
        add(panel, "line", "grid", x1=across(tick), x2=across(tick), y1=TOP, y2=bottom)
        add(panel, "text", "tick", f"{tick:g}", x=across(tick), y=bottom + 13)
    for dot in dots:
        if dot.is_baseline and dot.value is not None:
            at = across(dot.value)
            add(panel, "line", "baseline", x1=at, x2=at, y1=TOP, y2=bottom)
    for line, dot in enumerate(dots):
        star = "*" if dot.is_significant else ""
        middle = _row(panel, line, dot.name, number(dot.value, scale) + star)
        if dot.interval is not None:
            x1, x2 = (across(end) for end in dot.interval)
            add(panel, "line", "whisker", x1=x1, x2=x2, y1=middle, y2=middle)
        if dot.value is not None:
            kind = "dot hollow" if dot.is_baseline else "dot"
            add(panel, "circle", kind, cx=across(dot.value), cy=middle, r=4)
    return written(panel)


def _range(dots: Sequence[Dot], scale: int) -> tuple[float, float]:
    """Return the part of the scale that holds all dots and whiskers, with some air."""
    ends = [
        end
        for dot in dots
        if dot.value is not None
        for end in (dot.value, *(dot.interval or (dot.value,)))
    ]
    if not ends:
        return 0.0, float(scale)
    low, high = min(ends), max(ends)
    air = (high - low) * 0.08 or scale * 0.05
    return (
        max(0.0, low - air) if low >= 0 else low - air,
        min(float(scale), high + air) if high <= scale else high + air,
    )


def _ticks(low: float, high: float) -> list[float]:
    """Return two to six round numbers between two ends."""
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(index * step, 10) for index in range(first, last + 1)]


def _description(dots: Sequence[Dot], scale: int) -> str:
    told = []
    for dot in dots:
        value = "undefined" if dot.value is None else number(dot.value, scale)
        ends = " to ".join(number(end, scale) for end in dot.interval or ())
        told.append(f"{dot.name} {value}" + (f", interval {ends}" if ends else ""))
    return "; ".join(told) + "."


def _panel(title: str, description: str, lines: int, *, axis: bool) -> Element:
    height = TOP + LINE * lines + (20 if axis else 6)
    size = {"viewBox": f"0 0 {WIDTH} {height}", "width": str(WIDTH), "height": str(height)}
    panel = Element("svg", {"class": "plot", "role": "img", **size})
    SubElement(panel, "title").text = title
    SubElement(panel, "desc").text = description
    add(panel, "text", "title", title, x=0, y=14)
    return panel


def _row(panel: Element, line: int, name: str, figure: str) -> float:
    """Write a row's name and figure; give the height of its middle."""
    middle = TOP + LINE * line + LINE / 2
    shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    text = add(panel, "text", "name", shown, x=NAME - 8, y=middle + 4)
    SubElement(text, "title").text = name
    add(panel, "text", "figure", figure, x=WIDTH - 2, y=middle + 4)
    return middle
