"""Judges the pronouns of a translation by a ranker, in the reference's context (dip 4.2)."""

from __future__ import annotations

from math import exp, log1p
from typing import TYPE_CHECKING

from discotag_dip.anaphora.build import LAYERS as BUILT
from discotag_dip.anaphora.build import becomes, kind_of, wrong_pronoun
from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.ranker import LAYERS as RANKED
from discotag_dip.items import CONTEXT
from discotag_dip.judging import Verdict

if TYPE_CHECKING:
    from discotag.plugin import Document
    from discotag_dip.items import Item
    from discotag_dip.rankers import SegmentRanker

LAYERS = RANKED | BUILT


def judge(item: Item, reference: Document, document: Document, ranker: SegmentRanker) -> Verdict:
    """Judge one item.

    `score` is what a wrong pronoun costs: −log of its probability, if it or the reference's stands
    in the place (nats). So it is above 0 for every wrong one, log 2 where the ranker cannot tell,
    and 0 where none is wrong. `signed` is ρ of the reference's class less ρ of the wrong one, both
    in the reference's segment: all else there is equal, so that another wording does not count.
    `segment` is the same of the whole segments, as the paper has it.

    Args:
        item: the item.
        reference: the reference of its document, analysed.
        document: the translation of its document, analysed and aligned.
        ranker: gives ρ.
    """
    context = [reference.target[place] for place in range(item.first)][-CONTEXT:]
    tokens = reference.target[item.first]
    whole = ranker.rho(context, tokens) - ranker.rho(context, document.target[item.first])
    (place,) = item.occurrences
    got = wrong_pronoun(document, reference, place, item.facts["accepted"])
    gap, cost, kind = 0.0, 0.0, None
    if got is not None:
        wrong = pronouns().class_of(got) or ""
        gap = ranker.preference(context, tokens, place.token, wrong)
        cost = surprisal(gap)
        has_name = bool(item.facts["name"])
        may = becomes(document.source.language, place.source_forms)
        kind = kind_of(got, has_name=has_name, may=may)
    return Verdict(
        item=item.id,
        document=item.document,
        values={
            "score": cost,
            "signed": gap,
            "segment": whole,
            "wrong": float(got is not None),
        },
        kind=kind,
        got=None if got is None else got.casefold(),
    )


def surprisal(gap: float) -> float:
    """Return −log p of one of two, where the other is `gap` nats likelier: log(1 + e^gap), nats."""
    return max(gap, 0.0) + log1p(exp(-abs(gap)))
