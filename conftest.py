"""For all tests, those of the plugins too: what one test computed is nothing to another.

What they share is read-only: the pipelines of the language packs, each loaded once in a process.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugins.analyzers.embedded import analyzer
from discotag.testing import browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from spacy.language import Language

os.environ["DISCOTAG_CACHE"] = "off"


@pytest.fixture(scope="session", autouse=True)
def _pipelines_are_loaded_once() -> Iterator[None]:
    """Load the pipeline of an installed pack once; those that a test makes are always loaded."""
    load, kept = analyzer.load, lru_cache(maxsize=None)(analyzer.load)

    def loaded(path: Path) -> Language:
        return kept(path) if path.parent.name.startswith("discotag_lang_") else load(path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analyzer, "load", loaded)
        yield


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Start a browser once, for all tests of pages: a process can hold one at a time."""
    with browser.chromium() as started:
        yield started
