"""Cuts text into the pieces that the model knows, each with its place in the text.

Characters are first made alike as sentencepiece's NMT-NFKC does: each by the map of the file of
weights, then base and marks composed. Every word (what is between spaces) begins with `▁` and
is cut so that the sum of its pieces' scores is the greatest (Kudo 2018, Viterbi).
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from math import inf
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag_e5.weights import Vocabulary

MARK = "▁"
"""Precedes every word."""
UNKNOWN_COST = 10.0
"""How much less than the worst piece a character counts that no piece holds."""
WORDS_KEPT = 20_000


class Piece(NamedTuple):
    """A piece of a text.

    Args:
        id: in the vocabulary.
        start: character offset of the first character in the text that it comes from.
        end: character offset after the last one; a mark alone has none, so `start == end`.
    """

    id: int
    start: int
    end: int

    @property
    def is_mark(self) -> bool:
        """Whether it is `▁` alone, which represents no character."""
        return self.start == self.end


class Character(NamedTuple):
    """A character as the model reads it, with the characters of the text that it comes from."""

    form: str
    start: int
    end: int


@lru_cache(maxsize=1)
def tokenizer_of(vocabulary: Vocabulary) -> Tokenizer:
    """Return the tokenizer of a vocabulary; encoders of the same weights share it."""
    return Tokenizer(vocabulary)


class Tokenizer:
    """Cuts texts with one vocabulary.

    Args:
        vocabulary: pieces, scores and the map of characters.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._ids = {
            piece: place
            for place, piece in enumerate(vocabulary.pieces)
            if piece and place not in vocabulary.specials
        }
        self._scores = vocabulary.scores
        self._characters = vocabulary.characters
        self._unknown = vocabulary.unknown
        self._unknown_score = min(vocabulary.scores) - UNKNOWN_COST
        self._longest = max(map(len, self._ids), default=1)
        self._cut_again = lru_cache(maxsize=WORDS_KEPT)(self._cut)

    def pieces(self, text: str) -> tuple[Piece, ...]:
        """Return the pieces of a text in order; none of a text that only holds spaces."""
        found: list[Piece] = []
        for word in _words(normalized(text, self._characters)):
            at = 0
            for place, length in self._cut_again("".join(one.form for one in word)):
                covered = word[at : at + length]
                at += length
                start = covered[0].start if covered else word[0].start
                found.append(Piece(place, start, covered[-1].end if covered else start))
        return tuple(found)

    def _cut(self, word: str) -> tuple[tuple[int, int], ...]:
        """Return the pieces of a word as (id, characters of the word that it covers)."""
        text = MARK + word
        best = [0.0] + [-inf] * len(text)
        came: list[tuple[int, int]] = [(0, 0)] * (len(text) + 1)
        for start in range(len(text)):
            if text[start] not in self._ids:
                score = best[start] + self._unknown_score
                if score > best[start + 1]:
                    best[start + 1], came[start + 1] = score, (start, self._unknown)
            for end in range(start + 1, min(start + self._longest, len(text)) + 1):
                place = self._ids.get(text[start:end])
                if place is not None and (score := best[start] + self._scores[place]) > best[end]:
                    best[end], came[end] = score, (start, place)
        path, end = [], len(text)
        while end:
            start, place = came[end]
            path.append((place, start, end))
            end = start
        return tuple((place, end - max(start, 1)) for place, start, end in self._fused(path[::-1]))

    def _fused(self, path: list[tuple[int, int, int]]) -> Iterator[tuple[int, int, int]]:
        """Make neighbours that are unknown one piece, as sentencepiece does."""
        waiting: tuple[int, int, int] | None = None
        for place, start, end in path:
            if place == self._unknown:
                waiting = (place, waiting[1] if waiting else start, end)
                continue
            if waiting:
                yield waiting
                waiting = None
            yield place, start, end
        if waiting:
            yield waiting


def normalized(text: str, characters: Mapping[str, str]) -> list[Character]:
    """Return the characters of a text as the model reads them, each with where it comes from.

    Args:
        text: any text.
        characters: what single characters become; those that are not there stay.
    """
    mapped = [
        Character(form, place, place + 1)
        for place, one in enumerate(text)
        for form in characters.get(one, one)
    ]
    line = "".join(one.form for one in mapped)
    if unicodedata.is_normalized("NFC", line):
        return mapped
    found: list[Character] = []
    first = 0
    while first < len(line):
        behind = first + 1
        while behind < len(line) and _joins(line[first:behind], line[behind]):
            behind += 1
        form = unicodedata.normalize("NFC", line[first:behind])
        part = mapped[first:behind]
        if form == line[first:behind]:
            found += part
        else:  # base and marks: whatever they became comes from all of them
            found += [Character(one, part[0].start, part[-1].end) for one in form]
        first = behind
    return found


def _joins(before: str, character: str) -> bool:
    """Return whether a character is a mark on the one before it, or forms one letter with it."""
    if unicodedata.combining(character):
        return True
    composed = unicodedata.normalize("NFC", before)
    return len(unicodedata.normalize("NFC", composed + character)) <= len(composed)


def _words(characters: list[Character]) -> Iterator[list[Character]]:
    word: list[Character] = []
    for one in characters:
        if one.form != " ":
            word.append(one)
        elif word:
            yield word
            word = []
    if word:
        yield word
