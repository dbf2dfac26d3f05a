"""Declares the aligners `e5` and `joined`, the sentence aligner and the coreference `e5`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import AlignerInfo, CorefInfo, SentenceAlignerInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

DISCOTAG_API = (1, 0)
INSTALL = "pip install discotag-e5"


@hookimpl
def discotag_aligners() -> Iterator[AlignerInfo]:
    """Declare both."""
    yield AlignerInfo(
        name="e5",
        summary="word vectors of multilingual-e5-small, about a hundred languages; a CPU, no torch",
        factory="discotag_e5.aligner:E5Aligner",
        version=3,
        install=INSTALL,
        neutral=frozenset({"weights", "batch", "dir"}),  # the digest covers the weights
        citation="Wang et al. 2024; Jalili Sabet et al. 2020; Dou and Neubig 2021",
    )
    yield AlignerInfo(
        name="joined",
        summary="the links of two aligners put together (joined:A+B); lexicon+e5 if none are named",
        factory="discotag_e5.joined:JoinedAligner",
        install=INSTALL,
        version=3,
        joins=True,
        default_parts="lexicon+e5",
    )


@hookimpl
def discotag_sentence_aligners() -> Iterator[SentenceAlignerInfo]:
    """Declare the sentence aligner."""
    yield SentenceAlignerInfo(
        name="e5",
        summary="sentence vectors of multilingual-e5-small, about a hundred languages; no torch",
        factory="discotag_e5.beads:E5Beads",
        install=INSTALL,
        neutral=frozenset({"weights", "batch"}),  # the digest covers the weights
        citation="Wang et al. 2024; Artetxe and Schwenk 2019; Thompson and Koehn 2019",
    )


@hookimpl
def discotag_corefs() -> Iterator[CorefInfo]:
    """Declare the coreference."""
    yield CorefInfo(
        name="e5",
        summary="Coreference by word vectors, many languages, either side (target=e5); no torch.",
        factory="discotag_e5.coref.resolver:E5Coref",
        version=5,
        needs=frozenset({"tokens", "lemmas", "pos", "deps", "morph?"}),
        install=INSTALL,
        neutral=frozenset({"weights", "batch"}),  # the digest covers the weights
        citation="Wang et al. 2024; Denis and Baldridge 2008; Lee et al. 2017",
    )
