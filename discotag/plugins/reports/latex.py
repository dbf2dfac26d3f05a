"""The `latex` report: the tables of the summary, with booktabs, to be included in a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from discotag._rendering.markup import latex, latex_row, one_line
from discotag._rendering.score_tables import (
    direction,
    explanation,
    not_looked_for,
    score_tables,
)
from discotag._rendering.span_tables import explanation as span_tables_explained
from discotag._rendering.span_tables import not_looked_for as lacking_in
from discotag._rendering.span_tables import span_tables
from discotag._rendering.tables import latex_table
from discotag.core.options import NoOptions, checked
from discotag.core.roles import implements
from discotag.core.wording import count_noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag._rendering.score_tables import Cell, Column, ScoreTable
    from discotag.core.results import DocumentView, Results
    from discotag.core.spans import SpanStudy

HEAD = """\
% Tables of discotag; needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}
% (with XeLaTeX or LuaLaTeX: fontspec).
"""


@implements("report")
class LatexReport:
    """Sets a table per scorer, systems × phenomena; reads no document."""

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the report; it has no options."""
        checked("report latex", options, NoOptions)
        return cls()

    def render(self, results: Results, documents: Iterable[DocumentView]) -> Iterator[str]:  # noqa: ARG002
        """Yield the tables, each in an environment of its own."""
        yield HEAD
        told = explanation(results)
        if lacking := not_looked_for(results):
            told += "".join(f" {name}: {reason}." for name, reason in lacking.items())
        for table in score_tables(results):
            yield from _table(table, results, told)
        if results.spans is not None:
            yield from _spans(results.spans)
        for view in results.scorers.values():
            yield f"% {view.name}: {one_line(view.signature)}\n"


def _spans(study: SpanStudy) -> Iterator[str]:
    """Format the tables of a span study."""
    for number, table in enumerate(span_tables(study), 1):
        caption = f"{table.title}. {span_tables_explained(study)}"
        yield from latex_table(table, caption, f"tab:discotag-span-{number}")
    for line in lacking_in(study):
        yield f"% {one_line(line)}\n"
    for text in study.texts:
        if text.signature:
            yield f"% {one_line(text.name)}: {one_line(text.signature)}\n"


def _table(table: ScoreTable, results: Results, told: str) -> Iterator[str]:
    view = table.view
    sizes = (
        f"{count_noun(results.documents, 'document')}, {count_noun(results.segments, 'segment')}"
    )
    caption = f"{results.pair}, {view.name}: {direction(view)}; {sizes}. {told} – is undefined."
    yield "\n\\begin{table}\n\\centering\\small\n"
    yield f"\\begin{{tabular}}{{l{'r' * len(table.columns)}}}\n\\toprule\n"
    yield latex_row(["", *(latex(column.title) for column in table.columns)])
    yield "\\midrule\n"
    for system, cells in table.rows.items():
        yield latex_row([latex(system), *(_value(cell) for cell in cells)])
        for texts in (
            [cell.interval for cell in cells],
            [cell.difference + ("*" if cell.is_significant else "") for cell in cells],
        ):
            if any(texts):
                yield latex_row(["", *(_small(text) for text in texts)])
    yield "\\midrule\n"
    yield latex_row(["support", *(latex(column.support) for column in table.columns)])
    yield latex_row(["documents", *(_documents(column) for column in table.columns)])
    yield f"\\bottomrule\n\\end{{tabular}}\n\\caption{{{latex(caption)}}}\n"
    yield f"\\label{{tab:discotag-{view.name}}}\n\\end{{table}}\n"


def _value(cell: Cell) -> str:
    return latex(cell.value)


def _small(text: str) -> str:
    return f"{{\\footnotesize {latex(text)}}}" if text else ""


def _documents(column: Column) -> str:
    return latex(column.documents) + (r" {\footnotesize (too few)}" if column.is_few else "")
