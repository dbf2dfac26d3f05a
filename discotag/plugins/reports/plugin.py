"""Declares the built-in reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import ReportInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_reports() -> Iterable[ReportInfo]:
    """Declare `html`, `markdown`, `latex` and `svg`."""
    yield ReportInfo(
        name="html",
        summary="one page for the browser: scores, plots, and every document with its tags",
        factory="discotag.plugins.reports.page:HtmlReport",
        suffix=".html",
        shows_spans=True,
    )
    yield ReportInfo(
        name="markdown",
        summary="tables of scores in Markdown",
        factory="discotag.plugins.reports.tables:MarkdownReport",
        suffix=".md",
    )
    yield ReportInfo(
        name="latex",
        summary="tables of scores in LaTeX, with booktabs",
        factory="discotag.plugins.reports.tables:LatexReport",
        suffix=".tex",
    )
    yield ReportInfo(
        name="svg",
        summary="curves of the context that tags need, as one drawing",
        factory="discotag.plugins.reports.drawings:SvgReport",
        suffix=".svg",
        shows_spans=True,
    )
