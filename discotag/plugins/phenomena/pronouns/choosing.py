"""The likeliest antecedent of a pronoun, and whether it is sure enough to be named."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.nearest import SETTLED, nearest
from discotag.plugins.phenomena.pronouns.sureness import sureness
from discotag.plugins.phenomena.pronouns.verdicts import NO_NOUN, unlikely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.document import Document
    from discotag.plugins.phenomena.pronouns.agreement import Agreement
    from discotag.plugins.phenomena.pronouns.antecedent import Antecedent, Likely
    from discotag.plugins.phenomena.pronouns.nearest import Before
    from discotag.plugins.phenomena.pronouns.options import PronounOptions
    from discotag.plugins.phenomena.pronouns.pair import Pair


LIKELY = frozenset({"antecedent", "noun"})
"""Decisions for which the likeliest noun stands where the coreference names none."""


def likeliest(
    pair: Pair,
    antecedent: Antecedent,
    agreement: Agreement,
    before: Before,
    options: PronounOptions,
) -> Antecedent:
    """Return the likeliest noun where the coreference names none, or is not sure of its own.

    A neuter that follows other pronouns needs one, too: all of them may stand for a clause.
    """
    document = agreement.document
    source = document.source[pair.place.segment][pair.source]
    is_speaker = source.feats.get("Person", "3") != "3" and "Poss" not in source.feats
    is_wanted = options.likely and pair.decided_by in LIKELY and not is_speaker
    chain = antecedent.chain if agreement.needs_noun else None
    is_unsure = bool(antecedent.evidence) and antecedent.confidence < SETTLED
    if not is_wanted or (antecedent.is_known and chain is None and not is_unsure):
        return _weigh(pair, antecedent, agreement, options)
    place = pair.place
    if chain is not None:
        linked = document.links(chain.segment).targets(chain.token)
        place = TokenRef("target", chain.segment, linked[0] if linked else 0)
    settled = [one for one in before.settled if pair.goes_on(one.label) and one.target < place]
    found = nearest(document, place, agreement, replace(before, settled=settled))
    if chain is not None and found is None:
        return NO_NOUN
    if found is None:
        return _weigh(pair, antecedent, agreement, options)
    return _weigh(pair, found, agreement, options, before.weighed)


def _weigh(
    pair: Pair,
    antecedent: Antecedent,
    agreement: Agreement,
    options: PronounOptions,
    weighed: Sequence[Likely] | None = None,
) -> Antecedent:
    """Return whether an antecedent is sure enough to be named."""
    if not antecedent.evidence or not options.sure:
        return antecedent
    document, least = agreement.document, options.sure
    if weighed is None and antecedent.confidence < SETTLED:
        return doubted(document, antecedent, antecedent.confidence, SETTLED)
    source = TokenRef("source", pair.place.segment, pair.source)
    likelihood = sureness(document, source, antecedent, agreement, weighed)
    return antecedent if likelihood >= least else doubted(document, antecedent, likelihood, least)


def doubted(
    document: Document, antecedent: Antecedent, likelihood: float, least: float
) -> Antecedent:
    """Return an antecedent as one that is not sure enough to be named, and why."""
    place = antecedent.evidence[0]
    side = document.source if place.side == "source" else document.target
    word = side[place.segment].forms[place.token]
    return replace(antecedent, is_sure=False, told=unlikely(word, likelihood, least))
