"""Spellings: whether two forms of a name are one name inflected, or one name written two ways."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

LONG_END = 5
"""Letters of a common end that is a word of its own, and no ending."""


@cache
def endings(language: str) -> frozenset[str]:
    """Return the endings that names take in a language."""
    data = tomllib.loads(Path(__file__).with_name("names.toml").read_text("utf-8"))
    return frozenset(data.get(language.partition("-")[0], [""]))


def plain(form: str) -> str:
    """Return a name without case, possessive, dots of ё.

    What is joined behind an apostrophe.
    """
    return form.casefold().replace("’", "'").partition("'")[0].replace("ё", "е")


def is_inflected(one: str, other: str, ends: Collection[str]) -> bool:
    """Return whether two plain forms differ by listed endings alone."""
    from rapidfuzz.distance import Prefix

    least = min(len(one), len(other))
    return any(
        one[size:] in ends and other[size:] in ends
        for size in range(Prefix.similarity(one, other), max(1, least - LONG_END + 1), -1)
    )


def is_derived(one: str, other: str, ends: Collection[str]) -> bool:
    """Return whether, by its letters, one plain form is a longer word made of the other.

    One holds the other (*Ukraine*, *Ostukraine*), both end alike behind other words (*Nordkorea*,
    *Südkorea*), or they part ways for good behind a common beginning (*Italie*, *Italiens*).
    Spellings of one name meet again, endings apart (*Campbell*, *Campell*).
    """
    from rapidfuzz.distance import Postfix, Prefix

    if one in other or other in one:
        return True
    shared = Prefix.similarity(one, other)
    if shared < 2:
        return Postfix.similarity(one, other) >= LONG_END
    if shared < max(3, min(len(one), len(other)) // 2):
        return False
    stems = [{word.removesuffix(end)[shared:] for end in ends} for word in (one, other)]
    lasts = [{stem[-1] for stem in of_word if stem} for of_word in stems]
    return lasts[0].isdisjoint(lasts[1])


@lru_cache(maxsize=65536)
def likeness(one: str, other: str) -> float:
    """Compare two words as they sound in Latin letters: 0–1."""
    from anyascii import anyascii
    from rapidfuzz.fuzz import ratio

    return ratio(anyascii(one).casefold(), anyascii(other).casefold()) / 100
