"""The `markdown` report: the tables of the summary, for a README or an issue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from discotag.core.options import NoOptions, checked
from discotag.core.roles import implements
from discotag.core.wording import count_noun
from discotag.rendering.figures import ABSENT
from discotag.rendering.markup import markdown, markdown_row, markdown_rule
from discotag.rendering.score_tables import (
    direction,
    explanation,
    not_looked_for,
    score_tables,
)
from discotag.rendering.scripts import writable
from discotag.rendering.span_tables import explanation as span_tables_explained
from discotag.rendering.span_tables import not_looked_for as lacking_in
from discotag.rendering.span_tables import span_tables
from discotag.rendering.tables import markdown_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag.core.results import DocumentView, Results
    from discotag.core.spans import SpanStudy
    from discotag.rendering.score_tables import Cell, Column, ScoreTable


@implements("report")
class MarkdownReport:
    """Sets a table per scorer, systems × phenomena; reads no document."""

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the report; it has no options."""
        checked("report markdown", options, NoOptions)
        return cls()

    def render(self, results: Results, documents: Iterable[DocumentView]) -> Iterator[str]:  # noqa: ARG002
        """Yield the tables."""
        counted = count_noun(results.documents, "document")
        sizes = f"{counted}, {count_noun(results.segments, 'segment')}"
        yield f"# discotag {markdown(results.pair)}\n\n{sizes}\n"
        for table in score_tables(results):
            yield from _table(table)
        if results.scores:
            yield f"\n{markdown(explanation(results))} {ABSENT} is undefined, 0 a measured zero.\n"
        for name, reason in not_looked_for(results).items():
            yield f"\n{markdown(name)}: {markdown(reason)}\n"
        if results.spans is not None:
            yield from _spans(results.spans)
        yield "\n"
        signatures = {"tagging": results.signature} | {
            view.name: view.signature for view in results.scorers.values()
        }
        for name, signature in signatures.items():
            if signature:
                yield f"- {markdown(name)}: `{writable(signature)}`\n"


def _spans(study: SpanStudy) -> Iterator[str]:
    for table in span_tables(study):
        yield f"\n## {markdown(table.title)}\n\n"
        yield from markdown_table(table)
    yield f"\n{markdown(span_tables_explained(study))}\n"
    for line in lacking_in(study):
        yield f"\n{markdown(line)}\n"
    for text in study.texts:
        if text.signature:
            yield f"\n- {markdown(text.name)}: `{writable(text.signature)}`\n"


def _table(table: ScoreTable) -> Iterator[str]:
    yield f"\n## {markdown(table.view.name)}: {markdown(direction(table.view))}\n\n"
    yield markdown_row(["system", *(markdown(column.title) for column in table.columns)])
    yield markdown_rule(1, len(table.columns))
    for system, cells in table.rows.items():
        yield markdown_row([markdown(system), *(_cell(cell) for cell in cells)])
    yield markdown_row(["support", *(column.support for column in table.columns)])
    yield markdown_row(["documents", *(_documents(column) for column in table.columns)])


def _cell(cell: Cell) -> str:
    star = r"\*" if cell.is_significant else ""
    parts = (cell.value, markdown(cell.interval), cell.difference + star)
    return " ".join(part for part in parts if part)


def _documents(column: Column) -> str:
    return f"{column.documents}, too few" if column.is_few else column.documents
