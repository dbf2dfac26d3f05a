"""The report page in a browser: it sorts, filters, leads to the evidence, and lets no text act."""

from __future__ import annotations

from dataclasses import replace

import pytest

from discotag.core.results import Judgement, Verdict
from discotag.core.tags import Mark, TokenRef
from discotag.testing.results import document_view, small_run

from .report_pages import focused, rows

pytestmark = pytest.mark.browser


CHOICE = "section[aria-labelledby='scorer-choice'] > .wide table"


SORTER = f"{CHOICE} th:nth-child(2) .sorter"


def order(page, table=CHOICE):
    return [row.split()[0] for row in page.locator(f"{table} tbody th").all_inner_texts()]


def lit(page, kind):
    return page.locator(f"#text .{kind}").all_inner_texts()


def test_the_page_opens_at_the_first_document_if_it_has_something_to_show(visit):
    page = visit().page
    assert page.locator("#heading").inner_text().startswith("talk")
    assert rows(page) == ["1", "2", "3"]
    assert page.title() == "discotag en-fr: A, B"


def quiet_views(number, *others):
    """Return documents without a tag, with others behind them."""
    texts = {"ref": ["rien"], "A": ["rien"], "B": ["rien"]}
    empty = [document_view(f"quiet{place}", ["nothing"], texts, {}) for place in range(number)]
    return [*empty, *others]


def test_the_page_opens_at_a_document_with_wrong_words_or_else_with_tags(visit):
    _, views = small_run()
    told = [*views]
    page = visit(views=quiet_views(60, *told)).page
    assert page.locator("#heading").inner_text().startswith("talk")
    row = page.locator("#list tr[aria-current]")
    frame = page.locator("#list .tall").bounding_box()
    assert frame["y"] <= row.bounding_box()["y"] <= frame["y"] + frame["height"]
    assert page.evaluate("scrollY") == 0
    page = visit(views=quiet_views(2)).page
    assert page.locator("#heading").inner_text().startswith("quiet0")
    page = visit(views=quiet_views(2, *told), address="#document=quiet1").page
    assert page.locator("#heading").inner_text().startswith("quiet1")


def test_a_column_sorts_by_click_and_tells_its_order(visit):
    page = visit().page
    page.click(SORTER)
    assert order(page) == ["A", "B"]
    page.click(SORTER)
    assert order(page) == ["B", "A"]
    assert page.locator(f"{CHOICE} th:nth-child(2)").get_attribute("aria-sort") == "ascending"
    page.click(f"{CHOICE} th:nth-child(1) .sorter")
    assert order(page) == ["A", "B"]
    assert page.locator(f"{CHOICE} th:nth-child(2)").get_attribute("aria-sort") is None


def test_a_column_sorts_by_keyboard(visit):
    page = visit().page
    page.focus(SORTER)
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert order(page) == ["B", "A"]


def test_undefined_values_stay_last_in_both_orders(visit):
    page = visit().page
    for _ in range(2):
        page.click(f"{CHOICE} th:nth-child(3) .sorter")
        assert order(page) == ["A", "B"]


def test_pointing_at_a_tag_lights_its_evidence_and_tells_its_distance(visit):
    page = visit().page
    page.hover("#text td[data-name=ref] mark:text-is('Tu')")
    assert lit(page, "evidence") == ["Tu"]
    assert lit(page, "linked") == ["You"]
    assert page.locator("#lines > path").count() == 1
    told = page.locator("#detail").inner_text()
    assert "formality t in ref, segment 3: decided 2 segments back" in told
    assert "A right" in told
    assert "B wrong" in told


def test_evidence_of_a_later_segment_stands_beside_the_earlier_and_has_a_line_from_below(visit):
    tag = Mark(
        "formality", "t", 1, 0, (0,), (TokenRef("target", 0, 0), TokenRef("target", 2, 0)), needed=1
    )
    lines = ["Tu viens", "Tu pars", "Tu restes"]
    texts = dict.fromkeys(("ref", "A", "B"), lines)
    view = document_view("d", ["You come", "You go", "You stay"], texts, {"ref": [tag]})
    page = visit(small_run()[0], [view]).page
    page.focus("#text td[data-name=ref] mark:text-is('Tu')")
    assert lit(page, "evidence") == ["Tu", "Tu"]
    told = page.locator("#detail").inner_text()
    assert "decided 1 segment back" in told
    assert "↑ 1 segment back: Tu" in told
    assert "↓ 1 segment ahead: Tu" in told
    ends = page.locator("#lines > path").evaluate_all(
        "paths => paths.map((path) => [0, path.getTotalLength()]"
        ".map((place) => path.getPointAtLength(place).y))"
    )
    assert [begin < end for begin, end in ends] == [True, False]


def test_focus_lights_evidence_in_the_source_too(visit):
    page = visit().page
    page.focus("#text td[data-name=ref] mark:text-is('Elle')")
    assert lit(page, "evidence") == ["table"]
    assert "(source, segment 1)" in page.locator("#detail").inner_text()


def test_evidence_that_was_not_found_is_said_so(visit):
    page = visit().page
    page.focus("#text td[data-name=ref] mark:text-is('vu')")
    assert "its evidence was not found" in page.locator("#detail").inner_text()
    assert lit(page, "evidence") == []


def test_a_verdict_lights_the_word_it_rests_on(visit):
    page = visit().page
    page.hover("#text .chip.wrong")
    assert lit(page, "answer-wrong") == ["Vous"]
    assert lit(page, "chosen") == ["Tu"]


