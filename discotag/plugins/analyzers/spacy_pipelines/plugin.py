"""Declares the analyzer `spacy`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import AnalyzerInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_analyzers() -> Iterator[AnalyzerInfo]:
    """Declare the analyzer."""
    yield AnalyzerInfo(
        name="spacy",
        summary="Any installed spaCy pipeline, by package or path (spacy:fr_core_news_sm).",
        factory="discotag.plugins.analyzers.spacy_pipelines.analyzer:SpacyAnalyzer",
        install="pip install 'spacy>=3.8.13,<3.9'",
    )
