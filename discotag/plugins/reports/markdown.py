"""The `markdown` report: the tables of the summary, for a README or an issue."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

from discotag.core.options import NoOptions, checked
from discotag.core.roles import implements
from discotag.core.span_tables import explanation as span_tables_explained
from discotag.core.span_tables import not_looked_for as lacking_in
from discotag.core.span_tables import span_tables
from discotag.core.wording import count_noun
from discotag.plugins.reports.figures import ABSENT
from discotag.plugins.reports.scripts import writable
from discotag.plugins.reports.summary import (
    direction,
    explanation,
    not_looked_for,
    score_tables,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag.core.results import DocumentView, Results
    from discotag.core.spans import SpanStudy
    from discotag.plugins.reports.summary import Cell, Column, ScoreTable

SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~&$])")
BREAKS = re.compile(r"\s+")


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
        yield f"# discotag {plain(results.pair)}\n\n{sizes}\n"
        for table in score_tables(results):
            yield from _table(table)
        if results.scores:
            yield f"\n{plain(explanation(results))} {ABSENT} is undefined, 0 a measured zero.\n"
        for name, reason in not_looked_for(results).items():
            yield f"\n{plain(name)}: {plain(reason)}\n"
        if results.spans is not None:
            yield from _spans(results.spans)
        yield "\n"
        signatures = {"tagging": results.signature} | {
            view.name: view.signature for view in results.scorers.values()
        }
        for name, signature in signatures.items():
            if signature:
                yield f"- {plain(name)}: `{writable(signature)}`\n"


def _spans(study: SpanStudy) -> Iterator[str]:
    for table in span_tables(study):
        rules = ("---" if place < table.names else "---:" for place in range(len(table.header)))
        yield f"\n## {plain(table.title)}\n\n{_line(*map(plain, table.header))}{_line(*rules)}"
        for row in table.rows:
            yield _line(*map(plain, row))
    yield f"\n{plain(span_tables_explained(study))}\n"
    for line in lacking_in(study):
        yield f"\n{plain(line)}\n"
    for text in study.texts:
        if text.signature:
            yield f"\n- {plain(text.name)}: `{writable(text.signature)}`\n"


def _table(table: ScoreTable) -> Iterator[str]:
    yield f"\n## {plain(table.view.name)}: {plain(direction(table.view))}\n\n"
    yield _line("system", *(plain(column.title) for column in table.columns))
    yield _line("---", *("---:" for _ in table.columns))
    for system, cells in table.rows.items():
        yield _line(plain(system), *(_cell(cell) for cell in cells))
    yield _line("support", *(column.support for column in table.columns))
    yield _line("documents", *(_documents(column) for column in table.columns))


def _cell(cell: Cell) -> str:
    star = r"\*" if cell.is_significant else ""
    parts = (cell.value, plain(cell.interval), cell.difference + star)
    return " ".join(part for part in parts if part)


def _documents(column: Column) -> str:
    return f"{column.documents}, too few" if column.is_few else column.documents


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def plain(text: str) -> str:
    """Escape what Markdown would read as markup, and line breaks, which end a table's row."""
    return SPECIAL.sub(r"\\\1", BREAKS.sub(" ", writable(text)))
