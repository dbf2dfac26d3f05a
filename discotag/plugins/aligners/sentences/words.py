"""The words of sentences, and how likely each pair is: the table, and likeness of spelling.

P(t | s) is what the table says, or half of it for a piece of an unknown word, and more where the
two are spelled alike: names, numbers, terms.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist

from discotag.plugins.aligners.lexicon.hmm import (
    ABSENT,
    LEAST_SIMILARITY,
    PIECE_SHARE,
    SIMILARITY_SHARE,
    Words,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from discotag.plugins.aligners.lexicon.hmm import Word
    from discotag.plugins.aligners.lexicon.table import TranslationTable, Vocabulary

    Floats = NDArray[np.float32]
    Integers = NDArray[np.int64]

WORD = re.compile(r"https?://\S+|www\.\S+|[@#]\w+|\d+(?:[.,:]\d+)*|[^\W_]+(?:['’][^\W\d_]+)*")
"""A word: web addresses, names of users and tags whole; numbers with their marks."""
APOSTROPHE = re.compile(r"(?<=['’])")
LONGEST_WORD = 8
"""Characters of the longest word sought where words are not separated by spaces."""


class Vocabularies:
    """The words of two languages by number, and P of one given the other.

    Args:
        table: from the source language to the target language.
        spaced: whether spaces are between the words of source and target.
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
        keys, places = np.unique(columns.keys, return_inverse=True)
        both = _spread(self._stored(rows, keys), columns, places)
        both += SIMILARITY_SHARE * _likeness(rows, columns)
        return both[0], both[1]

    def _stored(self, rows: _Looked, keys: Integers) -> Floats:
        """Return the table's p of words given the keys of the target, both directions.

        Shape (2, words, keys).
        """
        found = np.zeros((2, rows.size, len(keys)), dtype=np.float32)
        self._columns[keys] = np.arange(1, len(keys) + 1)
        first = self._starts[rows.keys]
        sizes = self._starts[rows.keys + 1] - first
        begins = np.cumsum(sizes) - sizes
        entries = np.arange(int(sizes.sum())) + np.repeat(first - begins, sizes)
        columns = self._columns[self._targets[entries]]
        kept = columns.nonzero()[0]
        entries, columns = entries[kept], columns[kept] - 1
        of_part = np.repeat(np.arange(len(sizes)), sizes)[kept]
        for direction, values in enumerate((self._table.forward, self._table.backward)):
            told = rows.shares[of_part] * values[entries]
            np.maximum.at(found[direction], (rows.owners[of_part], columns), told)
        self._columns[keys] = 0  # as it was, so that nothing as large as the table is made again
        return found


class _Looked(NamedTuple):
    """Some words of one side, looked up.

    Args:
        size: how many.
        owners: the word of each part, a key under which the table knows it; shape (parts,).
        keys: the parts' keys.
        shares: what each counts: all, or half of it for a piece of an unknown word.
        spellings: numbers of the words' spellings, shape (words,).
        names: of words that the table does not know their Latin letters, else "".
    """

    size: int
    owners: Integers
    keys: Integers
    shares: Floats
    spellings: Integers
    names: list[str]


class _Side:
    """The words of one language, by number."""

    def __init__(self, vocabulary: Vocabulary, spellings: dict[str, int], *, spaced: bool) -> None:
        self._words = Words(vocabulary, spellings)
        self._known = None if spaced else frozenset(vocabulary.keys) | vocabulary.forms.keys()
        self._numbers: dict[str, int] = {}
        self._looked: list[Word] = []
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
            number = self._numbers[form] = len(self._looked)
            self._looked += self._words.look_up([form])
        return number

    def at(self, numbers: Integers) -> _Looked:
        """Return the words of some numbers."""
        words = [self._looked[number] for number in numbers.tolist()]
        keys = np.array([word.key for word in words], dtype=np.int64)
        whole = (keys != ABSENT).nonzero()[0]
        pieces = [(i, piece) for i, word in enumerate(words) for piece in word.pieces]
        cut = np.array(pieces, dtype=np.int64).reshape(-1, 2)
        return _Looked(
            size=len(words),
            owners=np.concatenate((whole, cut[:, 0])),
            keys=np.concatenate((keys[whole], cut[:, 1])),
            shares=np.repeat(np.array([1.0, PIECE_SHARE], np.float32), [len(whole), len(cut)]),
            spellings=np.array([word.spelling for word in words], dtype=np.int64),
            names=["" if word.is_known else word.latin for word in words],
        )

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


def _spread(of_keys: Floats, words: _Looked, places: Integers) -> Floats:
    """Return p of words, shape (2, rows, words), from that of their parts' keys.

    `places` are those of the parts' keys in `of_keys`, shape (2, rows, keys).
    """
    found = np.zeros((*of_keys.shape[:2], words.size), dtype=np.float32)
    is_whole = words.shares == 1.0
    found[:, :, words.owners[is_whole]] = of_keys[:, :, places[is_whole]]
    cut = ~is_whole
    for owner, place in zip(words.owners[cut].tolist(), places[cut].tolist(), strict=True):
        own = found[:, :, owner]
        np.maximum(own, PIECE_SHARE * of_keys[:, :, place], out=own)
    return found


def _likeness(source: _Looked, target: _Looked) -> Floats:
    """Return sim⁵ of words that are spelled alike; of unknown ones also if nearly so."""
    found = np.zeros((source.size, target.size), dtype=np.float32)
    rows = [i for i, name in enumerate(source.names) if name]
    columns = [j for j, name in enumerate(target.names) if name]
    if rows and columns:
        near = cdist(
            [source.names[i] for i in rows],
            [target.names[j] for j in columns],
            scorer=Indel.normalized_similarity,
            score_cutoff=LEAST_SIMILARITY,
            dtype=np.float32,
        )
        found[np.ix_(rows, columns)] = near**5
    order = np.argsort(target.spellings, kind="stable")
    spelled = target.spellings[order]
    first = np.searchsorted(spelled, source.spellings)
    last = np.searchsorted(spelled, source.spellings, side="right")
    for i in (last > first).nonzero()[0].tolist():
        found[i, order[first[i] : last[i]]] = 1.0
    return found
