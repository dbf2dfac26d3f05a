"""The words of sentences, and how likely each is beside each: the table, and likeness of spelling.

P(t | s) is what the table says, or half of it for a piece of an unknown word, and more where the
two are spelled alike: names, numbers, terms.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist

from discotag.plugins.lexicon_aligner.emission import (
    ABSENT,
    LEAST_SIMILARITY,
    PIECE_SHARE,
    SIMILARITY_SHARE,
    Words,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from discotag.plugins.lexicon_aligner.emission import Word
    from discotag.plugins.lexicon_aligner.table import TranslationTable, Vocabulary

    Floats = NDArray[np.float32]
    Integers = NDArray[np.int64]

WORD = re.compile(r"https?://\S+|www\.\S+|[@#]\w+|\d+(?:[.,:]\d+)*|[^\W_]+(?:['’][^\W\d_]+)*")
"""A word: web addresses, names of users and tags whole; numbers with their marks."""
APOSTROPHE = re.compile(r"(?<=['’])")
LONGEST_WORD = 8
"""Characters of the longest word looked for where no spaces stand between words."""


class Vocabularies:
    """The words of two languages by number, and P of one beside the other.

    Args:
        table: from the source language to the target language.
        spaced: whether spaces stand between the words of source and target.
    """

    def __init__(self, table: TranslationTable, spaced: tuple[bool, bool]) -> None:
        spellings: dict[str, int] = {}
        self._table = table
        width = len(table.target.keys)
        self._starts = np.searchsorted(
            table.entries, np.arange(len(table.source.keys) + 1, dtype=np.int64) * width
        )
        self._targets = (table.entries % max(width, 1)).astype(np.int32)
        self._columns = np.zeros(width, dtype=np.int64)
        self.source = _Side(table.source, spellings, spaced=spaced[0])
        self.target = _Side(table.target, spellings, spaced=spaced[1])

    def probabilities(self, source: Integers, target: Integers) -> tuple[Floats, Floats]:
        """Return p(target | source) and p(source | target) of words by number.

        Both have shape (source, target).
        """
        rows, columns = self.source.at(source), self.target.at(target)
        keys, places = _keys(columns)
        forward, backward = self._stored(rows, keys)
        both = tuple(_spread(found, places) for found in (forward, backward))
        alike = SIMILARITY_SHARE * _likeness(rows, columns)
        return both[0] + alike, both[1] + alike

    def _stored(self, rows: Sequence[Word], keys: Integers) -> tuple[Floats, Floats]:
        """Return the table's p of words beside the keys of the target, both directions."""
        parts = [
            (row, key, share) for row, word in enumerate(rows) for key, share in _parts_of(word)
        ]
        found = np.zeros((2, len(rows), len(keys)), dtype=np.float32)
        if not parts:
            return found[0], found[1]
        self._columns[keys] = np.arange(1, len(keys) + 1)
        owners = np.array([row for row, _, _ in parts], dtype=np.int64)
        looked = np.array([key for _, key, _ in parts], dtype=np.int64)
        shares = np.array([share for _, _, share in parts], dtype=np.float32)
        first = self._starts[looked]
        sizes = self._starts[looked + 1] - first
        begins = np.cumsum(sizes) - sizes
        entries = np.arange(int(sizes.sum())) + np.repeat(first - begins, sizes)
        columns = self._columns[self._targets[entries]]
        kept = columns.nonzero()[0]
        entries, columns = entries[kept], columns[kept] - 1
        of_part = np.repeat(np.arange(len(parts)), sizes)[kept]
        for direction, values in enumerate((self._table.forward, self._table.backward)):
            told = shares[of_part] * values[entries]
            np.maximum.at(found[direction], (owners[of_part], columns), told)
        self._columns[keys] = 0  # as it was, so that nothing as large as the table is made again
        return found[0], found[1]


