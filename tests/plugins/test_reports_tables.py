"""The tables for Markdown and LaTeX, and what every report has in common."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from discotag.core.components import ReportInfo
from discotag.core.errors import UsageError
from discotag.plugins.reports.page import HtmlReport
from discotag.plugins.reports.plugin import discotag_reports
from discotag.plugins.reports.tables import LatexReport, MarkdownReport
from discotag.testing.results import small_run

HOSTILE = "<script> \u2028\u202e\ud800\x00\n | `x` $x^2_3$ \\end{table} %"
REPORTS = [HtmlReport, MarkdownReport, LatexReport]


def render(report, results=None, views=None):
    small, documents = small_run()
    views = documents if views is None else views
    return "".join(report.create({}).render(results or small, views))


def hostile_results():
    results, _ = small_run()
    scores = tuple(
        replace(score, system=HOSTILE if score.system == "A" else "B") for score in results.scores
    )
    phenomena = {**results.phenomena, "ellipsis": {"state": "no table", "reason": HOSTILE}}
    return replace(
        results,
        systems=(HOSTILE, "B"),
        scores=scores,
        notes=(HOSTILE,),
        failures=(HOSTILE,),
        signature=HOSTILE,
        phenomena=phenomena,
    )


def test_every_declared_report_loads():
    for info in discotag_reports():
        assert isinstance(info, ReportInfo)
        assert "".join(info.load().create({}).render(*small_run()))


@pytest.mark.parametrize("report", REPORTS)
def test_an_unknown_option_is_refused_by_name(report):
    with pytest.raises(UsageError, match="colour"):
        report.create({"colour": "red"})


@pytest.mark.parametrize("report", REPORTS)
def test_the_same_input_gives_the_same_bytes(report):
    assert render(report).encode() == render(report).encode()


@pytest.mark.parametrize("report", REPORTS)
def test_every_report_of_hostile_text_can_be_written(report):
    assert "\ud800" not in render(report, hostile_results(), ()).encode().decode()


def test_markdown_shows_what_the_page_shows():
    written = render(MarkdownReport)
    assert "## choice: accuracy, 0–1, higher is better" in written
    assert r"| B | 0.000 \[0.000, 0.000\] −0.900\* | – |" in written
    assert "| support | 40 | 40 |" in written
    assert "| documents | 20 | 0–3, too few |" in written
    assert "| B | 51.2 \\[50.1, 52.4\\] 0.0 |" in written
    assert "ellipsis: not applicable: nothing is left out in French" in written
    assert "- tagging: `s|v:1`" in written


def test_markdown_rows_keep_their_cells_whatever_the_names():
    lines = render(MarkdownReport, hostile_results()).splitlines()
    rows = [line for line in lines if line.startswith("| ")]
    cells = {len(re.findall(r"(?<!\\)\|", line)) for line in rows[:5]}
    assert cells == {4}


def test_latex_sets_booktabs_with_the_marks_explained():
    written = render(LatexReport, replace(small_run()[0], spans=None))
    assert written.count(r"\begin{table}") == written.count(r"\end{table}") == 2
    assert r"B & 0.000 & -- \\" in written
    assert r" & {\footnotesize [0.000, 0.000]} &  \\" in written
    assert r" & {\footnotesize $-$0.900*} &  \\" in written
    assert "Holm" in written
    assert r"documents & 20 & 0--3 {\footnotesize (too few)} \\" in written


def test_latex_escapes_every_special_character():
    results, _ = small_run()
    names = replace(
        results,
        systems=(r"a_b&c%d#e$f{g}h~i^j\k",),
        scores=tuple(
            replace(score, system=r"a_b&c%d#e$f{g}h~i^j\k")
            for score in results.scores
            if score.system == "A"
        ),
    )
    written = render(LatexReport, names)
    assert (
        r"a\_b\&c\%d\#e\$f\{g\}h\textasciitilde{}i\textasciicircum{}j\textbackslash{}k & 0.900"
        in written
    )


@pytest.mark.parametrize("name", ["[2pt]", "*"])
def test_latex_rows_do_not_read_a_name_as_an_option_of_the_line_break(name):
    results, _ = small_run()
    scores = tuple(replace(score, system=name) for score in results.scores if score.system == "A")
    written = render(LatexReport, replace(results, systems=(name,), scores=scores))
    assert f"\n{{}}{name} & 0.900" in written


def test_latex_comments_stay_on_their_line():
    results, _ = small_run()
    views = {"choice": replace(results.scorers["choice"], signature="a\n\\input{x}")}
    written = render(LatexReport, replace(results, scorers=views))
    assert "% choice: a \\input{x}\n" in written


def test_the_tables_alone_do_not_read_the_documents():
    def unread():
        raise AssertionError("read")
        yield

    results, _ = small_run()
    assert render(MarkdownReport, results, unread())
    assert render(LatexReport, results, unread())
