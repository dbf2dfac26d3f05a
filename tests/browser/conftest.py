"""A headless Chromium for the report page; tests are skipped where there is none."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugins.reports.page import HtmlReport
from discotag.testing.results import small_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@dataclass
class Opened:
    """An open page with its address, what its console said, and what it asked for."""

    page: Any
    address: str
    faults: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@pytest.fixture
def visit(chromium: Any, tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    """Yield a function that renders results and opens them; at the end nothing may have failed."""
    opened: list[Opened] = []

    def open_page(
        results: Any = None, views: Any = None, *, address: str = "", **context: Any
    ) -> Opened:
        small, documents = small_run()
        parts = HtmlReport.create({}).render(
            results or small, documents if views is None else views
        )
        path = tmp_path / "report.html"
        path.write_text("".join(parts), encoding="utf-8")
        context = {"viewport": {"width": 1280, "height": 800}} | context
        page = chromium.new_context(**context).new_page()
        told = Opened(page, path.as_uri())
        opened.append(told)
        page.on("console", lambda message: told.faults.append(message.text))
        page.on("pageerror", lambda error: told.faults.append(str(error)))
        page.on("dialog", lambda dialog: told.faults.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: told.requests.append(request.url))
        page.goto(f"{path.as_uri()}{address}")
        return told

    yield open_page
    for told in opened:
        told.page.context.close()
        assert told.faults == []
        assert {url.partition("#")[0] for url in told.requests} == {told.address}
