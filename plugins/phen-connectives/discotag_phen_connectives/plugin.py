"""Connectives: what the plugin declares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import AnnotatorInfo, TableInfo, TaggerInfo, hookimpl
from discotag_phen_connectives.words import MODELLED, languages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_lint.check import CheckInfo

DISCOTAG_API = (1, 0)
NEEDS = frozenset({"tokens", "lemmas", "pos", "morph", "deps"})
SOURCE = frozenset({f"source.{layer}" for layer in NEEDS})
PACKAGE = "discotag_phen_connectives"


@hookimpl
def discotag_annotators() -> Iterator[AnnotatorInfo]:
    """Declare what gives the layer `connectives`: models for English, lists for others."""
    yield AnnotatorInfo(
        name="connective-model",
        summary="Find English connectives by a model of the words and the parse.",
        factory=f"{PACKAGE}.annotators:EnglishConnectives",
        languages=frozenset({MODELLED}),
        needs=NEEDS,
        gives="connectives",
        citation="Liu et al. 2024 (GDTB); Pitler and Nenkova 2009",
    )
    yield AnnotatorInfo(
        name="connective-e5",
        summary="Find English connectives by the same model and word vectors; no torch.",
        factory=f"{PACKAGE}.encoded:EncodedConnectives",
        languages=frozenset({MODELLED}),
        needs=NEEDS,
        gives="connectives",
        install="pip install discotag-e5",
        neutral=frozenset({"weights", "batch"}),  # the digest covers the weights
        citation="Liu et al. 2024 (GDTB); Wang et al. 2024",
        is_extra=True,
    )
    yield AnnotatorInfo(
        name="connective-lists",
        summary="Find connectives by lists with conditions on the parse.",
        factory=f"{PACKAGE}.annotators:ListedConnectives",
        languages="*",
        needs=NEEDS,
        gives="connectives",
        table="connectives",
    )


@hookimpl
def discotag_tables() -> Iterator[TableInfo]:
    """Declare the lists of `data/`; packs and other plugins may bring those of more languages."""
    for code in sorted(languages() - {MODELLED}):
        yield TableInfo(
            language=code, phenomenon="connectives", resource=f"{PACKAGE}:data/{code}.toml"
        )


@hookimpl
def discotag_taggers() -> Iterator[TaggerInfo]:
    """Declare `connectives`; it serves every language for which some plugin gives the layer."""
    yield TaggerInfo(
        name="connectives",
        phenomenon="connectives",
        summary="Tag connectives that join a segment to the text before it.",
        factory=f"{PACKAGE}.tagger:ConnectiveTagger",
        needs=SOURCE | {"target.tokens", "target.deps", "target.connectives", "alignment"},
        citation="Jwalapuram et al. 2020 (DiP), section 7; Webber et al. 2019 (PDTB 3)",
    )


@hookimpl
def discotag_checks() -> Iterator[CheckInfo]:
    """Declare `lost-connective`."""
    from discotag_lint.check import CheckInfo, CodeInfo, Severity

    yield CheckInfo(
        name="connectives",
        summary="a connective of the source that the translation leaves out",
        factory=f"{PACKAGE}.check:LostConnectiveCheck",
        version=3,
        reach=5,
        phenomena=frozenset({"connectives"}),
        needs=SOURCE | {"target.tokens", "target.connectives", "alignment"},
        codes={
            "DT401": CodeInfo(
                name="lost-connective",
                summary="A connective of the source has no counterpart, and the segment has none.",
                advice="Say how the segment is joined to the text before it, unless that is clear"
                " without a connective.",
                severity=Severity.NOTE,  # people leave out more of them than systems do
            )
        },
    )
