"""Curves of context: the share of tags that so many segments resolve, a panel per phenomenon.

A panel has its segments from left to right, the whole document behind a gap, and a curve per text
or domain, told apart by colour and by the shape of its points. A full line is previous segments
alone, with its 95 % interval as a shade; a broken one is as many on both sides; a pale one rests on
too few documents for an interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement

from discotag.core.windows import Window
from discotag.core.wording import count_noun
from discotag.plugins.reports.drawing import add, points
from discotag.rendering.span_tables import percent, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.spans import SpanRow, SpanStudy

WIDTH, HEIGHT = 300, 226
LEFT, RIGHT, TOP, BOTTOM = 38, 292, 40, 186
"""Pixels: of a panel, and of the frame of its curves."""
GAP = 1.6
"""How many steps stand between the last number of segments and the whole document."""
SHAPES = 4
COLOURS = 7
ABSENT = {"state": "supported"}


@dataclass(frozen=True, slots=True)
class Series:
    """One text or domain: its name, and a row per phenomenon that it has."""

    name: str
    rows: dict[str | None, SpanRow]


@dataclass(frozen=True, slots=True)
class Chart:
    """The panels of one text, or of all texts together.

    Args:
        title: what they show; empty where there is nothing to tell apart.
        series: the curves of every panel, in the order of their colours.
    """

    title: str
    series: tuple[Series, ...]

    @property
    def phenomena(self) -> tuple[str | None, ...]:
        """The phenomena that have a panel: all tags first, then those with any tag."""
        names = dict.fromkeys(name for item in self.series for name in item.rows)
        return tuple(
            name
            for name in names
            if any(name in item.rows and item.rows[name].known for item in self.series)
        )


def charts(study: SpanStudy) -> tuple[Chart, ...]:
    """Split a study into charts: texts side by side, or a chart per text where domains are told."""
    rows = [row for row in study.rows if row.label is None]
    domains = sorted({row.domain for row in rows if row.domain is not None})
    if not domains:
        return (Chart("", tuple(_series(t.name, rows, t.name, None) for t in study.texts)),)
    return tuple(
        Chart(
            text.name,
            tuple(_series(domain or "(none told)", rows, text.name, domain) for domain in domains),
        )
        for text in study.texts
    )


def _series(name: str, rows: Sequence[SpanRow], text: str, domain: str | None) -> Series:
    return Series(
        name, {row.phenomenon: row for row in rows if (row.text, row.domain) == (text, domain)}
    )


def panel(study: SpanStudy, chart: Chart, phenomenon: str | None) -> Element:
    """Draw the curves of one phenomenon."""
    title = phenomenon or "all tags"
    drawn = Element(
        "svg",
        {
            "class": "plot curves",
            "role": "img",
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "width": str(WIDTH),
            "height": str(HEIGHT),
        },
    )
    found = [(place, item.rows.get(phenomenon)) for place, item in enumerate(chart.series)]
    held = [(place, row) for place, row in found if row is not None and row.known]
    SubElement(drawn, "title").text = f"{title}: tags resolved by segments of context"
    SubElement(drawn, "desc").text = " ".join(
        _told(chart.series[place].name, row) for place, row in held
    )
    add(drawn, "text", "title", title, x=0, y=14)
    add(drawn, "text", "under", _sizes(held), x=0, y=29)
    _frame(drawn, study)
    for place, row in held:
        for is_both in (True, False):
            _curve(drawn, study, row, place, is_both=is_both)
    return drawn


def _sizes(held: Sequence[tuple[int, SpanRow]]) -> str:
    """Say how many tags stand behind the curves, from the least to the most."""
    counts = sorted({row.known for _, row in held})
    unknown = sum(row.unknown for _, row in held)
    told = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
    return count_noun(told, "tag") + (
        f"; {unknown} of unknown evidence left out" if unknown else ""
    )


def _told(name: str, row: SpanRow) -> str:
    shares = ", ".join(
        f"{title_of(window)}: {percent(share.value)}"
        for window, share in row.resolved.items()
        if window.following in {0, window.previous}
    )
    return f"{name}, {row.known} tags, percent resolved by {shares}."


def _across(study: SpanStudy, place: int) -> float:
    last = len(study.reaches) - 1
    steps = last - 1 + GAP
    return LEFT + (place if place < last else steps) / steps * (RIGHT - LEFT)


def _up(share: float) -> float:
    return BOTTOM - share * (BOTTOM - TOP)


def _frame(drawn: Element, study: SpanStudy) -> None:
    """Draw the axes, the shares that windows are recommended for, and what they count."""
    for tick in (0, 0.25, 0.5, 0.75, 1):
        add(drawn, "line", "grid", x1=LEFT, x2=RIGHT, y1=_up(tick), y2=_up(tick))
        add(drawn, "text", "height", f"{100 * tick:g}", x=LEFT - 6, y=_up(tick) + 4)
    for wanted in study.wanted:
        add(drawn, "line", "wanted", x1=LEFT, x2=RIGHT, y1=_up(wanted), y2=_up(wanted))
    step = max(1, (len(study.reaches) - 1) // 10)
    for place, reach in enumerate(study.reaches):
        if reach is None or reach % step == 0:
            text = "all" if reach is None else str(reach)
            add(drawn, "text", "tick", text, x=_across(study, place), y=BOTTOM + 15)
    middle = (LEFT + RIGHT) / 2
    add(drawn, "text", "tick", "segments of context", x=middle, y=BOTTOM + 32)


def _curve(drawn: Element, study: SpanStudy, row: SpanRow, series: int, *, is_both: bool) -> None:
    """Draw one curve with its shade; the end, for the whole document, stands by itself."""
    windows = [Window(reach, reach if is_both else 0) for reach in study.reaches]
    if not all(window in row.resolved for window in windows) or (is_both and not row.both):
        return
    shares = [row.resolved[window] for window in windows]
    places = [(_across(study, place), _up(share.value)) for place, share in enumerate(shares)]
    intervals = [share.interval for share in shares if share.interval is not None]
    is_few = len(intervals) < len(shares)
    kind = f"c{series % COLOURS}" + (" both" if is_both else "") + (" few" if is_few else "")
    if not (is_few or is_both):
        ends = [
            (x, _up(end.low), _up(end.high)) for (x, _), end in zip(places, intervals, strict=True)
        ]
        edge = [(x, low) for x, low, _ in ends[:-1]] + [(x, high) for x, _, high in ends[-2::-1]]
        add(drawn, "polygon", f"shade {kind}").set("points", points(edge))
        x, low, high = ends[-1]
        add(drawn, "line", f"whisker {kind}", x1=x, x2=x, y1=low, y2=high)
    add(drawn, "polyline", f"curve {kind}").set("points", points(places[:-1]))
    add(drawn, "polyline", f"bridge {kind}").set("points", points(places[-2:]))
    for x, y in places:
        mark(drawn, series, x, y, kind)


def mark(drawn: Element, series: int, x: float, y: float, kind: str) -> None:
    """Draw one point; its shape is the series'."""
    shape = series % SHAPES
    if shape == 0:
        add(drawn, "circle", f"point {kind}", cx=x, cy=y, r=2.6)
        return
    corners = (
        ((-2.4, -2.4), (2.4, -2.4), (2.4, 2.4), (-2.4, 2.4)),
        ((0, -3.2), (3, 2.2), (-3, 2.2)),
        ((0, -3.4), (3.4, 0), (0, 3.4), (-3.4, 0)),
    )[shape - 1]
    add(drawn, "polygon", f"point {kind}").set(
        "points", points([(x + right, y + down) for right, down in corners])
    )


def panels(study: SpanStudy) -> Iterator[tuple[Chart, tuple[Element, ...]]]:
    """Draw all panels of a study, chart by chart."""
    for chart in charts(study):
        yield chart, tuple(panel(study, chart, name) for name in chart.phenomena)
