"""The `html` report: one page with its data, style and program; it fetches nothing."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pydantic import Field

from discotag.core.interfaces import Configured, Report
from discotag.core.parsing import FrozenModel
from discotag.core.results import SIZES
from discotag.core.text import count_noun
from discotag.plugins.reports.drawings import bar_panel, interval_panels, panels, written
from discotag.rendering.pages import page_policy, page_templates
from discotag.rendering.summaries import (
    direction,
    explanation,
    label_tables,
    not_looked_for,
    score_tables,
    span_explanation,
    span_tables,
)
from discotag.rendering.text import ABSENT, script_json, writable
from discotag.rendering.view import view_part, view_program
from discotag.rendering.view.data import Pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.results import DocumentView, Results, SpanStudy
    from discotag.core.tags import Mark


UNKNOWN, AHEAD, SAME = "not found", "ahead", "same segment"
BACK = ((1, "1 back"), (2, "2 back"), (3, "3 back"), (5, "4–5"), (10, "6–10"), (20, "11–20"))
"""Largest distance of a class, in segments, and its name; then comes `FURTHER`."""
FURTHER = "> 20"
NAMES = (AHEAD, SAME, *(name for _, name in BACK), FURTHER, UNKNOWN)
OPTIONAL = frozenset({AHEAD, SAME, UNKNOWN})
"""Classes that are shown only where something is in them."""


class Distances:
    """Counts of tags by phenomenon and class of distance."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, int]] = {}

    def add(self, tags: Iterable[Mark]) -> None:
        """Count the tags of one more document."""
        for tag in tags:
            counts = self._counts.setdefault(tag.phenomenon, dict.fromkeys(NAMES, 0))
            counts[_class(tag.distance)] += 1

    def bars(self, phenomenon: str) -> dict[str, int]:
        """Return a phenomenon's classes in order, nearest first; empty where it has no tag."""
        used = {name for counts in self._counts.values() for name, count in counts.items() if count}
        return {
            name: count
            for name, count in self._counts.get(phenomenon, {}).items()
            if name in used or name not in OPTIONAL
        }


def _class(distance: int | None) -> str:
    if distance is None:
        return UNKNOWN
    if distance <= 0:
        return SAME if distance == 0 else AHEAD
    return next((name for limit, name in BACK if distance <= limit), FURTHER)


STYLE = ("colours", "base", "figures", "plots", "curves", "documents", "tags", "scripts", "media")
"""The files of the page's style, in the order in which they are put together."""
OWN = frozenset({"plots", "curves"})
"""Those that the view of documents does not have."""
LABELS = 60
"""Labels of one phenomenon that a table shows, those of most support."""


def page(
    results: Results, distances: Distances, index: str, documents: Sequence[str], left_out: int
) -> Iterator[str]:
    """Yield the page piece by piece.

    Args:
        results: the run.
        distances: of the evidence, for the plots.
        index: what the program reads first, as text for a script element.
        documents: each document, likewise.
        left_out: how many documents there was no room for.
    """
    from markupsafe import Markup

    style, program = _style(), _program()
    how = results.resampling
    tables = score_tables(results)
    baseline = how.baseline if how else None
    return (
        page_templates("discotag.plugins.reports", direction=direction, amount=count_noun)
        .get_template("page.html.j2")
        .generate(
            results=results,
            texts=(*results.references, *results.systems),
            baseline=baseline,
            policy=page_policy(style, program),
            style=Markup(style),
            program=Markup(program),
            index=Markup(index),
            documents=[Markup(text) for text in documents],
            left_out=left_out,
            tables=[(table, label_tables(results, table.view)) for table in tables],
            most=LABELS,
            sizes=SIZES,
            absent=ABSENT,
            explanation=explanation(results),
            label_explanation=explanation(results, family="the labels of one phenomenon"),
            lacking=not_looked_for(results),
            interval_plots=[
                (table.view, [Markup(text) for text in drawn])
                for table in tables
                if (drawn := interval_panels(table, baseline))
            ],
            count_plots=[Markup(text) for text in _count_panels(results)],
            untagged=[name for name, _, counts in _counts(results) if not any(counts.values())],
            distance_plots=[Markup(text) for text in _distance_panels(results, distances)],
            spans=None if results.spans is None else _spans(results.spans),
        )
    )


def _style() -> str:
    return "\n".join(
        _web(f"{name}.css") if name in OWN else view_part(f"{name}.css") for name in STYLE
    )


def _program() -> str:
    return view_program(_web("start.js"))


def _web(name: str) -> str:
    return (files("discotag.plugins.reports") / "web" / name).read_text(encoding="utf-8")


def _spans(study: SpanStudy) -> dict[str, Any]:
    """Return what the section on context shows: drawings, tables, and what they mean."""
    from markupsafe import Markup

    return {
        "charts": [
            (chart.title, [Markup(writable(written(panel))) for panel in drawn])
            for chart, drawn in panels(study)
        ],
        "tables": span_tables(study),
        "explanation": span_explanation(study),
    }


def _counts(results: Results) -> Iterator[tuple[str, int, dict[str, int]]]:
    """Yield each phenomenon that was searched for, its place, and the number of tags per text."""
    for place, (phenomenon, told) in enumerate(results.phenomena.items()):
        if told.get("state") == "supported":
            counts = {
                name: results.counts.get(name, {}).get(phenomenon, {}).get("tags", 0)
                for name in (*results.references, *results.systems)
            }
            yield phenomenon, place, counts


def _count_panels(results: Results) -> Iterator[str]:
    """Draw the number of tags per text, a panel for each phenomenon of which there are any."""
    for phenomenon, place, counts in _counts(results):
        if any(counts.values()):
            yield bar_panel(phenomenon, f"Tags of {phenomenon} by text", counts, colour=place)


def _distance_panels(results: Results, distances: Distances) -> Iterator[str]:
    for place, phenomenon in enumerate(results.phenomena):
        bars = distances.bars(phenomenon)
        if bars:
            subject = f"Tags of {phenomenon} by distance in segments"
            yield bar_panel(phenomenon, subject, bars, colour=place)


class HtmlOptions(FrozenModel):
    """Options of the `html` report.

    Args:
        megabytes: how much text of documents a page may hold; what is more is left out, and said to
            be, since no browser would open it.
    """

    megabytes: float = Field(default=32, ge=0)


class HtmlReport(Configured, Report):
    """Shows scores, plots and every document with its tags; the same input gives the same bytes.

    The documents are kept as text until all are read, since plots and index are before them.
    """

    title = "report html"
    schema = HtmlOptions
    options: HtmlOptions

    def render(self, results: Results, documents: Iterable[DocumentView]) -> Iterator[str]:
        """Yield the page; PluginError where a scorer's verdicts do not fit the tags."""
        pages, distances = Pages(results), Distances()
        first = (*results.references, *results.systems)[:1]
        records: list[str] = []
        left_out = size = 0
        for view in documents:
            for name in first:
                if name in view.texts:
                    distances.add(view.texts[name].tags)
            if size >= self.options.megabytes * 1e6:
                left_out += 1
                continue
            records.append(script_json(pages.add(view)))
            size += len(records[-1].encode())
        yield from page(results, distances, script_json(pages.index()), records, left_out)
