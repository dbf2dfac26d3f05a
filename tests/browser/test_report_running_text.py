"""The report page in a browser: documents of paragraphs."""

from __future__ import annotations

from dataclasses import replace

from discotag.core.document import Place
from discotag.testing.results import small_run

from .report_pages import rows


def in_paragraphs(view, *names):
    """Return a document whose segments stand in paragraphs of these names."""
    places = tuple((Place(0, line, 1, name),) for line, name in enumerate(names, 1))
    source = replace(view.source, places=places)
    texts = {
        name: replace(text, document=replace(text.document, source=source))
        for name, text in view.texts.items()
    }
    return replace(view, source=source, texts=texts)


def running(*names):
    _, (talk, *others) = small_run()
    return [in_paragraphs(talk, *names), *others]


def test_paragraphs_are_shown_as_running_text(visit):
    page = visit(views=running("p[1]", "p[1]", "p[2]")).page
    assert rows(page) == ["1–2", "3"]
    source = page.locator("#text tbody tr").first.locator("td").first
    assert source.locator(".unit-number").all_inner_texts() == ["1", "2"]


def test_units_that_stand_for_each_other_light_up_together(visit):
    page = visit(views=running("p[1]", "p[1]", "p[2]")).page
    page.locator("#text .unit[data-unit='1']").first.hover()
    found = page.locator("#text .same")
    assert {node.get_attribute("data-unit") for node in found.all()} == {"1"}
    assert found.count() == page.locator("#text thead th").count() - 1


def test_a_verdict_leads_to_its_unit_in_a_paragraph(visit):
    page = visit(views=running("p[1]", "p[1]", "p[1]")).page
    page.locator("#text .chip").first.click()
    assert page.locator("#detail.told").count() == 1
    assert page.locator("#text .unit.has-evidence").count() >= 1


def test_filters_show_whole_paragraphs(visit):
    page = visit(views=running("p[1]", "p[1]", "p[2]"), address="#document=talk&search=xyzzy").page
    assert rows(page) == []
    page.locator("#text .gap button").click()
    assert rows(page) == ["1–2", "3"]


def test_paragraphs_fit_a_phone(visit):
    page = visit(views=running("p[1]", "p[1]", "p[2]"), viewport={"width": 390, "height": 844}).page
    assert rows(page) == ["1–2", "3"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
