"""The `html` report: one page that holds everything and fetches nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.options import checked
from discotag.core.roles import implements
from discotag.plugins.reports.distances import Distances
from discotag.plugins.reports.page import page
from discotag.rendering.scripts import script_json
from discotag.rendering.view.data import Pages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag.core.results import DocumentView, Results


class HtmlOptions(BaseModel):
    """Options of the `html` report.

    Args:
        megabytes: how much text of documents a page may hold; what is more is left out, and said to
            be, since no browser would open it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    megabytes: float = Field(default=32, ge=0)


@implements("report")
class HtmlReport:
    """Shows scores, plots and every document with its tags; the same input gives the same bytes.

    The documents are kept as text until all are read, since plots and index stand before them.
    """

    def __init__(self, options: HtmlOptions) -> None:
        self._room = options.megabytes * 1e6

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the report from `HtmlOptions`."""
        return cls(checked("report html", options, HtmlOptions))

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
            if size >= self._room:
                left_out += 1
                continue
            records.append(script_json(pages.add(view)))
            size += len(records[-1].encode())
        yield from page(results, distances, script_json(pages.index()), records, left_out)
