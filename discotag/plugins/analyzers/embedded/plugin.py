"""Declares the analyzer `embedded`."""

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
        name="embedded",
        summary="The compact pipeline inside the language pack: offline, no download.",
        factory="discotag.plugins.analyzers.embedded.analyzer:EmbeddedAnalyzer",
    )
