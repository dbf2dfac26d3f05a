"""Fixtures of the Arabic pack's tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag_dev.packs import pack_analyzer

if TYPE_CHECKING:
    from discotag.plugin import Analyzer


@pytest.fixture(scope="session")
def arabic() -> Analyzer:
    """Return the analyzer of the pack's pipeline."""
    return pack_analyzer("discotag_lang_ar")
