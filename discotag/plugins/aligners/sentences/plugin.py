"""Declares `discotag align`, and what units of a run are found with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import CommandInfo, SentenceAlignerInfo, SplitterInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable


DISCOTAG_API = (1, 0)


@hookimpl
def discotag_splitters() -> Iterable[SplitterInfo]:
    """Declare `sentence-rules`."""
    yield SplitterInfo(
        name="sentence-rules",
        summary="embedded: rules and abbreviations of the language packs",
        factory="discotag.plugins.aligners.sentences.components:RuleSplitter",
        version=2,
    )


@hookimpl
def discotag_sentence_aligners() -> Iterable[SentenceAlignerInfo]:
    """Declare `lexicon-beads`."""
    yield SentenceAlignerInfo(
        name="lexicon-beads",
        summary="embedded: shipped translation tables and lengths, through English where need be",
        factory="discotag.plugins.aligners.sentences.components:LexiconBeads",
    )


@hookimpl
def discotag_commands() -> Iterable[CommandInfo]:
    """Declare `discotag align`."""
    yield CommandInfo(
        name="align",
        summary="Find which sentences of two whole texts belong together.",
        factory="discotag.plugins.aligners.sentences.command:align",
    )