def _parts_of(word: Word) -> Iterator[tuple[int, float]]:
    """Yield the keys under which the table knows a word, and what each counts."""
    if word.key != ABSENT:
        yield word.key, 1.0
    for piece in word.pieces:
        yield piece, PIECE_SHARE


class _Side:
    """The words of one language, by number."""

    def __init__(self, vocabulary: Vocabulary, spellings: dict[str, int], *, spaced: bool) -> None:
        self._words = Words(vocabulary, spellings)
        self._known = None if spaced else frozenset(vocabulary.keys) | vocabulary.forms.keys()
        self._numbers: dict[str, int] = {}
        self._forms: list[str] = []
        self._known_parts: dict[str, list[int]] = {}

    def numbers(self, sentence: str) -> list[int]:
        """Return the numbers of a sentence's words, in order."""
        found: list[int] = []
        for text in WORD.findall(sentence):
            known = self._known_parts.get(text)
            if known is None:
                known = self._known_parts[text] = [self._number(form) for form in self._parts(text)]
            found += known
        return found

    def _number(self, form: str) -> int:
        number = self._numbers.get(form)
        if number is None:
            number = self._numbers[form] = len(self._forms)
            self._forms.append(form)
        return number

    def at(self, numbers: Integers) -> list[Word]:
        """Return the words of some numbers, looked up."""
        return self._words.look_up([self._forms[number] for number in numbers])

    def _parts(self, text: str) -> Sequence[str]:
        if self._known is None:
            return [part for part in APOSTROPHE.split(text) if part]
        if text.isascii():
            return [text]
        return list(_longest(text, self._known))


def _longest(text: str, known: frozenset[str]) -> list[str]:
    """Cut a text without spaces into the longest known words, from the left."""
    found, place = [], 0
    while place < len(text):
        size = next(
            (
                size
                for size in range(min(LONGEST_WORD, len(text) - place), 1, -1)
                if text[place : place + size] in known
            ),
            1,
        )
        found.append(text[place : place + size])
        place += size
    return found


def _keys(words: Sequence[Word]) -> tuple[Integers, list[list[tuple[int, float]]]]:
    """Return all keys of words and of their pieces, and of each word the places of its own."""
    places: dict[int, int] = {}
    of_words = []
    for word in words:
        of_words.append(
            [(places.setdefault(key, len(places)), share) for key, share in _parts_of(word)]
        )
    return np.array(list(places), dtype=np.int64), of_words


def _spread(of_keys: Floats, places: list[list[tuple[int, float]]]) -> Floats:
    """Return p of words from that of their keys."""
    found = np.zeros((len(of_keys), len(places)), dtype=np.float32)
    single = [j for j, parts in enumerate(places) if len(parts) == 1 and parts[0][1] == 1.0]
    found[:, single] = of_keys[:, [places[j][0][0] for j in single]]
    for j in set(range(len(places))).difference(single):
        for key, share in places[j]:
            found[:, j] = np.maximum(found[:, j], share * of_keys[:, key])
    return found


def _likeness(source: Sequence[Word], target: Sequence[Word]) -> Floats:
    """Return sim⁵ of words that are spelled alike; of unknown ones also if nearly so."""
    found = np.zeros((len(source), len(target)), dtype=np.float32)
    rows = [i for i, word in enumerate(source) if word.latin and not word.is_known]
    columns = [j for j, word in enumerate(target) if word.latin and not word.is_known]
    if rows and columns:
        near = cdist(
            [source[i].latin for i in rows],
            [target[j].latin for j in columns],
            scorer=Indel.normalized_similarity,
            score_cutoff=LEAST_SIMILARITY,
            dtype=np.float32,
        )
        found[np.ix_(rows, columns)] = near**5
    spelled: dict[int, list[int]] = {}
    for j, word in enumerate(target):
        spelled.setdefault(word.spelling, []).append(j)
    for i, word in enumerate(source):
        found[i, spelled.get(word.spelling, [])] = 1.0
    return found
