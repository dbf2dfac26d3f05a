"""Whether the source repeats its word where the reference does; else the translator chose it.

The consistency of the reference is forced where it does not (dip 6.1 counts 23 % by hand).
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag_dip.lexical.words import CONTENT

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from discotag.plugin import Document
    from discotag_dip.items import Occurrence

LEAST_HEAD = 4
"""Letters of a word that a longer one may end with as its head: *Station*, *Packstation*."""


def repeated(reference: Document, places: Sequence[Occurrence]) -> tuple[Occurrence, ...]:
    """Return the nouns and names that translate the same of the source, the most there are.

    Adjectives are free to vary.

    Args:
        reference: the reference, aligned; needs the source's lemmas and parts of speech.
        places: the occurrences of a word of the reference.

    Returns:
        At least two occurrences, or none.
    """
    best = _largest(reference, [place for place in places if place.upos in ud.NOMINAL], ud.NOMINAL)
    return best if len(best) > 1 else ()


def is_kept(reference: Document, places: Sequence[Occurrence]) -> bool | None:
    """Return whether one word of the source stands behind all; None where some are not linked."""
    if not all(place.source for place in places):
        return None
    return len(_largest(reference, places, CONTENT)) == len(places)


def _largest(
    reference: Document, places: Sequence[Occurrence], classes: Collection[str]
) -> tuple[Occurrence, ...]:
    """Return the largest group of occurrences with the same source word of some classes."""
    of_word: dict[str, list[Occurrence]] = defaultdict(list)
    for place in places:
        tokens = reference.source[place.segment]
        words = (tokens[index] for index in place.source)
        for lemma in {word.base.casefold() for word in words if word.upos in classes}:
            of_word[lemma].append(place)
    groups = (
        [place for other, found in of_word.items() if is_same(word, other) for place in found]
        for word in sorted(of_word)
    )
    best = max(groups, key=len, default=[])
    return tuple(place for place in places if place in best)


def is_same(a: str, b: str) -> bool:
    """Return whether two lemmas are the same word, or one a compound with the other as its head."""
    short, long = sorted((a, b), key=len)
    return a == b or (len(short) >= LEAST_HEAD and long.endswith(short))
