"""The context that tags need, in the reports that show it."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from lxml import html

from discotag.core.errors import UsageError
from discotag.core.results import Interval
from discotag.plugins.reports.drawings import SvgReport, style
from discotag.plugins.reports.page import HtmlReport
from discotag.plugins.reports.tables import LatexReport, MarkdownReport
from discotag.testing.results import small_run, small_study

SVG = "{http://www.w3.org/2000/svg}"


def render(report, spans):
    return "".join(report.create({}).render(replace(small_run()[0], spans=spans), ()))


@pytest.fixture(scope="module")
def study():
    return small_study()


@pytest.fixture(scope="module")
def drawing(study):
    return ET.fromstring(render(SvgReport, study))


def panels(drawing):
    return {panel[2].text: panel for panel in drawing.findall(f"{SVG}svg")}


def test_a_panel_for_all_tags_and_for_each_phenomenon_that_has_any(drawing):
    assert list(panels(drawing)) == ["all tags", "formality", "pronouns"]


def test_a_panel_tells_its_figures_in_words(drawing):
    told = panels(drawing)["formality"].find(f"{SVG}desc").text
    assert told.startswith("en-fr ref, 2 tags, percent resolved by 0: 0.0, 1: 0.0, 1 + 1: 0.0, 2: ")
    assert told.endswith("10: 50.0, 10 + 10: 100.0, all: 50.0, all + all: 100.0.")


def test_tags_of_unknown_evidence_are_told_and_not_drawn(drawing):
    texts = [element.text for element in panels(drawing)["pronouns"].iter(f"{SVG}text")]
    assert "1 tag; 1 of unknown evidence left out" in texts


def test_a_curve_rises_with_the_share_and_ends_at_the_whole_document(drawing):
    panel = panels(drawing)["formality"]
    (alone, both) = (
        [tuple(map(float, point.split(","))) for point in line.get("points").split()]
        for kind in ("curve c0 few", "curve c0 both few")
        for line in panel.iter(f"{SVG}polyline")
        if line.get("class") == kind
    )
    heights = [y for _, y in alone]
    assert (heights[0], heights[2], heights[10]) == (186, 113, 113)
    assert [y for _, y in both][2] == 40
    assert [x for x, _ in alone] == sorted(x for x, _ in alone)


def test_the_drawing_needs_nothing_from_elsewhere(drawing, study):
    assert "var(" not in style()
    assert "href" not in render(SvgReport, study)
    assert drawing.find(f"{SVG}style").text == style()


def test_texts_are_told_apart_by_colour_and_shape(study):
    two = replace(
        study,
        texts=(*study.texts, replace(study.texts[0], name="en-de ref")),
        rows=(*study.rows, *(replace(row, text="en-de ref") for row in study.rows)),
    )
    panel = panels(ET.fromstring(render(SvgReport, two)))["formality"]
    kinds = {(e.tag.removeprefix(SVG), e.get("class")) for e in panel.iter()}
    assert {("circle", "point c0 few"), ("polygon", "point c1 few")} <= kinds


def test_a_curve_has_its_interval_as_a_shade_or_is_pale(study):
    wide = {
        window: replace(share, interval=Interval(0, share.value))
        for row in study.rows
        for window, share in row.resolved.items()
    }
    sure = replace(
        study,
        rows=tuple(replace(row, resolved=wide) if row.resolved else row for row in study.rows),
    )
    kinds = {
        pale: {e.get("class") for e in ET.fromstring(render(SvgReport, drawn)).iter()}
        for pale, drawn in ((True, study), (False, sure))
    }
    assert {"curve c0 few", "shade c0"} & kinds[True] == {"curve c0 few"}
    assert {"curve c0", "shade c0", "whisker c0"} <= kinds[False]
    assert "shade c0 both" not in kinds[False]


def test_domains_have_a_chart_for_each_text(study):
    rows = tuple(replace(row, domain="talks") for row in study.rows)
    drawn = ET.fromstring(render(SvgReport, replace(study, rows=study.rows + rows)))
    texts = [element.text for element in drawn.findall(f"{SVG}text")]
    assert "en-fr ref" in texts
    assert "talks" in texts


def test_hostile_names_are_text(study):
    name = "<script>]]>&\u2028\ud800\x00"
    named = replace(
        study,
        texts=(replace(study.texts[0], name=name),),
        rows=tuple(replace(row, text=name) for row in study.rows),
    )
    written = render(SvgReport, named)
    assert "<script" not in written
    ET.fromstring(written)
    assert "<script>]]" not in render(HtmlReport, named)


def test_there_is_nothing_to_draw_without_a_study():
    with pytest.raises(UsageError, match="discotag span"):
        render(SvgReport, None)


def test_the_page_has_a_section_where_there_is_a_study(study):
    tree = html.document_fromstring(render(HtmlReport, study).encode())
    (section,) = tree.xpath("//section[@id='context']")
    assert len(section.xpath(".//*[local-name()='svg']")) == 3
    cells = [[cell.text_content() for cell in row] for row in section.xpath(".//tbody/tr")]
    assert [
        "pronouns",
        "1",
        "1",
        "1",
        "100.0",
        "100.0",
        "100.0",
        "100.0",
        "100.0",
        "100.0",
    ] in cells
    without = html.document_fromstring(render(HtmlReport, None).encode())
    assert without.xpath("//section[@id='context']") == []
    assert without.xpath("//a[@href='#context']") == []


def test_markdown_and_latex_set_the_tables(study):
    markdown, latex = render(MarkdownReport, study), render(LatexReport, study)
    assert "| formality | 2 | 0 | 1 | 0.0 | 50.0 | 50.0 | 50.0 | 50.0 | 50.0 |" in markdown
    assert r"formality & 2 & 0 & 1 & 0.0 & 50.0 & 50.0 & 50.0 & 50.0 & 50.0 \\" in latex
    assert latex.count(r"\begin{tabular}") == 4 + 2
    assert "ellipsis: not applicable" in markdown
    assert "Tags resolved" not in render(MarkdownReport, None)
