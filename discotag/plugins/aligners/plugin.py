"""Declares the aligners of words and sentences, the splitter, and the commands about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import AlignerInfo, CommandInfo, SentenceAlignerInfo, SplitterInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

DISCOTAG_API = (1, 0)
HERE = "discotag.plugins.aligners"


@hookimpl
def discotag_aligners() -> Iterator[AlignerInfo]:
    """Declare the aligners of words."""
    yield AlignerInfo(
        name="lexicon",
        version=4,
        summary="embedded: shipped translation table and two-direction HMM; offline, pair by pair",
        factory=f"{HERE}.lexicon.aligner:LexiconAligner",
    )
    yield AlignerInfo(
        name="pharaoh",
        summary="Your own links: one line of 0-based i-j (or i-j:score) per segment "
        "(TEXT=pharaoh:FILE).",
        factory=f"{HERE}.pharaoh:PharaohAligner",
        is_sequential=True,
        is_by_line=True,
    )


@hookimpl
def discotag_splitters() -> Iterator[SplitterInfo]:
    """Declare `sentence-rules`."""
    yield SplitterInfo(
        name="sentence-rules",
        summary="embedded: rules and abbreviations of the language packs",
        factory="discotag.language.sentences:SentenceSplitter",
        version=2,
    )


@hookimpl
def discotag_sentence_aligners() -> Iterator[SentenceAlignerInfo]:
    """Declare `lexicon-beads`."""
    yield SentenceAlignerInfo(
        name="lexicon-beads",
        summary="embedded: shipped translation tables and lengths, through English where need be",
        factory=f"{HERE}.sentences.components:LexiconBeads",
    )


@hookimpl
def discotag_commands() -> Iterator[CommandInfo]:
    """Declare `discotag align sentences` and `discotag align adapt`."""
    yield CommandInfo(
        name="align.adapt",
        summary="Learn a corpus's own words for the aligner `lexicon`.",
        factory=f"{HERE}.lexicon.command:adapt",
        section="Translations",
    )
    yield CommandInfo(
        name="align.sentences",
        summary="Find which sentences of two whole texts belong together.",
        factory=f"{HERE}.sentences.command:align",
        section="Translations",
    )
