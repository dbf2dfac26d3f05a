"""Judges the pronouns of a translation by a ranker, in the reference's context (dip 4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.anaphora.build import kind_of, pronouns_at, wrong_pronoun
from discotag_dip.anaphora.pronouns import pronouns
from discotag_dip.anaphora.ranker import LAYERS as RANKED
from discotag_dip.items import CONTEXT
from discotag_dip.judging import Verdict

if TYPE_CHECKING:
    from discotag.plugin import Document
    from discotag_dip.items import Item
    from discotag_dip.rankers import SegmentRanker

LAYERS = RANKED | {"source.tokens", "alignment"}


def judge(item: Item, reference: Document, document: Document, ranker: SegmentRanker) -> Verdict:
    """Judge one item.

    `score` is ρ of the reference's class of pronoun less ρ of the class that the translation has in
    its place, both in the reference's segment: all else there is equal, so that another wording
    does not count. Where the translation has no pronoun, or one that is as right by the item's
    `accepted` (another reference has it, …), the two are equal. `segment` is the same
    of the whole segments, as the paper has it.

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
    found = pronouns_at(document, reference, place)
    accepted = item.facts.get("accepted", ())
    right = {pronouns().class_of(place.form), *accepted}
    gap = 0.0
    if found and all(name not in right for _, name in found):
        gap = ranker.preference(context, tokens, place.token, found[0][1])
    got = wrong_pronoun(document, reference, place, accepted)
    kind = None
    if got is not None:
        forms = pronouns().source.get(document.source.language.partition("-")[0])
        has_name = bool(item.facts.get("name"))
        kind = kind_of(place.source_forms, got, has_name=has_name, forms=forms)
    return Verdict(
        item=item.id,
        document=item.document,
        values={
            "score": gap,
            "absolute": abs(gap),
            "segment": whole,
            "wrong": float(got is not None),
        },
        kind=kind,
        got=None if got is None else got.casefold(),
    )
