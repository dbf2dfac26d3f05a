"""Judges whether a translation has the reference's connective, or any (dip 7.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.connectives.layer import LAYER, connectives
from discotag_dip.judging import Verdict

if TYPE_CHECKING:
    from discotag.plugin import Document
    from discotag_dip.items import Item

LAYERS = frozenset({"target.tokens", f"target.{LAYER}"})
KINDS = ("omission", "synonym", "mistranslation")


def judge(item: Item, document: Document) -> Verdict:
    """Judge one item by the listed words of the translation's segment.

    The proposed kind: none = omission; one of the same sense = synonym; else mistranslation.
    """
    found = connectives(document.target, item.first)
    is_same = any(word.form == item.focus for word in found)
    kind = None
    if not is_same:
        senses = {word.sense for word in found}
        is_synonym = item.facts.get("sense") in senses
        kind = "omission" if not found else "synonym" if is_synonym else "mistranslation"
    return Verdict(
        item=item.id,
        document=item.document,
        values={"accuracy": float(is_same), "any": float(bool(found))},
        kind=kind,
        got=None if is_same or not found else found[0].form,
    )
