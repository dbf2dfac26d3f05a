"""The documentation's site builds, and no link on it leads nowhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material", reason="mkdocs-material is not installed (extra docs)")
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(out)]
    environ = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return out


def read(site: Path, page: str) -> str:
    return (site / page).read_text(encoding="utf-8")


def test_every_command_and_option_stands_on_its_page(site: Path) -> None:
    page = read(site, "reference/commands.html")
    for shown in ("discotag run", "discotag cache info", "--target-lang", "--fail-on"):
        assert shown in page


def test_hooks_stand_with_their_signatures(site: Path) -> None:
    page = read(site, "reference/hooks.html")
    assert 'id="discotag_taggers"' in page
    assert 'id="taggerinfo"' in page


def test_examples_of_the_packs_fill_the_pages_of_phenomena(site: Path) -> None:
    for phenomenon in ("formality", "pronouns", "verb-form"):
        assert "<strong>" in read(site, f"phenomena/{phenomenon}.html")


def test_every_source_language_has_its_matrix(site: Path) -> None:
    page = read(site, "reference/languages.html")
    assert "From English" in page
    assert "From German" in page


def test_schemas_are_there_as_files(site: Path) -> None:
    assert '"title": "DocumentRecord"' in read(site, "reference/discotag-tags-1.schema.json")


def test_pages_take_nothing_from_elsewhere(site: Path) -> None:
    for page in ("index.html", "reference/hooks.html"):
        text = read(site, page)
        assert re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=.?https?:", text) == []
        assert "iframe-worker.js" in text


@pytest.mark.browser
def test_pages_on_the_disk_can_be_searched(chromium: Any, site: Path) -> None:
    page = chromium.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url[:4]))
    page.goto((site / "reference/hooks.html").as_uri())
    page.click("input.md-search__input")
    page.keyboard.type("docids")
    page.wait_for_selector(".md-search-result__link")
    found = page.locator(".md-search-result__link").first.get_attribute("href")
    assert str(found).startswith(site.as_uri())
    assert set(faults) <= {"file"}
    page.close()
