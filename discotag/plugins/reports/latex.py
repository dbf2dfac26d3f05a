"""The `latex` report: the tables of the summary, with booktabs, to be included in a paper."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Self

from discotag.core.options import NoOptions, checked
from discotag.core.roles import implements
from discotag.core.span_tables import explanation as span_tables_explained
from discotag.core.span_tables import not_looked_for as lacking_in
from discotag.core.span_tables import span_tables
from discotag.core.wording import count_noun
from discotag.plugins.reports.figures import ABSENT, MINUS
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

ESCAPES = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    ABSENT: "--",
    MINUS: "$-$",
    "→": r"$\to$",
    "×": r"$\times$",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}
SPECIAL = re.compile("|".join(map(re.escape, ESCAPES)))
BREAKS = re.compile(r"\s+")
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
            yield f"% {view.name}: {BREAKS.sub(' ', writable(view.signature))}\n"


def _spans(study: SpanStudy) -> Iterator[str]:
    """Format the tables of a span study."""
    for number, table in enumerate(span_tables(study), 1):
        columns = "l" * table.names + "r" * (len(table.header) - table.names)
        yield "\n\\begin{table}\n\\centering\\small\n"
        yield f"\\begin{{tabular}}{{{columns}}}\n\\toprule\n{_line(*map(escaped, table.header))}"
        yield "\\midrule\n"
        for row in table.rows:
            yield _line(*map(escaped, row))
        caption = escaped(f"{table.title}. {span_tables_explained(study)}")
        yield f"\\bottomrule\n\\end{{tabular}}\n\\caption{{{caption}}}\n"
        yield f"\\label{{tab:discotag-span-{number}}}\n\\end{{table}}\n"
    for line in lacking_in(study):
        yield f"% {BREAKS.sub(' ', writable(line))}\n"
    for text in study.texts:
        if text.signature:
            signature = BREAKS.sub(" ", writable(text.signature))
            yield f"% {BREAKS.sub(' ', writable(text.name))}: {signature}\n"


def _table(table: ScoreTable, results: Results, told: str) -> Iterator[str]:
    view = table.view
    sizes = (
        f"{count_noun(results.documents, 'document')}, {count_noun(results.segments, 'segment')}"
    )
    caption = f"{results.pair}, {view.name}: {direction(view)}; {sizes}. {told} – is undefined."
    yield "\n\\begin{table}\n\\centering\\small\n"
    yield f"\\begin{{tabular}}{{l{'r' * len(table.columns)}}}\n\\toprule\n"
    yield _line("", *(escaped(column.title) for column in table.columns))
    yield "\\midrule\n"
    for system, cells in table.rows.items():
        yield _line(escaped(system), *(_value(cell) for cell in cells))
        for texts in (
            [cell.interval for cell in cells],
            [cell.difference + ("*" if cell.is_significant else "") for cell in cells],
        ):
            if any(texts):
                yield _line("", *(_small(text) for text in texts))
    yield "\\midrule\n"
    yield _line("support", *(escaped(column.support) for column in table.columns))
    yield _line("documents", *(_documents(column) for column in table.columns))
    yield f"\\bottomrule\n\\end{{tabular}}\n\\caption{{{escaped(caption)}}}\n"
    yield f"\\label{{tab:discotag-{view.name}}}\n\\end{{table}}\n"


def _value(cell: Cell) -> str:
    return escaped(cell.value)


def _small(text: str) -> str:
    return f"{{\\footnotesize {escaped(text)}}}" if text else ""


def _documents(column: Column) -> str:
    return escaped(column.documents) + (r" {\footnotesize (too few)}" if column.is_few else "")


def _line(*cells: str) -> str:
    row = " & ".join(cells) + r" \\" + "\n"
    return "{}" + row if row.startswith(("[", "*")) else row  # the row above ends with \\


def escaped(text: str) -> str:
    """Escape what LaTeX would read as a command; dash, minus, arrow and times become its own."""
    return SPECIAL.sub(lambda found: ESCAPES[found[0]], BREAKS.sub(" ", writable(text)))