def test_the_link_leads_to_evidence_that_a_filter_has_hidden(visit):
    page = visit(address="#document=talk&verdict=w").page
    assert rows(page) == ["3"]
    page.focus("#text td[data-name=ref] mark:text-is('Tu')")
    page.click("#detail .link")
    assert "1" in rows(page)
    assert lit(page, "evidence") == ["Tu"]


def test_n_and_p_go_through_wrong_and_missing_words(visit):
    page = visit().page
    page.keyboard.press("n")
    assert focused(page) == "missing: pronouns it→fem, ref has Elle"
    page.keyboard.press("n")
    assert focused(page) == "wrong: formality t, ref has Tu"
    page.keyboard.press("n")
    assert "No further" in page.locator("#status").inner_text()
    page.keyboard.press("p")
    assert focused(page) == "missing: pronouns it→fem, ref has Elle"


def test_n_goes_on_into_the_next_document_with_wrong_words(visit):
    results, (talk, letter) = small_run()
    again = replace(talk, id="again")
    page = visit(results, [letter, talk, again]).page
    for _ in range(3):
        page.keyboard.press("n")
    assert page.locator("#heading").inner_text().startswith("again")
    page.keyboard.press("p")
    assert page.locator("#heading").inner_text().startswith("talk")
    assert focused(page) == "wrong: formality t, ref has Tu"


def test_n_and_p_start_from_the_segment_that_the_address_names(visit):
    page = visit(address="#document=talk&at=3").page
    page.keyboard.press("n")
    assert focused(page) == "wrong: formality t, ref has Tu"
    page = visit(address="#document=talk&at=3").page
    page.keyboard.press("p")
    assert focused(page) == "missing: pronouns it→fem, ref has Elle"


def test_keys_are_left_alone_in_the_search_field_and_when_switched_off(visit):
    page = visit().page
    page.focus("#choose-search")
    page.keyboard.type("n")
    assert page.locator("#choose-search").input_value() == "n"
    page.fill("#choose-search", "")
    page.wait_for_timeout(300)
    page.uncheck("#use-keys")
    page.keyboard.press("n")
    assert page.locator("#detail .described").count() == 0


def test_escape_lets_go(visit):
    page = visit().page
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    assert lit(page, "evidence") == []
    assert page.locator("#detail .described").count() == 0


def test_a_phenomenon_can_be_left_out(visit):
    page = visit().page
    page.uncheck("#phenomena label:has-text('formality') input")
    assert page.locator("#text td[data-name=ref] mark").all_inner_texts() == ["Elle", "vu"]
    assert page.locator("#text .chip.wrong").count() == 0


def test_only_phenomena_that_were_looked_for_can_be_chosen(visit):
    assert visit().page.locator("#phenomena label").all_inner_texts() == ["formality", "pronouns"]


def test_filters_keep_the_segments_that_match_and_show_the_rest_on_demand(visit):
    page = visit().page
    page.select_option("#choose-verdict", "m")
    assert rows(page) == ["2"]
    page.select_option("#choose-system", label="A")
    assert rows(page) == []
    page.click("#reset")
    page.check("#tagged input")
    assert rows(page) == ["2", "3"]
    page.select_option("#choose-label", "it→masc")
    assert rows(page) == ["3"]
    page.click("#text .gap button")
    assert rows(page) == ["1", "2", "3"]


def test_search_finds_text_in_any_column_and_marks_it(visit):
    page = visit().page
    page.fill("#choose-search", "BRANLE")
    page.locator("#text .found").first.wait_for()
    assert rows(page) == ["2"]
    assert page.locator("#text .found").all_inner_texts() == ["branle", "branle", "Branle"]


def test_columns_can_be_chosen(visit):
    page = visit().page
    page.uncheck("#columns label:has-text('A') input")
    heads = page.locator("#text thead th bdi").all_inner_texts()
    assert heads == ["source", "ref", "B"]


def test_the_address_holds_the_view(visit):
    page = visit().page
    page.uncheck("#phenomena label:has-text('pronouns') input")
    page.select_option("#choose-verdict", "w")
    page.focus("#text .chip.wrong")
    address = page.evaluate("location.hash")
    again = visit(address=address).page
    assert again.evaluate("location.hash") == address
    assert rows(again) == ["3"]
    assert again.locator("#text mark").all_inner_texts() == ["Tu", "Tu", "Vous"]


def test_an_address_that_names_nothing_opens_the_page_as_usual(visit):
    page = visit(address="#document=none&scorer=x&verdict=q&columns=9.x&system=7&at=99").page
    assert page.locator("#heading").inner_text().startswith("talk")
    assert rows(page) == ["1", "2", "3"]


def test_the_summary_can_be_read_without_scripts(visit):
    page = visit(java_script_enabled=False).page
    assert "0.900" in page.locator(CHOICE).inner_text()
    assert page.locator("noscript").inner_text()
    assert not page.locator("#app").is_visible()


def test_text_that_looks_like_a_program_is_shown_as_text(visit):
    name = "<img src=x onerror=alert(1)>"
    line = f"</script><script>alert(1)</script> & \u2028 \u202e {name} ]]> <!--"
    results, _ = small_run()
    mark = Mark("formality", name, 0, 0, (0,), (TokenRef("source", 0, 0),))
    told = {("choice", "A"): [Judgement("formality", name, 0, 0, Verdict.WRONG, (0,))]}
    view = document_view(
        name, [line], {"ref": [line], "A": [line], "B": [line]}, {"ref": [mark]}, told, domain=name
    )
    page = visit(results, [view]).page
    page.hover("#text .chip.wrong")
    for cell in page.locator("#text td .text").all():
        assert cell.text_content() == line
    assert name in page.locator("#detail").inner_text()
    assert page.locator("img").count() == 0
