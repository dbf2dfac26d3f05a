"""Judges the coherence of a translated document by a ranker (dip 5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.coherence.kinds import is_incoherent, kind_of, signs
from discotag_dip.corpus import Bundle
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

    `failing`: whether the text is below its reference and has signs of incoherence enough, of which
    a kind of error is proposed; see `coherence.kinds`.
    """
    gap = ranker.rho(tuple(reference.target)) - ranker.rho(tuple(document.target))
    (found,) = signs(Bundle(reference, (), {document.system: document}), stop_words).values()
    is_failing = gap > 0 and is_incoherent(found)
    return Verdict(
        item=item.id,
        document=item.document,
        values={"score": gap, "failing": float(is_failing), "worse": float(gap > 0)},
        kind=kind_of(found) if is_failing else None,
    )
