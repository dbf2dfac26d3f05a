"""Judges the coherence of a translated document by a ranker (dip 5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.coherence.kinds import kind_of
from discotag_dip.judging import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection

    from discotag.plugin import Document
    from discotag_dip.items import Item
    from discotag_dip.rankers import DocumentRanker


def judge(
    item: Item,
    reference: Document,
    document: Document,
    ranker: DocumentRanker,
    *,
    stop_words: Collection[str] = (),
) -> Verdict:
    """Judge one document: what the ranker makes of its reference, less the translation's.

    Where the reference is above, a kind of error is proposed; see `coherence.kinds`.
    """
    gap = ranker.rho(tuple(reference.target)) - ranker.rho(tuple(document.target))
    return Verdict(
        item=item.id,
        document=item.document,
        values={"score": gap, "absolute": abs(gap), "worse": float(gap > 0)},
        kind=kind_of(reference, document, stop_words=stop_words) if gap > 0 else None,
    )
