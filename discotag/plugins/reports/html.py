"""The `html` report: one page that holds everything and fetches nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from discotag.core.options import NoOptions, checked
from discotag.plugins.reports.data import Pages
from discotag.plugins.reports.distances import Distances
from discotag.plugins.reports.page import page
from discotag.plugins.reports.scripts import script_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag.core.results import DocumentView, Results


class HtmlReport:
    """Shows scores, plots and every document with its tags; the same input gives the same bytes.

    The documents are kept as text until all are read, since plots and index stand before them.
    """

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the report; it has no options."""
        checked("report html", options, NoOptions)
        return cls()

    def render(self, results: Results, documents: Iterable[DocumentView]) -> Iterator[str]:
        """Yield the page; PluginError where a scorer's verdicts do not fit the tags."""
        pages, distances, records = Pages(results), Distances(), []
        shown = (*results.references, *results.systems)[:1]
        for view in documents:
            records.append(script_json(pages.add(view)))
            for name in shown:
                if name in view.texts:
                    distances.add(view.texts[name].tags)
        yield from page(results, distances, script_json(pages.index()), records)
