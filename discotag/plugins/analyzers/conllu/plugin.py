"""Declares the analyzer `conllu`."""

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
        name="conllu",
        summary="Your own analyses, matched by text (conllu:FILE or conllu:FOLDER).",
        factory="discotag.plugins.analyzers.conllu.analyzer:ConlluAnalyzer",
        is_by_line=True,
    )
