"""Plots as SVG: intervals, counts, distances and curves of context; the report `svg`."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, tostring

from discotag.core.errors import UsageError
from discotag.core.interfaces import Configured, Report
from discotag.core.tags import Window
from discotag.core.text import count_noun
from discotag.rendering.summaries import percent, window_title
from discotag.rendering.text import number, writable
from discotag.rendering.view import view_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.core.results import DocumentView, Interval, Results, SpanRow, SpanStudy
    from discotag.rendering.summaries import ScoreTable


def add(panel: Element, name: str, kind: str, text: str = "", **places: float) -> Element:
    """Add an element of a class, with its text and its places in pixels."""
    attributes = {key: f"{round(value, 1):g}" for key, value in places.items()}
    element = SubElement(panel, name, {"class": kind, **attributes})
    element.text = text or None
    return element


def points(places: list[tuple[float, float]]) -> str:
    """Write places as the points of a line or an area."""
    return " ".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in places)


def written(panel: Element) -> str:
    """Write a drawing as text."""
    return tostring(panel, encoding="unicode", short_empty_elements=False)


WIDTH, HEIGHT = 300, 226
LEFT, RIGHT, TOP, BOTTOM = 38, 292, 40, 186
"""Pixels: of a panel, and of the frame of its curves."""
GAP = 1.6
"""How many steps are between the last number of segments and the whole document."""
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
        title: what they show; empty where there is nothing to distinguish.
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
    """Split a study into charts: texts side by side, or a chart per text if domains are known."""
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
    """Say how many tags the curves rest on, from the least to the most."""
    counts = sorted({row.known for _, row in held})
    unknown = sum(row.unknown for _, row in held)
    told = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"
    return count_noun(told, "tag") + (
        f"; {unknown} of unknown evidence left out" if unknown else ""
    )


def _told(name: str, row: SpanRow) -> str:
    shares = ", ".join(
        f"{window_title(window)}: {percent(share.value)}"
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
    """Draw one curve with its shade; the end, for the whole document, is drawn apart."""
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


PLOT_WIDTH, NAME, FIGURE, LINE, PLOT_TOP = 340, 124, 46, 18, 26
"""Pixels: of a panel, of its rows' names, of the figures at its right, of a row, of its title."""
"""How many colours the style sheet has for phenomena."""
LONGEST = 17
"""Characters of a row's name that are shown; all of them are in its tooltip."""


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
        length = count / most * (PLOT_WIDTH - NAME - FIGURE)
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
        return NAME + (value - low) / (high - low) * (PLOT_WIDTH - NAME - FIGURE)

    bottom = PLOT_TOP + LINE * len(dots)
    for tick in _ticks(low, high):
        add(panel, "line", "grid", x1=across(tick), x2=across(tick), y1=PLOT_TOP, y2=bottom)
        add(panel, "text", "tick", f"{tick:g}", x=across(tick), y=bottom + 13)
    for dot in dots:
        if dot.is_baseline and dot.value is not None:
            at = across(dot.value)
            add(panel, "line", "baseline", x1=at, x2=at, y1=PLOT_TOP, y2=bottom)
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
    height = PLOT_TOP + LINE * lines + (20 if axis else 6)
    size = {
        "viewBox": f"0 0 {PLOT_WIDTH} {height}",
        "width": str(PLOT_WIDTH),
        "height": str(height),
    }
    panel = Element("svg", {"class": "plot", "role": "img", **size})
    SubElement(panel, "title").text = title
    SubElement(panel, "desc").text = description
    add(panel, "text", "title", title, x=0, y=14)
    return panel


def _row(panel: Element, line: int, name: str, figure: str) -> float:
    """Write a row's name and figure; give the height of its middle."""
    middle = PLOT_TOP + LINE * line + LINE / 2
    shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    text = add(panel, "text", "name", shown, x=NAME - 8, y=middle + 4)
    SubElement(text, "title").text = name
    add(panel, "text", "figure", figure, x=PLOT_WIDTH - 2, y=middle + 4)
    return middle


