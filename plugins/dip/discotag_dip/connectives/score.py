"""Judges whether a translation has the reference's connective, or any (dip 7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.connectives.layer import connectives
from discotag_dip.connectives.losing import LAYERS as LOSING
from discotag_dip.connectives.losing import is_lost, telling
from discotag_dip.judging import Verdict

if TYPE_CHECKING:
    from discotag.plugin import Document
    from discotag_dip.items import Item

LAYERS = LOSING | {"source.tokens", "target.tokens", "target.pos"}
KINDS = ("omission", "synonym", "mistranslation")


def judge(item: Item, reference: Document, document: Document) -> Verdict:
    """Judge one item by what in the translation's segment can say it, and by its listed words.

    The proposed kind: lost, or no listed word = omission; one of the same sense = synonym; else
    mistranslation.
    """
    found = connectives(document.target, item.first)
    places = {place.token for place in item.occurrences}
    kept = not any(
        places >= set(word.tokens) and is_lost(document, reference, item.first, word, source)
        for word, source in telling(reference, item.first)
    )
    is_same = any(word.form == item.focus for word in found)
    kind = None
    if not is_same:
        is_synonym = item.facts["sense"] in {word.sense for word in found}
        is_omitted = not found or not kept
        kind = "omission" if is_omitted else "synonym" if is_synonym else "mistranslation"
    return Verdict(
        item=item.id,
        document=item.document,
        values={"kept": float(kept), "accuracy": float(is_same), "any": float(bool(found))},
        kind=kind,
        got=None if is_same or not found else found[0].form,
    )
