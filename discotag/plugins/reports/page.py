"""The page around the data: template, style and program, with a policy that allows nothing else."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from discotag.core.wording import count_noun
from discotag.plugins.reports.curves import panels
from discotag.plugins.reports.drawing import written
from discotag.plugins.reports.plots import bar_panel, interval_panels
from discotag.rendering.figures import ABSENT
from discotag.rendering.pages import page_policy, page_templates
from discotag.rendering.score_tables import (
    direction,
    explanation,
    label_tables,
    not_looked_for,
    score_tables,
)
from discotag.rendering.scripts import writable
from discotag.rendering.span_tables import explanation as span_explanation
from discotag.rendering.span_tables import span_tables
from discotag.rendering.view import view_part, view_program

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.results import Results
    from discotag.core.spans import SpanStudy
    from discotag.plugins.reports.distances import Distances

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
    """Yield each phenomenon that was looked for, its place, and the number of tags per text."""
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
