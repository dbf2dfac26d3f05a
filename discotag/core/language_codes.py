"""Codes of languages: how a language is written, and which of some varieties is nearest to another.

`langcodes` knows them (CLDR; Unicode Technical Standard 35, "Language Matching"); it is imported
when a code is not that of a pack, which is rare.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Collection

    from langcodes import Language


Direction = Literal["ltr", "rtl"]
RIGHT_TO_LEFT = frozenset(
    [
        *("Adlm", "Arab", "Aran", "Armi", "Hebr", "Mand", "Mend", "Nkoo"),
        *("Rohg", "Samr", "Syrc", "Syre", "Syrj", "Syrn", "Thaa", "Yezi"),
    ]
)
"""Scripts that run from right to left (ISO 15924; letters of Bidi_Class R and AL in Unicode)."""
VARIETY = 5
"""The largest distance of varieties that are read alike (`es-MX`, `es`); dialects are further."""
TERRITORY = 4
"""The distance of territories that CLDR puts together (`pt-AO` and `pt-PT`)."""


def direction(code: str) -> Direction:
    """Return in which direction a language's usual script runs, as CLDR knows scripts.

    A pack that is installed may say otherwise (`Registry.direction`).

    Example:
        >>> [direction(code) for code in ("fa", "fr", "pa-arab", "no such tag")]
        ['rtl', 'ltr', 'rtl', 'ltr']
    """
    from langcodes import Language
    from langcodes.tag_parser import LanguageTagError

    try:
        script = Language.get(code).maximize().script
    except LanguageTagError:
        return "ltr"
    return "rtl" if script in RIGHT_TO_LEFT else "ltr"


def nearest(code: str, codes: Collection[str]) -> str | None:
    """Return the code that a variety is read with; None where the tag is none, or all are far.

    Example:
        >>> [nearest(code, ["es", "pt-br", "pt-pt"]) for code in ("es-MX", "pt-AO", "ca")]
        ['es', 'pt-pt', None]
    """
    from langcodes import closest_match

    if _language(code) is None:
        return None
    found, distance = closest_match(code, list(codes), max_distance=VARIETY)
    return found if distance <= VARIETY else None


@lru_cache(maxsize=1024)
def are_alike(code: str, other: str) -> bool:
    """Return whether two codes name the same variety, or varieties that hardly differ.

    Example:
        >>> are_alike("deu", "de-AT"), are_alike("zh-HK", "zh-tw"), are_alike("pt-pt", "pt-br")
        (True, True, False)
    """
    from langcodes import tag_distance

    languages = _language(code), _language(other)
    if languages[0] is None or languages[1] is None:
        return False
    distance = tag_distance(code, other)
    if distance <= TERRITORY:
        return True
    # Where both are written in a script of their own (zh-Hant), nothing else is nearer.
    return distance <= VARIETY and all(_has_own_script(one) for one in languages if one is not None)


def _has_own_script(language: Language) -> bool:
    """Return whether a variety is written in another script than its language usually is."""
    from langcodes import Language

    usual = Language.make(language=language.language).maximize()
    return language.maximize().script != usual.script


def _language(code: str) -> Language | None:
    """Read a tag; None where it is none or names what does not exist."""
    from langcodes import Language
    from langcodes.tag_parser import LanguageTagError

    try:
        language = Language.get(code)
    except LanguageTagError:
        return None
    return language if language.is_valid() else None
