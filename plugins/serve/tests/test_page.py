"""The page in a browser: what is typed is checked, shown, explained and shared."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import open_registry
from discotag_serve.server import Serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.browser

PATIENCE = 60_000
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
DARK = {"color_scheme": "dark"}
MIXED, EVEN = (f"Tu devrais te reposer.\n{your} café est prêt." for your in ("Votre", "Ton"))


@pytest.fixture(scope="module")
def serving() -> Iterator[Serving]:
    """Let a server run beside the tests."""
    made = Serving(open_registry())
    thread = threading.Thread(target=made.run, daemon=True)
    thread.start()
    yield made
    made.stop()
    thread.join(20)
    assert not thread.is_alive()


@pytest.fixture
def visit(chromium: Any, serving: Serving) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens the page; at the end nothing may have failed or been blocked."""
    contexts: list[Any] = []
    faults: list[str] = []
    asked: set[str] = set()

    def opened(**settings: Any) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}} | settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: faults.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: asked.add(request.url))
        page.goto(serving.address)
        page.wait_for_selector("#form:not([hidden])")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [fault for fault in faults if "422" not in fault] == []
    allowed = (serving.address, f"blob:http://127.0.0.1:{serving.port}")
    assert [url for url in asked if not url.startswith(allowed)] == []


def fill(page: Any, source: str, *translations: str) -> None:
    """Type texts into the form."""
    page.fill("#source", source)
    areas = page.locator(".translation textarea")
    for place, text in enumerate(translations):
        if areas.count() <= place:
            page.click("#add")
        areas.nth(place).fill(text)


def told(page: Any, text: str) -> None:
    """Wait until the page says something."""
    page.wait_for_function(
        "text => document.getElementById('told').textContent.includes(text)", arg=text
    )


def test_typing_shows_a_finding_and_typing_on_takes_it_away(visit: Any) -> None:
    page = visit()
    fill(page, "You should rest.\nYour coffee is ready.", MIXED)
    told(page, "1 finding")
    assert "DT101" in page.inner_text("#findings")
    assert page.locator("#text .faulty").all_inner_texts() == ["Votre"]
    page.focus(".translation textarea")
    page.fill(".translation textarea", EVEN)
    told(page, "0 findings")
    assert page.inner_text("#findings") == "No findings"
    assert page.locator("#text mark").all_inner_texts() == ["Ton"]


def test_the_keys_lead_from_finding_to_finding_and_tell_why(visit: Any) -> None:
    page = visit()
    fill(page, "You should rest.\nYour coffee is ready.", MIXED)
    told(page, "1 finding")
    page.focus("#results")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.dataset.finding") == "0"
    detail = page.inner_text("#detail")
    assert "DT101 address-change (warning) in A, segment 2" in detail
    assert "Choose one form of address" in detail
    assert page.locator("#text .evidence").all_inner_texts() == ["Tu"]
    assert page.locator("#lines > path").count() == 1
    page.keyboard.press("n")
    assert page.inner_text("#status") == "No further finding in the texts shown."
    page.keyboard.press("Escape")
    assert page.locator("#text .evidence").count() == 0


def test_ctrl_enter_checks_at_once_and_the_form_can_be_used_by_keyboard_alone(visit: Any) -> None:
    page = visit()
    page.focus("#source")
    page.keyboard.type("You should rest.")
    for _ in range(3):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.ariaLabel") == "Translation A"
    page.keyboard.type("Tu devrais te reposer.")
    page.keyboard.press("Control+Enter")
    told(page, "0 findings")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "add"


def test_of_several_translations_the_one_that_hangs_together_is_told(visit: Any) -> None:
    page = visit()
    fill(page, "You should rest.\nYour coffee is ready.", MIXED, EVEN)
    page.wait_for_selector("#choice .best")
    assert page.inner_text("#choice .best th") == "✓ B (best)"
    page.click("#choice tr:not(.best) summary")
    assert "address" in page.inner_text("#choice")
    page.click(".translation >> nth=1 >> .remove")
    page.wait_for_selector("#choice .best", state="detached")


