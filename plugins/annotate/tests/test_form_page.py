"""The form in a browser: what people fill in is what is collected."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import Mark, TaggedDocument, TokenRef
from discotag.testing.results import plain_tokens
from discotag_annotate.answers import checked, read_papers
from discotag_annotate.forms.writing import Form, write_forms
from discotag_annotate.instruments import span, tags
from discotag_annotate.results.span import no_shares
from discotag_annotate.results.summary import summary
from discotag_annotate.results.tables import Share
from discotag_annotate.study import write_study

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from discotag_annotate.study import Study


pytestmark = pytest.mark.browser


@pytest.fixture
def visit(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens a form; at the end nothing may have failed or been fetched."""
    contexts: list[Any] = []
    faults: list[str] = []
    asked: set[str] = set()

    def opened(study: Study, *, context: Any = None) -> Any:
        write_forms(study, [Form.HTML])
        if context is None:
            context = chromium.new_context(viewport={"width": 1000, "height": 800})
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(5000)
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: faults.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: asked.add(request.url))
        page.goto((study.folder / "form.html").as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
    assert not {url for url in asked if not url.startswith(("file:", "blob:"))}


def saved(page: Any, study: Study) -> Path:
    """Save the answers into the study's folder, as whoever gets the file does."""
    with page.expect_download() as waiting:
        page.click("#save")
    path = study.folder / "answers" / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


def heading(page: Any) -> str:
    return str(page.locator("#heading").inner_text())


def tick(page: Any, name: str) -> None:
    """Choose the answer that a reader of the page hears as this."""
    page.get_by_role("radio", name=name, exact=True).check()


def introduce(page: Any, name: str, language: str | None = None) -> None:
    page.get_by_label("Your name").fill(name)
    if language is not None:
        tick(page, language)
    page.keyboard.press("Escape")


def test_a_span_study_filled_in_by_two_people_gives_what_they_said(
    span_study: Study, visit: Any
) -> None:
    for name, language, refused in (("Anna", "French", 3), ("Bilal", "Arabic", 1)):
        page = visit(span_study)
        introduce(page, name, language)
        page.click("#next")
        for place in range(len(span_study.items)):
            assert f"into {language} as it is" in page.locator("#item").inner_text()
            if place < refused:
                tick(page, "no")
                page.get_by_label("Gender:").check()
                page.get_by_role("checkbox", name="Other", exact=True).check()
                page.get_by_label("What else?").fill("number")
            else:
                tick(page, "yes")
            page.click("#next") if place < 3 else None
        assert page.locator("#done").inner_text() == "5 of 5"
        saved(page, span_study)
        assert "All is done" in page.locator("#status").inner_text()
    found = checked(span_study, read_papers(span_study))
    assert found.notes == ()
    assert {name: person.language for name, person in found.people.items()} == {
        "Anna": "fr",
        "Bilal": "ar",
    }
    shares = no_shares(found)
    assert [shares[item.id] for item in span_study.items] == [
        Share(2, 2), Share(1, 2), Share(1, 2), Share(0, 2),
    ]  # fmt: skip
    tables = {table.title: table for table in summary([found])}
    assert tables["phase 1: cannot be translated, by language"].rows == (
        ("ar", 4, 4, Share(1, 4)),
        ("fr", 4, 4, Share(3, 4)),
        ("all", 4, 8, Share(4, 8)),
    )
    reasons = {row[0]: row[-1] for row in tables["phase 1: reasons by language (%)"].rows}
    assert (reasons["gender"], reasons["other"], reasons["reasons given"]) == (50.0, 50.0, 8)
    assert [answer for *_, answer in found.column("other")] == ["number"] * 4


def test_everything_can_be_done_by_keys(span_study: Study, visit: Any) -> None:
    page = visit(span_study)
    introduce(page, "Anna", "French")
    page.focus("#item")
    for keys in ("1", "26", "1", "1"):
        page.keyboard.press("n")
        for key in keys:
            page.keyboard.press(key)
    page.keyboard.press("p")
    assert heading(page) == "Item 3 of 4"
    saved(page, span_study)
    found = checked(span_study, read_papers(span_study))
    items = [item.id for item in span_study.items]
    said = {item: answer for item, _, answer in found.column("translatable")}
    assert said == dict(zip(items, ("yes", "no", "yes", "yes"), strict=True))
    assert list(found.column("reasons")) == [(items[1], "Anna", ("gender",))]


def test_enter_goes_to_what_is_open_and_then_on(span_study: Study, visit: Any) -> None:
    page = visit(span_study)
    introduce(page, "Anna", "French")
    page.focus("#item")
    page.keyboard.press("Enter")
    assert heading(page) == "Item 1 of 4"
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.value") == "source"
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    assert heading(page) == "Item 2 of 4"


def test_keys_are_left_alone_while_one_types_and_when_switched_off(
    span_study: Study, visit: Any
) -> None:
    page = visit(span_study)
    page.get_by_label("Your name").press_sequentially("n1p")
    assert heading(page) == "About you"
    assert page.get_by_label("Your name").input_value() == "n1p"
    page.uncheck("#use-keys")
    page.focus("#item")
    page.keyboard.press("n")
    assert heading(page) == "About you"


def test_progress_outlives_the_page(span_study: Study, visit: Any) -> None:
    page = visit(span_study)
    introduce(page, "Anna", "French")
    page.click("#next")
    tick(page, "no")
    page.get_by_label("Gender:").check()
    again = visit(span_study, context=page.context)
    assert heading(again) == "Item 1 of 4"
    assert again.get_by_role("radio", name="no", exact=True).is_checked()
    assert again.get_by_label("Gender:").is_checked()
    assert again.locator("#done").inner_text() == "2 of 5"


def test_a_saved_file_can_be_gone_on_with_elsewhere(span_study: Study, visit: Any) -> None:
    page = visit(span_study)
    introduce(page, "Anna", "French")
    page.click("#next")
    tick(page, "yes")
    path = saved(page, span_study)
    assert "3 pages still open" in page.locator("#status").inner_text()
    other = visit(span_study)
    other.set_input_files("#load", path)
    other.get_by_text("2 pages read from").wait_for()
    assert other.get_by_label("Your name").input_value() == "Anna"
    other.set_input_files("#load", span_study.folder / "study.json")
    other.get_by_text("holds no answers to this form").wait_for()


def test_all_is_forgotten_only_when_asked_twice(span_study: Study, visit: Any) -> None:
    page = visit(span_study)
    introduce(page, "Anna", "French")
    page.click("#over")
    assert page.get_by_label("Your name").input_value() == "Anna"
    page.click("#next")
    page.click("#over")
    assert page.locator("#done").inner_text() == "1 of 5"
    page.click("#over")
    assert heading(page) == "About you"
    assert page.get_by_label("Your name").input_value() == ""
    assert visit(span_study, context=page.context).locator("#done").inner_text() == "0 of 5"


def test_an_answer_that_is_not_asked_any_more_is_not_saved(span_study: Study, visit: Any) -> None:
    page = visit(span_study)
    introduce(page, "Anna", "French")
    page.click("#next")
    tick(page, "no")
    page.get_by_label("Gender:").check()
    tick(page, "yes")
    assert not page.get_by_label("Gender:").is_visible()
    answers = json.loads(saved(page, span_study).read_text("utf-8"))["answers"]
    assert answers[span_study.items[0].id] == {"translatable": "yes"}


def test_windows_open_one_after_the_other(
    tmp_path: Path, texts: Any, of_language: Any, visit: Any
) -> None:
    from discotag_annotate.items import Key

    keys = [Key(id="k", document="news-1", segment=15)]
    drawn = span.further(texts(news=40), keys, phase=3, language="en", seed=1)
    study = write_study(tmp_path / "phase3", of_language(drawn))
    page = visit(study)
    introduce(page, "Anna")
    page.click("#next")
    assert page.locator(".line:visible").count() == 11
    page.get_by_role("button", name="Show more text: 10 before, 10 behind").click()
    assert page.locator(".line:visible").count() == 21
    assert page.get_by_role("button", name="Show more text").count() == 0
    page.get_by_label("Gender:").check()
    page.get_by_label("Text around it").check()
    page.get_by_label("How many sentences before").fill("11")
    assert "from 0 to 10" in page.locator("#status").inner_text()
    page.get_by_label("How many sentences before").fill("7")
    page.get_by_label("How many sentences behind").fill("0")
    saved(page, study)
    found = checked(study, read_papers(study))
    assert found.notes == ()
    assert dict(found.answers[study.items[0].id]["Anna"]) == {
        "reasons": ("gender",),
        "outcome": "context",
        "previous": 7,
        "following": 0,
    }


def hostile(tmp_path: Path, of_language: Any, line: str, language: str) -> Study:
    from discotag.plugin import Alignment, Document, Side

    rows = (plain_tokens(line), plain_tokens(line))
    sides = [Side(code, (line, line), rows) for code in ("en", language)]
    text = Document("<b>doc", *sides, alignment=(Alignment.of([]), Alignment.of([])))
    mark = Mark("formality", "t", 1, 0, (0,), (TokenRef("target", 0, 0),))
    tagged = TaggedDocument(text, (mark,), phenomena=("formality",))
    drawn = tags.sample(lambda: [tagged], size=2, every=(), seed=1)
    return write_study(tmp_path / "study", of_language(drawn, "en", (language,)))


def test_tags_are_judged_and_missed_words_named(
    tmp_path: Path, tags_study: Study, visit: Any
) -> None:
    page = visit(tags_study)
    introduce(page, "Anna")
    for place in range(1, 5):
        page.click("#next")
        if page.locator("[data-question=tag0]").count():
            tick(page, "wrong")
        said = "yes" if place == 2 else "no"
        tick(page, said)
        if place == 2:
            page.get_by_label("ought to be tagged with").select_option("formality")
            page.get_by_role("button", name="rêves").click()
            page.get_by_role("button", name="Tu", exact=True).click()
            page.get_by_role("button", name="Tu", exact=True).click()
    saved(page, tags_study)
    found = checked(tags_study, read_papers(tags_study))
    assert found.notes == ()
    precision, missed, *_ = summary([found])
    assert [row[1:] for row in precision.rows] == [
        ("ellipsis", 1, 0, 1, 0, Share(0, 1)),
        ("formality", 1, 0, 1, 0, Share(0, 1)),
    ]
    assert [row[1:] for row in missed.rows] == [
        ("ellipsis", 0, 0, Share(0, 0)),
        ("formality", 0, 1, Share(0, 1)),
    ]


def test_text_that_looks_like_a_program_is_shown_as_text(
    tmp_path: Path, of_language: Any, visit: Any
) -> None:
    line = "</script><script>alert(1)</script> & \u2028 \u202e <img src=x onerror=alert(1)> 😀"
    page = visit(hostile(tmp_path, of_language, line, "fr"))
    page.fill("#page", "3")
    page.keyboard.press("Enter")
    assert (
        page.locator("#item .text").last.evaluate("line => line.innerText").startswith("</script>")
    )
    assert page.locator("mark.tag").inner_text() == "</script><script>alert(1)</script>"
    assert page.locator("img").count() == 0


def test_right_to_left_text_runs_so(tmp_path: Path, of_language: Any, visit: Any) -> None:
    page = visit(hostile(tmp_path, of_language, "أنت نائم", "ar"))
    page.click("#next")
    source, target = page.locator(".block .text").all()[0], page.locator(".block .text").last
    assert (target.get_attribute("lang"), target.get_attribute("dir")) == ("ar", "rtl")
    assert source.get_attribute("dir") == "ltr"
    assert target.evaluate("line => getComputedStyle(line).direction") == "rtl"


def test_a_page_begins_below_the_bar(span_study: Study, visit: Any) -> None:
    page = visit(span_study)
    page.set_viewport_size({"width": 900, "height": 300})
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.click("#next")
    top, bar = (
        page.locator(name).evaluate("node => node.getBoundingClientRect()")
        for name in ("#heading", ".bar")
    )
    assert bar["bottom"] <= top["top"] < 300


def test_every_control_has_a_name(span_study: Study, visit: Any) -> None:
    page = visit(span_study)
    for _ in range(2):
        for control in page.locator("input:visible, select:visible, button:visible").all():
            name = control.evaluate(
                "node => node.ariaLabel || node.innerText || node.labels?.[0]?.innerText || ''"
            )
            assert name.strip()
        page.click("#next")


@pytest.mark.parametrize("width", [1000, 400])
def test_nothing_runs_over_the_edge(span_study: Study, visit: Any, width: int) -> None:
    page = visit(span_study)
    page.set_viewport_size({"width": width, "height": 800})
    page.click("#next")
    tick(page, "no")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


PHONE = {"width": 390, "height": 844}


def test_a_phone_shows_the_texts_and_not_the_tools(span_study: Study, visit: Any) -> None:
    page = visit(span_study)
    page.set_viewport_size(PHONE)
    page.click("#next")
    heading_at, steps, tools = (
        page.locator(name).evaluate("node => node.getBoundingClientRect()")
        for name in ("#heading", ".steps", ".buttons")
    )
    assert heading_at["top"] <= PHONE["height"] / 5
    assert tools["top"] >= steps["bottom"]
    page.set_viewport_size({"width": 390, "height": 300})
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    bar = page.locator(".bar > label").evaluate("node => node.getBoundingClientRect()")
    assert 0 <= bar["top"] <= 1
    assert bar["height"] <= 50


def test_what_a_finger_touches_is_large(span_study: Study, tags_study: Study, visit: Any) -> None:
    for study in (span_study, tags_study):
        page = visit(study)
        page.set_viewport_size(PHONE)
        for _ in range(2):
            page.click("#next")
            for control in page.locator(".option:visible, button:visible, select:visible").all():
                assert control.bounding_box()["height"] >= 44
            for control in page.locator("input[type=radio]:visible, #item [type=checkbox]").all():
                box = control.bounding_box()
                assert box is None or min(box["width"], box["height"]) >= 24
