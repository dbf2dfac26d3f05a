"""Light stems: what an Arabic word is looked up by in the translation table.

Spelling is levelled (hamza, final ى and ة, vowel signs) and the common affixes are cut off:
conjunctions, prepositions and the article before, pronouns and endings of number and gender behind
(after Larkey, Ballesteros & Connell 2007, *Light stemming for Arabic information retrieval*, with
the pronouns and single prepositions added). No root is sought.
"""

from __future__ import annotations

import re

VOWELS = re.compile("[\u064b-\u0652\u0670\u0640]")
LEVEL = str.maketrans("أإآٱىةؤئ", "اااايهوي")
CONJUNCTIONS = ("و", "ف")
ARTICLES = ("بال", "كال", "لل", "ال")
PREPOSITIONS = ("ب", "ل")
PRONOUNS = ("هما", "كما", "هم", "هن", "كم", "كن", "ها", "نا", "ني")
ENDINGS = ("ات", "ون", "ين", "ان", "وا", "يه", "ته", "تي", "ه", "ي", "ا", "ت", "ك")
SHORTEST, SAFE = 3, 4
"""Fewest letters that stay behind a cut, and behind a cut that is often wrong."""


def light(word: str) -> str:
    """Cut a word down to its light stem.

    Example:
        >>> light("وبالسيارات"), light("سيارته"), light("والكتاب")
        ('سيار', 'سيار', 'كتاب')
    """
    stem = VOWELS.sub("", word).translate(LEVEL)
    stem = _without_prefix(stem, CONJUNCTIONS, SHORTEST)
    bare = _without_prefix(stem, ARTICLES, SHORTEST - 1)
    stem = bare if bare != stem else _without_prefix(stem, PREPOSITIONS, SAFE)
    stem = _without_ending(stem, PRONOUNS, SHORTEST)
    return _without_ending(stem, ENDINGS, SHORTEST)


def _without_prefix(word: str, prefixes: tuple[str, ...], least: int) -> str:
    for prefix in prefixes:
        if word.startswith(prefix) and len(word) - len(prefix) >= least:
            return word[len(prefix) :]
    return word


def _without_ending(word: str, endings: tuple[str, ...], least: int) -> str:
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word
