"""Declares the scorer `comet`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ScorerInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_scorers() -> Iterator[ScorerInfo]:
    """Declare `comet`."""
    yield ScorerInfo(
        name="comet",
        summary="COMET of whole texts, or with previous sentences as context (DocCOMET).",
        factory="discotag_neural.comet.scorer:CometScorer",
        phenomena=None,
        columns=("score", "segments"),
        scale=100,
        neutral=frozenset({"python", "batch", "gpus", "cache", "timeout"}),
        install="pip install discotag-neural",
        citation="Rei et al. 2020; with context: Vernikos et al. 2022",
    )
