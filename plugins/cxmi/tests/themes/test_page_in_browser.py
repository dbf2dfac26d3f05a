"""The page of themes in a real browser: nothing is fetched or refused, and it fits a telephone."""

from __future__ import annotations

import pytest

from discotag_cxmi.themes.results import page

from .builders import record
from .test_themes import TAGS, analyse, gathered

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_whole_and_fits_a_telephone(chromium, tmp_path, scheme):
    records = [record("a", 0, ["Tu:1", "dors:0"]), record("a", 1, ["Il:3", "dort:-1"])]
    file = tmp_path / "themes.html"
    found = gathered(records, tags=TAGS, analyse=analyse)
    file.write_text("".join(page(found, ("en", "fr"))), encoding="utf-8")
    faults, requests = [], []
    size = {"width": 360, "height": 700}
    context = chromium.new_context(viewport=size, color_scheme=scheme)
    opened = context.new_page()
    opened.on("console", lambda message: faults.append(message.text))
    opened.on("request", lambda request: requests.append(request.url))
    opened.goto(file.as_uri())
    assert opened.evaluate("document.documentElement.scrollWidth") <= size["width"]
    colours = "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
    text, paper = opened.eval_on_selector("body", colours)
    assert text != paper
    opened.click("summary")
    assert "discotag-examples/1" in opened.inner_text("pre")
    context.close()
    assert faults == []
    assert requests == [file.as_uri()]
