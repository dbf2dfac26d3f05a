"""The `svg` report: the curves of context of a run or of several texts, as one drawing."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Self
from xml.etree.ElementTree import Element, SubElement

from discotag.core.errors import UsageError
from discotag.core.options import NoOptions, checked
from discotag.core.roles import implements
from discotag.plugins.reports.curves import COLOURS, HEIGHT, WIDTH, mark, panels
from discotag.plugins.reports.drawing import add, written
from discotag.rendering.scripts import writable
from discotag.rendering.view import view_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag.core.results import DocumentView, Results
    from discotag.core.spans import SpanStudy
    from discotag.plugins.reports.curves import Chart

COLUMNS = 3
EDGE, SPACE = 20, 24
"""Pixels: of the margin, and between panels."""
LINE = 20
LEGEND = (
    ("", "previous segments alone"),
    (" both", "as many following segments, too"),
)
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""What XML 1.0 cannot hold."""
INK = 6.6
"""Pixels that a letter of the legend takes, at the most."""


@implements("report")
class SvgReport:
    """Draws how much context tags need; reads no document."""

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the report; it has no options."""
        checked("report svg", options, NoOptions)
        return cls()

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
    top = float(EDGE + LINE)
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
    """Write what the curves are, line by line; give the height behind."""
    if chart.title:
        add(drawn, "text", "title", chart.title, x=EDGE, y=top + 10)
        top += LINE
    entries = [(place, "", item.name) for place, item in enumerate(chart.series)]
    if any(row.both for item in chart.series for row in item.rows.values()):
        entries += [(-1, kind, text) for kind, text in LEGEND]
    left = float(EDGE)
    for place, kind, text in entries:
        length = 34 + INK * len(text) + 20
        if left + length > width - EDGE and left > EDGE:
            left, top = float(EDGE), top + LINE
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
    add(drawn, "text", "under", told, x=EDGE, y=top + LINE + 8)
    return top + 2 * LINE


def style() -> str:
    """Return the style of the curves in the light colours, which stand for its variables."""
    web = files("discotag.plugins.reports") / "web"
    light = view_part("colours.css").partition("@media")[0]
    colours = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", light))
    text = (web / "curves.css").read_text(encoding="utf-8")
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours[found[1]], text)
