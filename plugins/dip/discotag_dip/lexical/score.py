"""Judges whether a translation keeps an item's word (dip 6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.judging import Verdict
from discotag_dip.lexical.free import Choice, lemmas
from discotag_dip.lexical.kinds import REAL, SURE, misses, told
from discotag_dip.lexical.words import count

if TYPE_CHECKING:
    from discotag.plugin import Document
    from discotag_dip.items import Item


def judge(item: Item, reference: Document, document: Document) -> Verdict:
    """Judge one item: by the word as often as in the reference, and by real changes of it.

    Args:
        item: the item.
        reference: the reference of its document, analysed.
        document: the translation of its whole document, analysed and aligned.
    """
    focus = item.focus or ""
    forms = {place.form.casefold() for place in item.occurrences}
    block = [document.target[segment] for segment in item.segments]
    is_consistent = count(block, focus, forms) >= len(item.occurrences)
    found = misses(document, reference, focus, item.occurrences)
    rendered = {miss.lemma for miss in found}
    is_another = len(found) == len(item.occurrences) and len(rendered) == 1 and None not in rendered
    kind = got = None
    if not is_consistent:
        repeated = [item.occurrences[index] for index in item.facts["repeated"]]
        facts = item.facts
        known = facts["variants"], facts["systems"], lemmas(reference.target)
        choice = Choice(document.target.language, *known)
        kind, got = told(found, focus, repeated, choice)
    values = {"accuracy": float(is_consistent), "another": float(is_another)}
    if item.facts["is_unforced"]:
        values["unforced"] = float(kind not in SURE)
    if item.facts["is_doubtful"]:
        values["nouns"] = float(kind not in REAL - SURE)
    return Verdict(item=item.id, document=item.document, values=values, kind=kind, got=got)
