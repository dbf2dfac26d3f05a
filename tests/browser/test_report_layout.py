"""The report page in a browser: edges, colours, writing direction, phones, long documents."""

from __future__ import annotations

from dataclasses import replace

import pytest

from discotag.core.results import Interval, Judgement, Row, Score, Verdict
from discotag.core.tags import Mark, TokenRef
from discotag.testing.results import document_view, small_run

from .report_pages import focused


def test_the_curves_of_context_are_drawn_in_the_colours_of_the_page(visit):
    page = visit().page
    curve = page.locator("#context .curve.c0:not(.both)").first
    assert curve.evaluate("line => getComputedStyle(line).opacity") == "0.5"  # few documents
    light = curve.evaluate("line => getComputedStyle(line).stroke")
    dark = visit(color_scheme="dark").page.locator("#context .curve.c0:not(.both)").first
    assert light == "rgb(0, 114, 178)"
    assert dark.evaluate("line => getComputedStyle(line).stroke") == "rgb(95, 168, 224)"


@pytest.mark.parametrize(("code", "direction"), [("ar", "rtl"), ("he", "rtl"), ("ja", "ltr")])
def test_texts_carry_their_language_and_direction(visit, code, direction):
    results, views = small_run()
    page = visit(replace(results, target_language=code), views).page
    cell = page.locator("#text td[data-name=ref]").first
    assert (cell.get_attribute("lang"), cell.get_attribute("dir")) == (code, direction)
    assert cell.evaluate("cell => getComputedStyle(cell).direction") == direction
    assert page.locator("#text td[data-name=source]").first.get_attribute("dir") == "ltr"


WIDTH = """text => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getBoundingClientRect().width;
}"""


def cut_word(word, place):
    """Return a document of one word that is two tokens in the reference, the second one tagged."""
    view = document_view("d", ["your tent"], {name: [word] for name in ("ref", "A", "B")}, {})
    tagged = view.texts["ref"]
    tokens = replace(
        tagged.document.target[0],
        forms=(word[:place], word[place:]),
        starts=(0, place),
        ends=(place, len(word)),
    )
    target = replace(tagged.document.target, tokens=(tokens,))
    mark = Mark("formality", "t", 0, 1, (0,), (TokenRef("source", 0, 0),))
    cut = replace(tagged, document=replace(tagged.document, target=target), marks=(mark,))
    return replace(view, texts={**view.texts, "ref": cut})


def test_a_tag_inside_an_arabic_word_leaves_its_letters_joined(visit):
    results, _ = small_run()
    page = visit(replace(results, target_language="ar"), [cut_word("خيمتك", 3)]).page
    assert page.locator("#text td[data-name=ref] mark").inner_text() == "تك"
    widths = [
        page.locator(f"#text td[data-name={name}] .text").evaluate(WIDTH) for name in ("ref", "A")
    ]
    assert widths[0] == pytest.approx(widths[1], abs=0.5)


@pytest.mark.parametrize("width", [1280, 800])
def test_nothing_runs_over_the_edge(visit, width):
    results, views = small_run()
    systems = tuple(f"System-{letter}" for letter in "ABCDEF")
    scores = tuple(
        Score("choice", system, Row(name), {"accuracy": 0.5}, 40, 20, Interval(0.4, 0.6))
        for system in systems
        for name in ("formality", "pronouns", "verb_form", "ellipsis", "lexical_cohesion")
    )
    wide = replace(results, systems=systems, scores=scores, differences=(), signature="x" * 500)
    page = visit(wide, views, viewport={"width": width, "height": 800}).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_dark_scheme_turns_ground_and_ink(visit):
    shades = [
        visit(color_scheme=scheme).page.evaluate("getComputedStyle(document.body).backgroundColor")
        for scheme in ("light", "dark")
    ]
    assert shades == ["rgb(255, 255, 255)", "rgb(21, 24, 28)"]


def many(segments, systems):
    """Return a long document: every second segment has a tag, judged for each system."""
    line = "a line of some twelve words that stands for what people write every day"
    marks = [
        Mark("formality", "t", place, 2, (2,), (TokenRef("target", place - 2, 2),))
        for place in range(2, segments, 2)
    ]
    verdicts = [Verdict.CORRECT, Verdict.WRONG, Verdict.MISSING]
    told = {
        ("choice", system): [
            Judgement(
                "formality", "t", mark.segment, 2, verdicts[(mark.segment + number) % 3], (2,)
            )
            for mark in marks
        ]
        for number, system in enumerate(systems)
    }
    texts = dict.fromkeys(("ref", *systems), [line] * segments)
    return document_view("long", [line] * segments, texts, dict.fromkeys(texts, marks), told)


def test_one_document_of_2000_segments_and_6_systems_opens_within_3_seconds(visit):
    results, _ = small_run()
    systems = tuple("ABCDEF")
    columns = ".".join(str(text) for text in range(1 + len(systems)))
    wide = replace(results, systems=systems)
    page = visit(wide, [many(2000, systems)], address=f"#columns={columns}").page
    times = []
    for _ in range(3):  # the best of three: what else the machine does is no part of the page
        times.append(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
        page.reload()
    assert min(times) < 3000
    page.keyboard.press("n")
    assert "formality" in focused(page)
    page.wait_for_function("document.querySelectorAll('#text tbody tr').length === 2000")


def test_an_address_leads_far_into_a_long_document(visit):
    results, _ = small_run()
    page = visit(results, [many(1000, ("A", "B"))], address="#at=900").page
    row = page.locator("#text tbody tr").nth(899)
    assert row.locator(".number").inner_text() == "900"
    assert 0 < row.bounding_box()["y"] < 800


PHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.mark.parametrize("context", [{}, PHONE], ids=["wide", "phone"])
def test_the_panel_at_the_foot_takes_no_room_while_nothing_is_told(visit, context):
    page = visit(**context).page
    assert page.locator("#detail").bounding_box()["height"] == 0
    page.locator("#text [data-tags]").first.click()
    assert page.locator("#detail .described").count() > 0
    assert page.locator("#detail").bounding_box()["height"] > 75
    page.keyboard.press("Escape")
    assert page.locator("#detail").bounding_box()["height"] == 0


def test_a_phone_shows_all_of_what_is_told(visit):
    page = visit(**PHONE).page
    page.locator("#text [data-tags]").first.click()
    panel = page.locator("#detail")
    assert panel.evaluate("node => node.scrollHeight <= node.clientHeight + 1")
    assert panel.bounding_box()["height"] <= 0.5 * PHONE["viewport"]["height"]
