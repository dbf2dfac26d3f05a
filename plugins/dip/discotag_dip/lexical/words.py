"""The words that lexical consistency checks, and where a text has them."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import snowballstemmer

from discotag.plugin import ud
from discotag_dip.weights import LANGUAGE, class_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from discotag.plugin import Document, Side, Token, Tokens
    from discotag_dip.items import Occurrence


CLASSES = ud.NOMINAL | {"ADJ"}
CONTENT = CLASSES | {"VERB", "ADV", "NUM"}
LEAST_LETTERS = 3
"""Shorter words are mostly abbreviations and slips of the analysis; one Han character is a word."""


def focus_of(token: Token, stop_words: Collection[str]) -> str | None:
    """Return the lemma by which a noun, name or adjective is followed; None if it is not."""
    lemma = token.base.casefold()
    if token.upos not in CLASSES or not lemma.isalpha() or lemma in stop_words:
        return None
    is_short = lemma.isascii() and len(lemma) < LEAST_LETTERS
    return None if is_short else lemma


def has(token: Token, focus: str, forms: Collection[str]) -> bool:
    """Return whether a token is the word, by lemma or by a form that the reference has."""
    return token.base.casefold() == focus or token.form.casefold() in forms


def holds(token: Token, focus: str, forms: Collection[str]) -> bool:
    """Return whether a token is the word, or has it as a part after or before a hyphen."""
    return has(token, focus, forms) or focus in token.base.casefold().split("-")


def count(segments: Sequence[Tokens], focus: str, forms: Collection[str]) -> int:
    """Count the word in some segments."""
    return sum(has(token, focus, forms) for tokens in segments for token in tokens)


def linked(document: Document, segment: int, source: Sequence[int]) -> tuple[Token, ...]:
    """Return the target tokens linked to some source tokens of a segment, in order."""
    links = document.links(segment)
    found = sorted({target for token in source for target in links.targets(token)})
    return tuple(document.target[segment][target] for target in found)


def content(tokens: Sequence[Token]) -> Iterator[Token]:
    """Return the words that can replace a noun or an adjective."""
    return (token for token in tokens if token.upos in CONTENT)


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
        variants: lemma → how many of a set's systems have it there.
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
    """Read the pairs: stem → those after it in the alphabet that are as good."""
    lines = (line.split() for line in PATH.read_text("utf-8").splitlines())
    return {word: frozenset(partners) for word, *partners in lines}


def lemmas(side: Side) -> frozenset[str]:
    """Return the lemmas of a text."""
    return frozenset(token.base.casefold() for tokens in side for token in tokens)


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
    """Return whether one word of the source is linked to all; None where some are not linked."""
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
