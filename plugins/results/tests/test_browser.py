"""The book in a browser: nothing is wider than the window, all can be read and reached by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.testing.program import run_program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.browser

PAGES = (
    "index.html",
    "sets/x1-en-fr.html",
    "sets/x1-en-fr.formality.html",
    "systems/often.html",
    "phenomena/formality.html",
    "languages/fr.html",
)
DESKTOP, PHONE, SMALL = (1280, 800), (390, 844), (320, 568)
CONTRAST = """() => {
  const channel = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((value) => channel(Number(value) / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const colour = getComputedStyle(element).backgroundColor;
    if (!/^rgba\\(.*, 0\\)$/.test(colour)) return colour;
    return element.parentElement ? ground(element.parentElement) : "rgb(255, 255, 255)";
  };
  const faint = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || element.closest("[aria-hidden], .skip")) continue;
    const [one, other] = [getComputedStyle(element).color, ground(element)].map(light);
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) faint.push(`${element.tagName} ${element.textContent.trim()} ${ratio}`);
  }
  return faint;
}"""


@pytest.fixture(scope="module")
def out(folder: Path, other: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("browsed") / "book"
    done = run_program(
        "results", f"x1={folder}", f"x1={other}", "--out", place, "--samples", "200", "--quiet"
    )
    assert not done.returncode, done.stderr
    return place


@pytest.fixture
def visit(chromium: Any, out: Path) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens a page; at the end nothing may have failed or been fetched."""
    contexts: list[Any] = []
    faults: list[str] = []
    requests: list[str] = []

    def opened(name: str, size: tuple[int, int] = DESKTOP, scheme: str = "light") -> Any:
        viewport = {"width": size[0], "height": size[1]}
        contexts.append(chromium.new_context(viewport=viewport, color_scheme=scheme))
        page = contexts[-1].new_page()
        page.on("console", lambda message: faults.append(message.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        page.goto((out / name).as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []
    assert [url for url in requests if not url.startswith(out.as_uri())] == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL])
@pytest.mark.parametrize("name", PAGES)
def test_no_page_is_wider_than_its_window(visit, name, size):
    page = visit(name, size)
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    for box in page.locator("h1, h2, h3, p, caption, code.signature").all():
        if box.is_visible():
            frame = box.bounding_box()
            shown = frame["width"] <= size[0]
            assert shown or box.evaluate("(item) => Boolean(item.closest('.wide'))")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_all_can_be_read_by_day_and_night(visit, name, scheme):
    page = visit(name, scheme=scheme)
    assert page.evaluate(CONTRAST) == []


def test_the_page_is_dark_where_the_reader_wants_that(visit):
    grounds = {
        scheme: visit("index.html", scheme=scheme).evaluate(
            "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3)"
            ".reduce((sum, part) => sum + Number(part), 0)"
        )
        for scheme in ("light", "dark")
    }
    assert grounds["dark"] < 200
    assert grounds["light"] > 600


def test_the_first_key_offers_to_skip_to_the_content(visit):
    page = visit("sets/x1-en-fr.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.wait_for_url("**#content")  # raises where it does not come


def test_a_wide_table_is_scrolled_with_keys_and_its_first_column_stays(visit):
    page = visit("sets/x1-en-fr.html", PHONE)
    table = page.locator(".wide").first
    table.focus()
    first = table.locator("tbody th").first
    before = first.bounding_box()["x"]
    page.keyboard.press("ArrowRight")
    for _ in range(50):  # the page forbids what wait_for_function does
        if table.evaluate("table => table.scrollLeft"):
            break
        page.wait_for_timeout(100)
    assert table.evaluate("table => table.scrollLeft") > 0
    assert first.bounding_box()["x"] == pytest.approx(before, abs=1)


def test_links_lead_from_the_index_to_the_words_of_a_system(visit):
    page = visit("index.html")
    page.click("#sets ~ .wide a")
    assert page.locator("h1").inner_text() == "x1 en-fr"
    page.click("thead a:text-is('formality')")
    row = page.locator("section:has(h2#scorer-choice) tr:has(bdi:text-is('often'))")
    row.locator("td.top a, td a").first.click()
    page.wait_for_selector("#heading")
    assert page.locator("#text mark").count() > 0


def test_every_target_of_a_finger_is_large_enough_on_a_phone(visit):
    page = visit("index.html", PHONE)
    for link in page.locator("main ul.lists a").all():
        assert link.bounding_box()["height"] >= 24