def test_the_saved_page_works_offline_and_shows_the_same(
    visit: Any, tmp_path: Path, chromium: Any
) -> None:
    page = visit()
    fill(page, "You should rest.\nYour coffee is ready.", MIXED, EVEN)
    told(page, "1 finding")
    with page.expect_download() as waiting:
        page.click("#share-html")
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    assert path.name == "discotag-en-fr.html"
    with page.expect_download() as waiting:
        page.click("#share-json")
    waiting.value.save_as(tmp_path / "data.json")
    assert json.loads((tmp_path / "data.json").read_text("utf-8"))["choice"]["best"] == ["B"]
    context = chromium.new_context(offline=True)
    shared, faults = context.new_page(), []
    shared.on("console", lambda message: faults.append(message.text))
    shared.on("pageerror", lambda error: faults.append(str(error)))
    shared.goto(path.as_uri())
    for part in ("#findings", "#choice", "#text"):
        assert shared.inner_text(part) == page.inner_text(part)
    shared.click("#findings .link")
    assert "DT101" in shared.inner_text("#detail")
    context.close()
    assert faults == []


def test_files_are_opened_into_the_source_and_the_translations(visit: Any, tmp_path: Path) -> None:
    page = visit()
    for name, text in (("a.en", "You should rest.\n"), ("b.fr", "Tu devrais te reposer.\n")):
        (tmp_path / name).write_text(text)
    page.set_input_files("#open", [tmp_path / "a.en", tmp_path / "b.fr"])
    told(page, "0 findings")
    assert page.input_value("#source") == "You should rest."
    assert page.input_value(".translation textarea") == "Tu devrais te reposer."
    (tmp_path / "c.bin").write_bytes(b"\xff\xfe\x00")
    page.set_input_files("#open", tmp_path / "c.bin")
    page.locator("#error", has_text="c.bin is no text in UTF-8").wait_for()


def test_what_is_wrong_is_told_and_goes_when_it_is_right(visit: Any) -> None:
    page = visit()
    fill(page, "The account was closed.", "Le compte a été fermé.")
    told(page, "0 findings")
    page.click("#more summary")
    page.fill("#glossary", "account")
    page.wait_for_selector("#error:not([hidden])")
    assert "term = name, name" in page.inner_text("#error")
    page.fill("#glossary", "account = conto")
    told(page, "1 finding")
    assert page.locator("#error").is_hidden()


def test_texts_outlive_a_reload_in_their_tab(visit: Any) -> None:
    page = visit()
    fill(page, "You should rest.", "Tu devrais te reposer.", "Reposez-vous.")
    told(page, "finding")
    page.reload()
    told(page, "finding")
    assert page.input_value("#source") == "You should rest."
    assert page.locator(".translation textarea").count() == 2


def test_no_text_acts(visit: Any) -> None:
    page = visit()
    evil = "<img src=x onerror=alert(1)> <script>alert(2)</script> You should rest."
    fill(page, evil, evil.replace("You should rest", "Tu devrais te reposer"))
    told(page, "finding")
    assert "<script>" in page.inner_text("#text")
    assert page.locator("#text img, #text script").count() == 0


def test_arabic_stands_from_right_to_left(visit: Any) -> None:
    page = visit()
    page.select_option("#target-language", "ar")
    assert page.get_attribute(".translation textarea", "dir") == "rtl"
    fill(page, "You should rest.", "يجب أن ترتاح.")
    told(page, "finding")
    assert page.get_attribute("#text td[data-name=A]", "dir") == "rtl"


@pytest.mark.parametrize("settings", [{}, PHONE, DARK], ids=["desktop", "phone", "dark"])
def test_the_page_fits_its_window_in_every_light(visit: Any, settings: dict[str, Any]) -> None:
    page = visit(**settings)
    page.click("#example")
    told(page, "1 finding")
    width = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(width) <= 0
    page.locator(".chip.finding").first.click()
    assert "DT101" in page.inner_text("#detail")
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") == (settings is not DARK)
    boxes = page.locator("button:visible").evaluate_all(
        "nodes => nodes.map((node) => node.getBoundingClientRect().right)"
    )
    assert max(boxes) <= page.viewport_size["width"]


def test_files_with_units_are_opened_in_place_of_what_stands_there(
    visit: Any, tmp_path: Path
) -> None:
    page = visit()
    cue = "1\n00:00:01,000 --> 00:00:02,000\n{}\n"
    for name, text in (("b.fr.srt", "Tu devrais te reposer."), ("a.en.srt", "You should rest.")):
        (tmp_path / name).write_text(cue.format(text))
    page.set_input_files("#open", [tmp_path / "b.fr.srt", tmp_path / "a.en.srt"])
    told(page, "0 findings")
    assert page.input_value("#source") == "You should rest."
    assert page.input_value(".translation textarea") == "Tu devrais te reposer."
    page.set_input_files("#open", tmp_path / "a.en.srt")
    page.locator("#error", has_text="a.en.srt holds one language").wait_for()
