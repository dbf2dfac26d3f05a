"""Kinds of inconsistency, proposed by rule: what stands where the word should be (dip 6.3).

Rules, in this order: the reference's word is linked to nothing in the source = unlinked; nothing is
linked to that in the system's text = omission; a name in the reference = named-entity; a word that
begins alike or holds the other = related; a word that at least two of the systems behind the set
have there = synonym; anything else = other. People have the last word: the paper's kinds were
assigned by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from discotag_dip.lexical.words import content, has, linked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag.plugin import Document
    from discotag_dip.items import Occurrence

KINDS = ("synonym", "related", "omission", "named-entity", "unlinked", "other")
LIKE_LETTERS, LIKE_SHARE = 4, 0.6
VARIANTS = 2
HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")


class Miss(NamedTuple):
    """An occurrence that a text does not render by the word.

    Args:
        place: the occurrence in the reference.
        lemma: what the text has there; None = nothing.
    """

    place: Occurrence
    lemma: str | None


def misses(document: Document, focus: str, places: Sequence[Occurrence]) -> tuple[Miss, ...]:
    """Find which occurrences a text renders otherwise, by its word links.

    An occurrence whose segment holds the word elsewhere is no miss. Where a segment lacks some of
    several, those that links can tell of come first.
    """
    forms = {place.form.casefold() for place in places}
    wanted = Counter(place.segment for place in places)
    found = []
    for segment in sorted(wanted):
        tokens = document.target[segment]
        left = wanted[segment] - sum(has(token, focus, forms) for token in tokens)
        here = [place for place in places if place.segment == segment]
        for place in sorted(here, key=lambda place: not place.source):
            if left <= 0:
                break
            there = tuple(content(linked(document, segment, place.source)))
            if any(has(token, focus, forms) for token in there):
                continue
            left -= 1
            best = next((token for token in there if token.upos == place.upos), None)
            best = best or next(iter(there), None)
            found.append(Miss(place, None if best is None else best.base.casefold()))
    return tuple(found)


def chief(found: Sequence[Miss]) -> Miss | None:
    """Return the miss that is told of: the first with another word in place; None without any."""
    return next((miss for miss in found if miss.lemma is not None), next(iter(found), None))


def lemma_of(miss: Miss | None) -> str | None:
    """Return what stands in place of the word; None = nothing, or nothing that links tell of."""
    return None if miss is None else miss.lemma


def kind_of(miss: Miss | None, focus: str, variants: Mapping[str, int]) -> str:
    """Propose the kind of a miss.

    Args:
        miss: the miss; None = links tell of none.
        focus: the word's lemma.
        variants: lemma → how many texts have it in place of the word.
    """
    if miss is None:
        return "unlinked"
    if miss.lemma is None:
        return "omission" if miss.place.source else "unlinked"
    if miss.place.upos == "PROPN":
        return "named-entity"
    if is_related(focus, miss.lemma):
        return "related"
    return "synonym" if variants.get(miss.lemma, 0) >= VARIANTS else "other"


def is_related(a: str, b: str) -> bool:
    """Return whether two lemmas begin alike (*wine*, *winery*) or one holds the other.

    Words of Chinese characters are related if they share one.
    """
    if HAN.search(a) and HAN.search(b):
        return bool(set(HAN.findall(a)) & set(HAN.findall(b)))
    shorter = min(len(a), len(b))
    if shorter < LIKE_LETTERS:
        return False
    return a in b or b in a or _same_letters(a, b) >= max(LIKE_LETTERS, LIKE_SHARE * shorter)


def share_stem(a: str, b: str) -> bool:
    """Return whether two words of a language that writes compounds as one have a part in common."""
    ends = max(_same_letters(a, b), _same_letters(a[::-1], b[::-1]))
    return a == b or is_related(a, b) or ends >= LIKE_LETTERS


def _same_letters(a: str, b: str) -> int:
    """Count the letters with which both words begin."""
    return next(
        (i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b))
    )
