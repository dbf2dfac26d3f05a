"""Judges whether a translation keeps an item's word (dip 6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.judging import Verdict
from discotag_dip.lexical.kinds import chief, kind_of, lemma_of, misses
from discotag_dip.lexical.words import count

if TYPE_CHECKING:
    from discotag.plugin import Document
    from discotag_dip.items import Item


def judge(item: Item, document: Document) -> Verdict:
    """Judge one item: it is consistent if the word stands as often as in the reference.

    Args:
        item: the item.
        document: the translation of its whole document, analysed and aligned.
    """
    focus = item.focus or ""
    forms = {place.form.casefold() for place in item.occurrences}
    block = [document.target[segment] for segment in item.segments]
    is_consistent = count(block, focus, forms) >= len(item.occurrences)
    found = misses(document, focus, item.occurrences)
    rendered = {miss.lemma for miss in found}
    is_another = len(found) == len(item.occurrences) and len(rendered) == 1 and None not in rendered
    kind = got = None
    if not is_consistent:
        variants = dict(item.facts.get("variants", {}))
        miss = chief(found)
        kind, got = kind_of(miss, focus, variants), lemma_of(miss)
    values = {"accuracy": float(is_consistent), "another": float(is_another)}
    if item.facts.get("is_source_consistent"):
        values["unforced"] = float(is_consistent)
    return Verdict(
        item=item.id,
        document=item.document,
        values=values,
        kind=kind,
        got=got,
    )
