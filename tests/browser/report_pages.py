"""Views for the tests of the report page."""

from __future__ import annotations


def rows(page):
    return page.locator("#text tbody tr:not(.gap) > .number").all_inner_texts()


def focused(page):
    return page.evaluate("document.activeElement.getAttribute('aria-label')")