COLUMNS = 3
EDGE, SPACE = 20, 24
"""Pixels: of the margin, and between panels."""
TEXT_LINE = 20
LEGEND = (
    ("", "previous segments alone"),
    (" both", "as many following segments, too"),
)
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""What XML 1.0 cannot hold."""
INK = 6.6
"""Pixels that a letter of the legend takes, at the most."""


class SvgReport(Configured, Report):
    """Draws how much context tags need; reads no document."""

    title = "report svg"

    def render(self, results: Results, documents: Iterable[DocumentView]) -> Iterator[str]:  # noqa: ARG002
        """Yield the drawing; UsageError where the results hold no span study."""
        if results.spans is None:
            raise UsageError("the report svg shows how much context is needed: discotag span")
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        yield UNWRITABLE.sub("\ufffd", writable(written(_drawing(results.spans))))
        yield "\n"


def _drawing(study: SpanStudy) -> Element:
    width = 2 * EDGE + COLUMNS * WIDTH + (COLUMNS - 1) * SPACE
    drawn = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "curves",
            "role": "img",
            "aria-label": "Tags resolved by segments of context, per cent",
        },
    )
    SubElement(drawn, "style").text = style()
    ground = add(drawn, "rect", "ground", x=0, y=0, width=width)
    add(drawn, "text", "title", "Tags resolved by segments of context, %", x=EDGE, y=EDGE + 4)
    top = float(EDGE + TEXT_LINE)
    for chart, drawings in panels(study):
        top = _legend(drawn, study, chart, top, width)
        for place, item in enumerate(drawings):
            row, column = divmod(place, COLUMNS)
            item.set("x", str(EDGE + column * (WIDTH + SPACE)))
            item.set("y", f"{top + row * (HEIGHT + SPACE / 2):g}")
            drawn.append(item)
        rows = -(-len(drawings) // COLUMNS)
        top += rows * (HEIGHT + SPACE / 2) + SPACE / 2
    height = f"{top + EDGE - SPACE:g}"
    drawn.set("viewBox", f"0 0 {width} {height}")
    drawn.set("width", str(width))
    drawn.set("height", height)
    ground.set("height", height)
    return drawn


def _legend(drawn: Element, study: SpanStudy, chart: Chart, top: float, width: int) -> float:
    """Write what the curves are, line by line; return the height after them."""
    if chart.title:
        add(drawn, "text", "title", chart.title, x=EDGE, y=top + 10)
        top += TEXT_LINE
    entries = [(place, "", item.name) for place, item in enumerate(chart.series)]
    if any(row.both for item in chart.series for row in item.rows.values()):
        entries += [(-1, kind, text) for kind, text in LEGEND]
    left = float(EDGE)
    for place, kind, text in entries:
        length = 34 + INK * len(text) + 20
        if left + length > width - EDGE and left > EDGE:
            left, top = float(EDGE), top + TEXT_LINE
        colour = f"c{place % COLOURS}" if place >= 0 else "plain"
        add(drawn, "line", f"curve {colour}{kind}", x1=left, x2=left + 26, y1=top + 6, y2=top + 6)
        if place >= 0:
            mark(drawn, place, left + 13, top + 6, colour)
        add(drawn, "text", "name", text, x=left + 34, y=top + 10)
        left += length
    wanted = ", ".join(f"{100 * share:g}" for share in study.wanted)
    told = (
        "shade: 95 % interval of the full line, over documents; pale: fewer than"
        f" {study.resampling.least} documents, no interval; dotted lines: {wanted} %"
    )
    add(drawn, "text", "under", told, x=EDGE, y=top + TEXT_LINE + 8)
    return top + 2 * TEXT_LINE


def style() -> str:
    """Return the style of the curves in the light colours, which replace its variables."""
    web = files("discotag.plugins.reports") / "web"
    light = view_part("colours.css").partition("@media")[0]
    colours = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", light))
    text = (web / "curves.css").read_text(encoding="utf-8")
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours[found[1]], text)
