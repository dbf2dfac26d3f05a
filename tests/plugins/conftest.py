"""Fixtures for plugin tests: the pipelines that the language packs ship."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack

from .lexicon_tables import ENGLISH, FRENCH, PROBABILITIES, made_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag.plugins.aligners.lexicon.table import TranslationTable
    from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer


@cache
def load_analyzer(code: str) -> EmbeddedAnalyzer:
    """Load a pack's pipeline once; skip where the pack or SudachiPy is not installed."""
    package = f"discotag_lang_{code}"
    pytest.importorskip(package)
    if code == "ja":
        pytest.importorskip("sudachipy")
    if not Path(str(files(package)), "pipeline", "config.cfg").is_file():
        pytest.skip(f"{package} has no pipeline here")
    from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer

    pack = LanguagePack(schema_version=1, code=code, name=code, package=package)
    return EmbeddedAnalyzer.create(Context("embedded", source=pack, target=pack, side="target"))


@pytest.fixture(scope="session")
def embedded() -> Callable[[str], EmbeddedAnalyzer]:
    """Return the analyzer of a language by its code."""
    return load_analyzer


@pytest.fixture(scope="session")
def french() -> EmbeddedAnalyzer:
    """Return the French analyzer."""
    return load_analyzer("fr")


@pytest.fixture(scope="session")
def table() -> TranslationTable:
    """Return the small English–French table of the aligner's tests."""
    return made_table(PROBABILITIES, ENGLISH, FRENCH)
