"""Whether the source repeats its word where the reference does; else the translator chose it.

The consistency of the reference is forced where it does not (dip 6.1 counts 23 % by hand).
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from discotag_dip.lexical.words import NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Document
    from discotag_dip.items import Occurrence

LEAST_HEAD = 4
"""Letters of a word that a longer one may end with as its head: *Station*, *Packstation*."""


def repeated(reference: Document, places: Sequence[Occurrence]) -> tuple[Occurrence, ...]:
    """Return the occurrences that translate the same word of the source, the most there are.

    Args:
        reference: the reference, aligned; needs the source's lemmas and parts of speech.
        places: the occurrences of a word of the reference; adjectives are free to vary.

    Returns:
        At least two occurrences, or none.
    """
    of_word: dict[str, list[Occurrence]] = defaultdict(list)
    for place in places:
        for lemma in _lemmas(reference, place) if place.upos in NAMES else ():
            of_word[lemma].append(place)
    if not of_word:
        return ()
    groups = (
        [place for other, found in of_word.items() if is_same(word, other) for place in found]
        for word in sorted(of_word)
    )
    best = max(groups, key=len)
    return tuple(place for place in places if place in best) if len(best) > 1 else ()


def is_kept(reference: Document, places: Sequence[Occurrence]) -> bool | None:
    """Return whether one noun of the source stands behind all; None where some are not linked."""
    if not all(place.source for place in places):
        return None
    return len(repeated(reference, places)) == len(places)


def is_same(a: str, b: str) -> bool:
    """Return whether two lemmas are the same word, or one a compound with the other as its head."""
    short, long = sorted((a, b), key=len)
    return a == b or (len(short) >= LEAST_HEAD and long.endswith(short))


def _lemmas(reference: Document, place: Occurrence) -> set[str]:
    tokens = reference.source[place.segment]
    found = (tokens[index] for index in place.source)
    return {token.base.casefold() for token in found if token.upos in NAMES}
