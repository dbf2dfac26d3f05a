"""Words that a translator chooses among freely: to take another of them is no inconsistency.

*Shop* and *store*, *package* and *parcel*: nobody would change one for the other. Three signs tell
them: they have the same translations (`free_words.txt`, made by `python -m training.free_words`),
they are used alike in other texts (`word_classes.py`), or most systems have the other word there,
too. Names are not free: one that is spelled in two ways seems to be two. But what is a title or a
brand may be written like one: then the same translations decide.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import snowballstemmer

from discotag_dip.word_classes import LANGUAGE, class_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from discotag.plugin import Side

PATH = Path(__file__).with_name("free_words.txt")
ALIKE = 0.4
"""Cosine of two words' directions from which they are used alike.

Chosen on 40 judged pairs (WMT21, WMT22 and TED into English).
"""
LEAST = 3
"""So many systems, and more than half of them, make a word usual."""
LONGEST = 5
"""Letters of an abbreviation."""


class Choice(NamedTuple):
    """What is known of the other words that translations have in a word's place.

    Args:
        language: the target's code.
        variants: lemma → how many of the systems behind a set have it there.
        systems: how many there are.
        theirs: lemmas of the reference's document: a text that has one may name another thing.
    """

    language: str
    variants: Mapping[str, int]
    systems: int = 0
    theirs: Collection[str] = ()

    def is_free(self, focus: str, lemma: str, *, is_name: bool = False) -> bool:
        """Return whether another lemma is as good as a noun.

        Args:
            focus: the noun's lemma.
            lemma: the other.
            is_name: whether the noun is a name.
        """
        if is_name:
            return _is_known(self.language) and is_shared(focus, lemma)
        having = self.variants.get(lemma, 0)
        is_usual = having >= LEAST and 2 * having > self.systems
        return is_usual or is_alike(focus, lemma, self.language)


def is_alike(a: str, b: str, language: str) -> bool:
    """Return whether two lemmas have the same translations or are used alike; English is known."""
    if not _is_known(language):
        return False
    if is_shared(a, b):
        return True
    one, other = class_of(a), class_of(b)
    if one is None or other is None:
        return False
    return float(one.direction @ other.direction) >= ALIKE


def _is_known(language: str) -> bool:
    return language.partition("-")[0] == LANGUAGE


def is_abbreviation(form: str) -> bool:
    """Return whether a form is written like one: a few capitals (*PRC*)."""
    return form.isupper() and 1 < len(form) <= LONGEST


def is_shared(a: str, b: str) -> bool:
    """Return whether two English lemmas have the same translations, or the same stem."""
    stem = _stemmer().stemWord
    one, other = sorted((stem(a), stem(b)))
    return one == other or other in _partners().get(one, ())


@cache
def _stemmer() -> Any:
    """Return the stemmer of the tables that the pairs are from."""
    return snowballstemmer.stemmer("english")


@cache
def _partners() -> dict[str, frozenset[str]]:
    """Read the pairs: stem → those behind it in the alphabet that are as good."""
    lines = (line.split() for line in PATH.read_text("utf-8").splitlines())
    return {word: frozenset(partners) for word, *partners in lines}


def lemmas(side: Side) -> frozenset[str]:
    """Return the lemmas of a text."""
    return frozenset(token.base.casefold() for tokens in side for token in tokens)
