"""A headless Chromium for tests of pages.

Where there is none they are skipped, or fail if `DISCOTAG_BROWSER=required` says that one should be
there. A process holds one browser at a time: playwright's loop is the thread's.
"""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
REQUIRED = "DISCOTAG_BROWSER"
"""Set to `required`, the lack of a browser fails a test."""


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the system's Chromium or Chrome, or the one that playwright has fetched."""
    if find_spec("playwright") is None:
        _lacking("playwright is not installed: pip install playwright")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        found = next((path for name in NAMES if (path := shutil.which(name))), None)
        if found is None and Path(driver.chromium.executable_path).exists():
            found = driver.chromium.executable_path
        if found is None:
            _lacking(f"no browser: none of {', '.join(NAMES)} is installed")
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def _lacking(what: str) -> NoReturn:
    import pytest

    if os.environ.get(REQUIRED) == "required":
        pytest.fail(f"{what}; {REQUIRED} is `required`", pytrace=False)
    pytest.skip(what)
