"""Declares the built-in scorers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import ScorerInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)

_BLEU_COLUMNS = (
    "hypothesis",
    "reference",
    *(f"correct_{order}" for order in range(1, 5)),
    *(f"total_{order}" for order in range(1, 5)),
    "support",
)
_CHRF_COLUMNS = (
    *(
        f"{count}_{order}"
        for order in range(1, 9)
        for count in ("hypothesis", "reference", "match")
    ),
    "support",
)


@hookimpl
def discotag_scorers() -> Iterable[ScorerInfo]:
    """Declare `compare_mt`, `muda`, `choice`, `expected`, `bleu` and `chrf`."""
    yield ScorerInfo(
        name="compare_mt",
        summary="word F of tagged words; matched words take the reference's tags",
        factory="discotag.plugins.scorers.word_f:CompareMtScorer",
        columns=("matched", "hypothesis", "support"),
        needs=frozenset({"target.tokens"}),
        citation="Neubig et al. 2019, compare-mt; Fernandes et al. 2023",
    )
    yield ScorerInfo(
        name="muda",
        summary="word F of tagged words; a match needs the tag on both sides",
        factory="discotag.plugins.scorers.word_f:MudaScorer",
        columns=("matched", "hypothesis", "support"),
        needs=frozenset({"target.tokens"}),
        citation="Fernandes et al. 2023, published code",
    )
    yield ScorerInfo(
        name="choice",
        summary="whether the word for the same source word has the same class, whatever the word",
        factory="discotag.plugins.scorers.choice:ChoiceScorer",
        phenomena="classes",
        version=2,
        columns=("correct", "missing", "unjudged", "support"),
        needs=frozenset({"target.tokens", "alignment"}),
    )
    yield ScorerInfo(
        name="expected",
        summary="whether the word that a test suite expects stands in the translation",
        factory="discotag.plugins.scorers.expected:ExpectedScorer",
        phenomena=None,
        columns=("correct", "missing", "support"),
        citation="Wicks and Post 2023, ctxpro; Müller et al. 2018, ContraPro",
    )
    yield ScorerInfo(
        name="bleu",
        summary="sacreBLEU's BLEU of the whole text",
        factory="discotag.plugins.scorers.sacrebleu:BleuScorer",
        phenomena=None,
        columns=_BLEU_COLUMNS,
        scale=100,
        citation="Papineni et al. 2002; Post 2018",
    )
    yield ScorerInfo(
        name="chrf",
        summary="sacreBLEU's chrF of the whole text",
        factory="discotag.plugins.scorers.sacrebleu:ChrfScorer",
        phenomena=None,
        columns=_CHRF_COLUMNS,
        scale=100,
        citation="Popović 2015; Post 2018",
    )
    yield from _of_documents()


def _of_documents() -> Iterable[ScorerInfo]:
    """Declare the scorers that take a document as one segment."""
    yield ScorerInfo(
        name="bleu-doc",
        summary="sacreBLEU's BLEU, each document as one segment",
        factory="discotag.plugins.scorers.sacrebleu:DocumentBleuScorer",
        phenomena=None,
        columns=_BLEU_COLUMNS,
        scale=100,
        citation="Papineni et al. 2002; Liu et al. 2020",
    )
    yield ScorerInfo(
        name="chrf-doc",
        summary="sacreBLEU's chrF, each document as one segment",
        factory="discotag.plugins.scorers.sacrebleu:DocumentChrfScorer",
        phenomena=None,
        columns=_CHRF_COLUMNS,
        scale=100,
        citation="Popović 2015",
    )
