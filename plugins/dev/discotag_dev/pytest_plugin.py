"""Fixtures for the tests of plugins.

A suite asks for them in its conftest.py:
`pytest_plugins = ["discotag_dev.pytest_plugin"]`. They are not an entry point of pytest, so that
suites of other projects are not slowed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag_dev.packs import PackTagger


@pytest.fixture(scope="session")
def marks_of() -> Callable[..., list[str]]:
    """Return a function that tags lines with everything a run would use, and names the marks.

    Example:
        def test_it_is_polite(marks_of):
            assert marks_of(["You are late."], ["Vous êtes en retard."],
                            phenomenon="formality", target="fr") == ["0 Vous v"]
    """

    def marks(
        source: Sequence[str],
        lines: Sequence[str],
        *,
        phenomenon: str,
        target: str,
        source_language: str = "en",
        tags_only: bool = False,
    ) -> list[str]:
        """Return each mark as `"segment word label"`; with `tags_only`, those that need context."""
        tagger = _tagger(source_language, target, phenomenon)
        found = tagger.marks(source, lines, phenomenon)
        return [place for place, mark in found if mark.is_tag or not tags_only]

    return marks


@lru_cache(maxsize=8)
def _tagger(source: str, target: str, phenomenon: str) -> PackTagger:
    from discotag_dev.packs import PackTagger

    return PackTagger(target, (phenomenon,), source=source)
