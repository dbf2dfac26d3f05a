"""Spellings: whether two forms of a name are one name inflected, or one name written two ways."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

LONG_END = 5
"""Letters of a common end that is a word of its own, and no ending."""
HALF = 0.5
"""How alike the rests of two spellings are behind a common beginning, where they are long."""


def plain(form: str, alike: Mapping[str, str] | None = None) -> str:
    """Return a name without case, possessive, and what is joined behind an apostrophe.

    Args:
        form: the name as it stands in a text.
        alike: letters that are often written as another one (Russian ё as е).
    """
    bare = form.casefold().replace("’", "'").partition("'")[0]
    for letter, other in (alike or {}).items():
        bare = bare.replace(letter, other)
    return bare


def is_inflected(one: str, other: str, ends: Collection[str]) -> bool:
    """Return whether two plain forms differ by listed endings alone."""
    from rapidfuzz.distance import Prefix

    least = min(len(one), len(other))
    return any(
        one[size:] in ends and other[size:] in ends
        for size in range(Prefix.similarity(one, other), max(1, least - LONG_END), -1)
    )


def is_derived(one: str, other: str, ends: Collection[str]) -> bool:
    """Return whether, by its letters, one plain form is a longer word made of the other.

    One holds the other (*Ukraine*, *Ostukraine*), both end alike behind other words (*Nordkorea*,
    *Südkorea*), or they part ways for good behind a common beginning (*Italie*, *Italiens*).
    Spellings of one name meet again, endings apart (*Campbell*, *Campell*).
    """
    from rapidfuzz.distance import Postfix, Prefix

    short, long = sorted((one, other), key=len)
    bare = {short, *(short.removesuffix(end) for end in ends if len(short) - len(end) >= LONG_END)}
    if any(form in long[1:] for form in bare) or short in long:
        return True
    shared = Prefix.similarity(one, other)
    if shared < 2:
        return Postfix.similarity(one, other) >= LONG_END
    if shared < max(3, min(len(one), len(other)) // 2):
        return False
    if (
        min(len(one), len(other)) - shared >= LONG_END
        and likeness(one[shared:], other[shared:]) < HALF
    ):
        return True  # compounds: Kanalinsel, Kanaltunnel
    stems = [{word.removesuffix(end)[shared:] for end in ends} for word in (one, other)]
    lasts = [{stem[-1] for stem in of_word if stem} for of_word in stems]
    return lasts[0].isdisjoint(lasts[1])


@lru_cache(maxsize=65536)
def likeness(one: str, other: str) -> float:
    """Compare two words as they sound in Latin letters: 0–1."""
    from anyascii import anyascii
    from rapidfuzz.fuzz import ratio

    return ratio(anyascii(one).casefold(), anyascii(other).casefold()) / 100
