"""The `markdown` and `latex` reports: the tables of the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.interfaces import Configured, Report
from discotag.core.parsing import FrozenModel
from discotag.core.results import SIZES
from discotag.core.text import count_noun
from discotag.rendering.summaries import (
    direction,
    explanation,
    not_looked_for,
    score_tables,
    span_explanation,
    span_not_looked_for,
    span_tables,
)
from discotag.rendering.text import (
    ABSENT,
    latex,
    latex_row,
    latex_table,
    markdown,
    markdown_row,
    markdown_rule,
    markdown_table,
    one_line,
    writable,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.results import DocumentView, Results, SpanStudy
    from discotag.rendering.summaries import Cell, Column, ScoreTable


class MarkdownReport(Configured, Report):
    """Sets a table per scorer, systems × phenomena; reads no document."""

    title = "report markdown"

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
    yield f"\n{markdown(span_explanation(study))}\n"
    for line in span_not_looked_for(study):
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
    for name in SIZES:
        sizes = (
            column.sizes[name] + (", too few" if _are_few(column, name) else "")
            for column in table.columns
        )
        yield markdown_row([name, *sizes])


def _cell(cell: Cell) -> str:
    star = r"\*" if cell.is_significant else ""
    parts = (cell.value, markdown(cell.interval), cell.difference + star)
    return " ".join(part for part in parts if part)


def _are_few(column: Column, name: str) -> bool:
    """Return whether a size is that of documents, and too few for intervals."""
    return name == "documents" and column.is_few


HEAD = """\
% Tables of discotag; needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}
% (with XeLaTeX or LuaLaTeX: fontspec).
"""


class LatexOptions(FrozenModel):
    """Options of the `latex` report.

    Args:
        intervals: whether intervals and differences are below the values; significant
            differences are marked in any case.
        one_column: whether tables should fit into one column of a page of two: a row per
            phenomenon, a column per system, small type, no intervals.
    """

    intervals: bool = True
    one_column: bool = False


class LatexReport(Configured, Report):
    """Sets a table per scorer, systems × phenomena; reads no document."""

    title = "report latex"
    schema = LatexOptions
    options: LatexOptions

    def render(self, results: Results, documents: Iterable[DocumentView]) -> Iterator[str]:  # noqa: ARG002
        """Yield the tables, each in an environment of its own."""
        yield HEAD
        told = explanation(results)
        if lacking := not_looked_for(results):
            told += "".join(f" {name}: {reason}." for name, reason in lacking.items())
        for table in score_tables(results):
            if self.options.one_column:
                yield from _narrow(table, results)
            else:
                yield from _latex_table(table, results, told, intervals=self.options.intervals)
        if results.spans is not None:
            yield from _latex_spans(results.spans)
        for view in results.scorers.values():
            yield f"% {view.name}: {one_line(view.signature)}\n"


def _latex_spans(study: SpanStudy) -> Iterator[str]:
    """Format the tables of a span study."""
    for number, table in enumerate(span_tables(study), 1):
        caption = f"{table.title}. {span_explanation(study)}"
        yield from latex_table(table, caption, f"tab:discotag-span-{number}")
    for line in span_not_looked_for(study):
        yield f"% {one_line(line)}\n"
    for text in study.texts:
        if text.signature:
            yield f"% {one_line(text.name)}: {one_line(text.signature)}\n"


def _caption(table: ScoreTable, results: Results, told: str) -> str:
    sizes = (
        f"{count_noun(results.documents, 'document')}, {count_noun(results.segments, 'segment')}"
    )
    view = table.view
    return f"{results.pair}, {view.name}: {direction(view)}; {sizes}. {told}– is undefined."


def _narrow(table: ScoreTable, results: Results) -> Iterator[str]:
    """Set a table for one column: a row per phenomenon."""
    how = results.resampling
    told = (
        f"*: differs from {how.baseline} (p < .05, approximate randomization over documents, Holm"
        " over phenomena). "
        if how is not None and how.baseline is not None
        else ""
    )
    yield "\n\\begin{table}\n\\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\n"
    yield f"\\begin{{tabular}}{{l{'r' * (len(table.rows) + len(SIZES))}}}\n\\toprule\n"
    yield latex_row(["", *map(latex, table.rows), *SIZES])
    yield "\\midrule\n"
    for place, column in enumerate(table.columns):
        cells = [row[place] for row in table.rows.values()]
        values = [_value(cell) + ("*" if cell.is_significant else "") for cell in cells]
        sizes = [latex(column.sizes[name]) for name in SIZES]
        yield latex_row([latex(column.title), *values, *sizes])
    yield f"\\bottomrule\n\\end{{tabular}}\n\\caption{{{latex(_caption(table, results, told))}}}\n"
    yield f"\\label{{tab:discotag-{table.view.name}}}\n\\end{{table}}\n"


def _latex_table(
    table: ScoreTable, results: Results, told: str, *, intervals: bool
) -> Iterator[str]:
    view = table.view
    caption = _caption(table, results, f"{told} ")
    yield "\n\\begin{table}\n\\centering\\small\n"
    yield f"\\begin{{tabular}}{{l{'r' * len(table.columns)}}}\n\\toprule\n"
    yield latex_row(["", *(latex(column.title) for column in table.columns)])
    yield "\\midrule\n"
    for system, cells in table.rows.items():
        marks = ["*" if cell.is_significant else "" for cell in cells]
        if not intervals:
            values = (_value(cell) + mark for cell, mark in zip(cells, marks, strict=True))
            yield latex_row([latex(system), *values])
            continue
        yield latex_row([latex(system), *(_value(cell) for cell in cells)])
        for texts in (
            [cell.interval for cell in cells],
            [cell.difference + mark for cell, mark in zip(cells, marks, strict=True)],
        ):
            if any(texts):
                yield latex_row(["", *(_small(text) for text in texts)])
    yield "\\midrule\n"
    for name in SIZES:
        sizes = (
            latex(column.sizes[name])
            + (r" {\footnotesize (too few)}" if _are_few(column, name) else "")
            for column in table.columns
        )
        yield latex_row([name, *sizes])
    yield f"\\bottomrule\n\\end{{tabular}}\n\\caption{{{latex(caption)}}}\n"
    yield f"\\label{{tab:discotag-{view.name}}}\n\\end{{table}}\n"


def _value(cell: Cell) -> str:
    return latex(cell.value)


def _small(text: str) -> str:
    return f"{{\\footnotesize {latex(text)}}}" if text else ""
