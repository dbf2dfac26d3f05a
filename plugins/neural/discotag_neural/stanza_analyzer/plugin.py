"""Declares the analyzer `stanza`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import AnalyzerInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_analyzers() -> Iterator[AnalyzerInfo]:
    """Declare the analyzer."""
    yield AnalyzerInfo(
        name="stanza",
        summary="Stanza's neural pipelines, with multi-word tokens split (stanza:PACKAGE).",
        factory="discotag_neural.stanza_analyzer.analyzer:StanzaAnalyzer",
        install="pip install 'discotag-neural[stanza]'",
        neutral=frozenset({"dir", "url", "device", "batch_segments", "batch_words"}),
        citation="Qi et al. 2020, Stanza: A Python NLP Toolkit for Many Human Languages, ACL",
    )
