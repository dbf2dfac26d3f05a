"""What a pair of mentions shows besides its vectors: distance, agreement, words, syntax."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from discotag_e5.coref.chains import Chain
    from discotag_e5.coref.mentions import Phrase

SORTS = ("third", "first", "second", "reflexive", "demonstrative", "noun", "name", "group")
RELATIONS = ("nsubj", "obj", "iobj", "obl", "nmod", "conj", "root", "appos", "det", "vocative")
DETERMINERS = ("Def", "Ind", "Dem", "Poss")
SEGMENTS = (0, 1, 2, 3, 5, 9, 17)
"""The first distance of each class, in segments."""
NEARER = (0, 1, 2, 3, 5, 8, 13, 21)
"""The same in chains that were spoken of later."""
SIZES = (1, 2, 3, 5, 9)
"""The same in mentions of a chain."""


def _one_of(value: str, values: Sequence[str]) -> Iterator[float]:
    for item in values:
        yield float(value == item)


def _class_of(value: int, firsts: Sequence[int]) -> Iterator[float]:
    """Yield 1 for the class that a number falls into, 0 for the others."""
    found = max((place for place, first in enumerate(firsts) if value >= first), default=0)
    for place in range(len(firsts)):
        yield float(place == found)


def unary(phrase: Phrase) -> list[float]:
    """Return what a mention shows by itself."""
    return [
        *_one_of(phrase.sort, SORTS),
        *_one_of(phrase.relation, RELATIONS),
        *_one_of(phrase.determiner, DETERMINERS),
        *_one_of(phrase.gender, ("Masc", "Fem", "Neut")),
        *_one_of(phrase.number, ("Sing", "Plur")),
        float(phrase.is_possessive),
        float(bool(phrase.modifiers)),
        float(phrase.mention.head == 0),
        min(phrase.depth, 5) / 5,
        min(phrase.mention.end - phrase.mention.start, 8) / 8,
    ]


def pair(phrase: Phrase, chain: Chain, nearer: int) -> list[float]:
    """Return what a mention and a chain before it show together.

    Args:
        phrase: the mention.
        chain: its latest mention stands before the phrase.
        nearer: how many chains were spoken of later than this one.
    """
    last, noun = chain.mentions[-1], chain.noun
    distance = phrase.mention.segment - last.mention.segment
    is_same = distance == 0
    to_noun = -1 if noun is None else phrase.mention.segment - noun.mention.segment
    return [
        *_class_of(distance, SEGMENTS),
        *_class_of(nearer, NEARER),
        *_class_of(len(chain.mentions), SIZES),
        float(noun is None),
        *_class_of(max(to_noun, 0), SEGMENTS),
        *_agreement(phrase.gender, chain.genders),
        *_agreement(phrase.number, chain.numbers),
        *_words(phrase, chain),
        float(is_same and last.governor == phrase.governor),
        float(is_same and last.governor == phrase.mention.head),
        float(is_same and phrase.governor == last.mention.head),
        float(last.relation == phrase.relation),
        float(last.is_possessive),
        float(phrase.sort == last.sort),
        min(chain.lately(phrase.mention.segment), 4) / 4,
    ]


def _agreement(value: str, values: frozenset[str]) -> Iterator[float]:
    """Yield whether two sides are known and agree, whether they are known and differ."""
    is_known = bool(value) and bool(values)
    yield float(is_known and value in values)
    yield float(is_known and value not in values)
    yield float(len(values) > 1)


def _words(phrase: Phrase, chain: Chain) -> Iterator[float]:
    is_pronoun, own = phrase.is_pronoun, set(phrase.words)
    yield float(is_pronoun and phrase.lemma in chain.pronouns)
    yield float(is_pronoun and phrase.form in chain.pronoun_forms)
    yield float(is_pronoun and bool(chain.pronouns) and phrase.lemma not in chain.pronouns)
    same = set() if is_pronoun else chain.modifiers.get(phrase.lemma, set())
    yield float(bool(same))
    yield float(bool(same) and phrase.words in chain.texts)
    yield float(phrase.modifiers in same)
    yield float(any(phrase.modifiers - other for other in same))
    yield float(not is_pronoun and not chain.lemmas.isdisjoint(own))
    yield float(not is_pronoun and phrase.lemma in chain.words)
    yield float(phrase.sort == "name" and "name" in chain.sorts and not same)
    yield float(phrase.sort == "group" and "group" in chain.sorts)


def table(rows: Sequence[Sequence[float]], width: int) -> NDArray[np.float32]:
    """Return rows of features as an array (rows, width), also where there are none."""
    return np.array(rows, dtype=np.float32).reshape(len(rows), width)
