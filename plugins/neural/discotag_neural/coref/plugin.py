"""Declares the coreference resolvers `fastcoref` and `stanza`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import CorefInfo, hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator

DISCOTAG_API = (1, 0)
NEEDS = frozenset({"tokens", "pos?", "deps?"})


@hookimpl
def discotag_corefs() -> Iterator[CorefInfo]:
    """Declare the resolvers."""
    yield CorefInfo(
        name="fastcoref",
        summary="English coreference by fastcoref (fastcoref:MODEL).",
        factory="discotag_neural.coref.fastcoref_resolver:FastCoref",
        languages=frozenset({"en"}),
        needs=NEEDS,
        install="pip install 'discotag-neural[fastcoref]'",
        neutral=frozenset({"model", "dir", "device"}),
        citation="Otmazgin et al. 2022, F-coref: Fast, Accurate and Easy to Use Coreference "
        "Resolution, AACL-IJCNLP",
    )
    yield CorefInfo(
        name="stanza",
        summary="Multilingual coreference by Stanza, for either side (target=stanza).",
        factory="discotag_neural.coref.stanza_resolver:StanzaCoref",
        needs=NEEDS,
        install="pip install 'discotag-neural[stanza]'",
        neutral=frozenset({"dir", "url", "device", "batch_segments", "batch_words"}),
        citation="D'Oosterlinck et al. 2023, CAW-coref: Conjunction-Aware Word-level Coreference "
        "Resolution, CRAC",
    )
