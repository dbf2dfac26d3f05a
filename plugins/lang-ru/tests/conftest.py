"""Fixtures of the Russian pack's tests."""

from __future__ import annotations

import pytest

from discotag.plugin import Context, LanguagePack
from discotag.plugins.embedded.analyzer import EmbeddedAnalyzer


@pytest.fixture(scope="session")
def russian() -> EmbeddedAnalyzer:
    """Return the analyzer of the pack's pipeline."""
    pack = LanguagePack.from_package("discotag_lang_ru")
    return EmbeddedAnalyzer.create(Context("embedded", source=pack, target=pack, side="target"))
