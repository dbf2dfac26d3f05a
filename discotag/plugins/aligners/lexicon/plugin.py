"""Declares the embedded aligner, and the command that teaches it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import AlignerInfo, CommandInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_aligners() -> Iterable[AlignerInfo]:
    """Declare `lexicon`."""
    yield AlignerInfo(
        name="lexicon",
        version=4,
        summary="embedded: shipped translation table and two-direction HMM; offline, pair by pair",
        factory="discotag.plugins.aligners.lexicon.aligner:LexiconAligner",
    )


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag adapt`."""
    yield CommandInfo(
        name="adapt",
        summary="Learn a corpus's own words for the aligner `lexicon`.",
        factory="discotag.plugins.aligners.lexicon.command:adapt",
    )
