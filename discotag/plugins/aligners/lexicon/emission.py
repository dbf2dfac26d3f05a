"""What two words say for their link: table, likeness, and a little for unknown words.

For words e and f:  b(f | e) = p(f | e) + w (0.2 sim⁵ + u),  times exp(-|relative distance|), where
sim is 1 for equal spellings, else the Indel similarity of the romanised forms from 0.6 on, u is
1e-5, 1e-4 or 1e-3 for none, one or both words unknown, and w is 1 but for words that a corpus has
taught. An unknown word takes half of its best piece's p.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist

from discotag.plugins.aligners.lexicon.keys import pieces, stemmer
from discotag.plugins.aligners.lexicon.spelling import normal, romaniser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from discotag.plugins.aligners.lexicon.table import TranslationTable, Vocabulary

    Floats = NDArray[np.float64]

SIMILARITY_SHARE = 0.2
LEAST_SIMILARITY = 0.6
PIECE_SHARE = 0.5
UNKNOWN = (1e-5, 1e-4, 1e-3)
ABSENT = -1
REMEMBERED = 100_000
"""Words whose look-up is kept; then the memory is emptied."""


class Word(NamedTuple):
    """One form, looked up.

    Args:
        key: index of its key in the vocabulary, or -1.
        pieces: indices of an unknown word's known pieces.
        spelling: number of its normalised spelling, shared by both sides.
        latin: romanised form, empty if too short to compare.
        null: probability under the empty word, 0–1.
        weight: how much likeness and unknown-word mass count, 0–1.
        is_known: whether the shipped table knows the key.
    """

    key: int
    pieces: tuple[int, ...]
    spelling: int
    latin: str
    null: float
    weight: float
    is_known: bool


class Words:
    """Looks up the forms of one side and remembers them."""

    def __init__(self, vocabulary: Vocabulary, spellings: dict[str, int]) -> None:
        self._vocabulary = vocabulary
        self._index = dict(zip(vocabulary.keys, range(len(vocabulary.keys)), strict=True))
        self._stem = stemmer(vocabulary.info.key)
        self._romanised = romaniser(vocabulary.info.latin)
        self._spellings = spellings
        self._known: dict[str, Word] = {}
        # plain lists: an element of an array takes longer to get than all else of a known word
        self._facts = [
            values.tolist() for values in (vocabulary.null, vocabulary.weight, vocabulary.known)
        ]

    def look_up(self, forms: Sequence[str]) -> list[Word]:
        """Return one Word per form."""
        if len(self._known) > REMEMBERED:
            self._known.clear()
        return [self._known.get(form) or self._new(form) for form in forms]

    def key(self, form: str) -> str:
        """Return a form's key."""
        return self._key(normal(form))

    def _key(self, spelling: str) -> str:
        index = self._vocabulary.forms.get(spelling)
        return self._stem(spelling) if index is None else self._vocabulary.keys[index]

    def _new(self, form: str) -> Word:
        spelling = normal(form)
        key = self._key(spelling)
        index = self._index.get(key, ABSENT)
        parts: tuple[str, ...] = ()
        null, weight, is_known = 0.0, 1.0, False
        if index == ABSENT:
            parts = pieces(key, self._index.__contains__, self._vocabulary.info.shortest_piece)
        else:
            null, weight, is_known = (values[index] for values in self._facts)
        word = Word(
            key=index,
            pieces=tuple(self._index[part] for part in parts),
            spelling=self._spellings.setdefault(spelling, len(self._spellings)),
            latin=self._romanised(form),
            null=null,
            weight=weight,
            is_known=is_known,
        )
        self._known[form] = word
        return word


@lru_cache(maxsize=1024)
def _progress(size: int) -> Floats:
    grown: Floats = np.exp((np.arange(size) + 0.5) / size)
    return grown


def nearness(rows: int, columns: int) -> Floats:
    """Return exp(-|(i + 0.5) / rows - (j + 0.5) / columns|), shape (rows, columns)."""
    down, across = _progress(rows)[:, None], _progress(columns)[None, :]
    return np.minimum(down / across, across / down)


def likeness(source: Sequence[Word], target: Sequence[Word]) -> Floats:
    """Return sim⁵ of all word pairs, shape (source, target), 0–1."""
    found = np.zeros((len(source), len(target)))
    rows = [i for i, word in enumerate(source) if word.latin]
    columns = [j for j, word in enumerate(target) if word.latin]
    if rows and columns:
        found[np.ix_(rows, columns)] = cdist(
            [source[i].latin for i in rows],
            [target[j].latin for j in columns],
            scorer=Indel.normalized_similarity,
            score_cutoff=LEAST_SIMILARITY,
            dtype=np.float64,
        )
    spellings = np.array([word.spelling for word in target])
    found[np.array([word.spelling for word in source])[:, None] == spellings] = 1.0
    squared = found * found
    return squared * squared * found


class Emissions:
    """Computes both directions' emissions of a pair of looked-up segments."""

    def __init__(self, table: TranslationTable) -> None:
        self._entries = table.entries
        self._width = len(table.target.keys)
        self._values = np.concatenate(
            (np.stack((table.forward, table.backward)), np.zeros((2, 1))), axis=1
        )

    def both(self, source: Sequence[Word], target: Sequence[Word]) -> Floats:
        """Return b(target | source) and b(source | target), shape (2, source, target)."""
        probability = self._probabilities(source, target)
        unknown = np.array([word.key == ABSENT for word in source], dtype=np.int64)[
            :, None
        ] + np.array([word.key == ABSENT for word in target], dtype=np.int64)
        likely = SIMILARITY_SHARE * likeness(source, target) + np.array(UNKNOWN)[unknown]
        probability[0] += np.array([word.weight for word in source])[:, None] * likely
        probability[1] += np.array([word.weight for word in target])[None, :] * likely
        return probability * nearness(len(source), len(target))

    def _probabilities(self, source: Sequence[Word], target: Sequence[Word]) -> Floats:
        rows = np.array([word.key for word in source])
        columns = np.array([word.key for word in target])
        found = self._stored(rows, columns)
        for i, word in enumerate(source):
            if word.pieces:
                best = self._stored(np.array(word.pieces), columns).max(axis=1)
                found[:, i] = np.maximum(found[:, i], PIECE_SHARE * best)
        for j, word in enumerate(target):
            if word.pieces:
                best = self._stored(rows, np.array(word.pieces)).max(axis=2)
                found[:, :, j] = np.maximum(found[:, :, j], PIECE_SHARE * best)
        return found

    def _stored(self, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Floats:
        """Return the stored p(column | row) and p(row | column), else 0.

        Shape (2, rows, columns).
        """
        wanted = rows[:, None] * self._width + columns[None, :]
        wanted[rows == ABSENT] = ABSENT
        wanted[:, columns == ABSENT] = ABSENT
        places = np.searchsorted(self._entries, wanted)
        is_stored = self._entries.take(places, mode="clip") == wanted
        places[~is_stored] = self._values.shape[1] - 1
        return self._values[:, places]
