"""Declares the analyzers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import AnalyzerInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

DISCOTAG_API = (1, 0)
HERE = "discotag.plugins.analyzers"


@hookimpl
def discotag_analyzers() -> Iterator[AnalyzerInfo]:
    """Declare the analyzers."""
    yield AnalyzerInfo(
        name="embedded",
        summary="The compact pipeline inside the language pack: offline, no download.",
        factory=f"{HERE}.embedded.analyzer:EmbeddedAnalyzer",
    )
    yield AnalyzerInfo(
        name="spacy",
        summary="Any installed spaCy pipeline, by package or path (spacy:fr_core_news_sm).",
        factory=f"{HERE}.spacy_pipelines:SpacyAnalyzer",
        install="pip install 'spacy>=3.8.13,<3.9'",
    )
    yield AnalyzerInfo(
        name="word-list",
        summary="Words between spaces and signs, known from the pack's list: for a new language.",
        factory=f"{HERE}.word_list:WordListAnalyzer",
        resource="data/words.tsv",
    )
    yield AnalyzerInfo(
        name="conllu",
        summary="Your own analyses, matched by text (conllu:FILE or conllu:FOLDER).",
        factory=f"{HERE}.conllu:ConlluAnalyzer",
        is_by_line=True,
    )
