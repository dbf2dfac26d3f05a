"""Declares the analyzer `word-list`."""

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
        name="word-list",
        summary="Words between spaces and signs, known from the pack's list: for a new language.",
        factory="discotag.plugins.analyzers.word_list.analyzer:WordListAnalyzer",
        resource="data/words.tsv",
    )
