"""A two-direction HMM over words: what each pair of words says for a link, and posteriors."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from rapidfuzz.distance import Indel
from rapidfuzz.process import cdist

from discotag.plugins.aligners.lexicon.table import LONGEST_JUMP
from discotag.plugins.aligners.lexicon.words import normal, pieces, romaniser, stemmer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from discotag.plugins.aligners.lexicon.table import TranslationTable, Vocabulary

    Doubles = NDArray[np.float64]
    Floats = NDArray[np.float32]

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
def _progress(size: int) -> Doubles:
    grown: Doubles = np.exp((np.arange(size) + 0.5) / size)
    return grown


def nearness(rows: int, columns: int) -> Doubles:
    """Return exp(-|(i + 0.5) / rows - (j + 0.5) / columns|), shape (rows, columns)."""
    down, across = _progress(rows)[:, None], _progress(columns)[None, :]
    return np.minimum(down / across, across / down)


def likeness(source: Sequence[Word], target: Sequence[Word]) -> Doubles:
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

    def both(self, source: Sequence[Word], target: Sequence[Word]) -> Doubles:
        """Return b(target | source) and b(source | target), shape (2, source, target)."""
        probability = self._probabilities(source, target)
        unknown = np.array([word.key == ABSENT for word in source], dtype=np.int64)[
            :, None
        ] + np.array([word.key == ABSENT for word in target], dtype=np.int64)
        likely = SIMILARITY_SHARE * likeness(source, target) + np.array(UNKNOWN)[unknown]
        probability[0] += np.array([word.weight for word in source])[:, None] * likely
        probability[1] += np.array([word.weight for word in target])[None, :] * likely
        return probability * nearness(len(source), len(target))

    def _probabilities(self, source: Sequence[Word], target: Sequence[Word]) -> Doubles:
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

    def _stored(self, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Doubles:
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


NULL_PROBABILITY = 0.1
LEAST_NULL = 1e-5
UNIFORM_JUMP = 0.05
DECAY = 0.8
REACH = 24
"""Longest step that has a weight of its own; longer ones have the uniform share only."""
TINY = np.float32(1e-30)
WIDTHS = 16
"""Batches are as wide as the next multiple of this; all pairs of a batch share one width."""
COLUMNS = 16
"""Problems that are multiplied at once."""


def padded_width(size: int) -> int:
    """Return how wide the batch of a pair is whose longer side has so many words."""
    return -(-size // WIDTHS) * WIDTHS


def padded_count(pairs: int) -> int:
    """Return how many problems of each direction a batch of so many pairs has; the rest is zero."""
    return -(-pairs // COLUMNS) * COLUMNS


class Jumps:
    """Transition weights of one side.

    Args:
        histogram: probability of each step -12 … 12, shape (25,); longer steps decay by 0.8 a
            token.
    """

    def __init__(self, histogram: NDArray[np.float64]) -> None:
        steps = np.arange(-REACH, REACH + 1)
        near = np.clip(steps, -LONGEST_JUMP, LONGEST_JUMP)
        self.weights: Floats = (
            histogram[near + LONGEST_JUMP] * DECAY ** np.abs(steps - near)
        ).astype(np.float32)
        self.shares = lru_cache(maxsize=1024)(self._shares)

    def _shares(self, size: int) -> Floats:
        """Return each state's factor that makes its steps sum to 0.95, shape (size,)."""
        steps = np.arange(size)[None, :] - np.arange(size)[:, None]
        inside = np.abs(steps) <= REACH
        weights = np.where(inside, self.weights[np.where(inside, steps, 0) + REACH], 0)
        shares: Floats = ((1 - UNIFORM_JUMP) / (weights.sum(axis=1) + TINY)).astype(np.float32)
        return shares

    def matrix(self, width: int) -> Floats:
        """Return the weight of the step from each state (column) to each (row), 0 if too long."""
        steps = np.arange(width)[:, None] - np.arange(width)[None, :]
        inside = np.abs(steps) <= REACH
        found = np.where(inside, self.weights[np.where(inside, steps, 0) + REACH], 0)
        return np.ascontiguousarray(found, dtype=np.float32)


def posteriors(
    emissions: Floats, nulls: Floats, jumps: tuple[Jumps, Jumps], sizes: Sequence[tuple[int, int]]
) -> Floats:
    """Return the posterior of each state at each observation for two stacked batches of pairs.

    The first half of the batch observes the target with the source as states, the second the
    reverse; each half is filled up to `padded_count` problems.

    Args:
        emissions: p(observation | state), 0 where padded, shape (width, width, problems):
            observation, state, problem. Overwritten.
        nulls: p(observation | null), 0 where padded, shape (width, problems).
        jumps: transitions of the first and of the second half.
        sizes: (states, observations) of each problem, (0, 0) of those that fill up.

    Returns:
        Posteriors, shape (width, width, problems); those of an observation sum to at most 1.
    """
    width, _, problems = emissions.shape
    grid = _Grid(width, problems, jumps, sizes)
    silent = np.float32(NULL_PROBABILITY) * np.maximum(nulls, np.float32(LEAST_NULL))
    for problem, (_, observations) in enumerate(sizes):
        silent[observations:, problem] = 1
    spoken = np.multiply(emissions, np.float32(1 - NULL_PROBABILITY), out=emissions)
    real = np.empty_like(spoken)
    whole = np.empty_like(spoken)
    before = grid.is_state
    for turn in range(width):
        reached = grid.is_state if turn == 0 else grid.forward(before)
        np.multiply(reached, spoken[turn], out=real[turn])
        current = silent[turn] * before
        current += real[turn]
        scale = 1 / (current.max(axis=0) + TINY)
        real[turn] *= scale
        before = np.multiply(current, scale, out=whole[turn])
    behind = grid.is_state
    for turn in range(width - 1, -1, -1):
        real[turn] *= behind
        real[turn] /= (whole[turn] * behind).sum(axis=0) + TINY
        if turn:
            current = grid.backward(spoken[turn] * behind)
            current += silent[turn] * behind
            behind = current * (1 / (current.max(axis=0) + TINY))
    return real


class _Grid:
    """Moves mass between the states of a batch; all arrays are (states, problems)."""

    def __init__(
        self,
        width: int,
        problems: int,
        jumps: tuple[Jumps, Jumps],
        sizes: Sequence[tuple[int, int]],
    ) -> None:
        half = problems // 2
        self.is_state: Floats = np.zeros((width, problems), dtype=np.float32)
        self._share = np.zeros_like(self.is_state)
        self._uniform = np.zeros_like(self.is_state)
        for problem, (states, _) in enumerate(sizes):
            if states:
                self.is_state[:states, problem] = 1
                self._share[:states, problem] = jumps[problem >= half].shares(states)
                self._uniform[:states, problem] = UNIFORM_JUMP / states
        steps = [side.matrix(width) for side in jumps]
        self._steps = np.stack(steps)[:, None]
        self._back = np.stack([side.T for side in steps])[:, None]

    def forward(self, mass: Floats) -> Floats:
        """Pass mass from each state i to the states i' it steps to."""
        moved = _stepped(self._steps, mass * self._share)
        moved *= self.is_state
        moved += mass.sum(axis=0) * self._uniform
        return moved

    def backward(self, mass: Floats) -> Floats:
        """Collect for each state i the mass of the states i' it steps to."""
        moved = _stepped(self._back, mass)
        moved *= self._share
        moved += mass.sum(axis=0) * self._uniform
        return moved


def _stepped(steps: Floats, mass: Floats) -> Floats:
    """Multiply the first half of the problems by one matrix of steps, the second by another."""
    moved = np.empty_like(mass)
    np.matmul(steps, _in_columns(mass), out=_in_columns(moved))
    return moved


def _in_columns(mass: Floats) -> Floats:
    """Return a view of the problems, COLUMNS at once: half, block, state, problem."""
    return mass.reshape(len(mass), 2, -1, COLUMNS).transpose(1, 2, 0, 3)


BATCH_CELLS = 300_000
"""Padded cells of one batch: enough to keep numpy busy, few enough for a small memory."""


class Engine:
    """Aligns with one table; holds nothing but the table and words it has looked up.

    Args:
        table: the translation table, its source side being the pairs' source side.
    """

    def __init__(self, table: TranslationTable) -> None:
        spellings: dict[str, int] = {}
        self.source = Words(table.source, spellings)
        self.target = Words(table.target, spellings)
        self._emissions = Emissions(table)
        self._jumps = (Jumps(table.source.jumps), Jumps(table.target.jumps))

    def posteriors(
        self, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]
    ) -> Iterator[tuple[int, Floats, Floats]]:
        """Yield (index of the pair, p(source word | target word), p(target word | source word)).

        Both matrices have shape (source, target) and hold 0–1. Pairs come in order of length and
        must not be empty.
        """
        order = sorted(range(len(pairs)), key=lambda index: (_width(pairs[index]), index))
        start = 0
        while start < len(order):
            end = start + 1
            width = _width(pairs[order[start]])
            while (
                end < len(order)
                and _width(pairs[order[end]]) == width
                and width * width * (end + 1 - start) <= BATCH_CELLS
            ):
                end += 1
            yield from self._batch(pairs, order[start:end])
            start = end

    def _batch(
        self, pairs: Sequence[tuple[Sequence[str], Sequence[str]]], chosen: Sequence[int]
    ) -> Iterator[tuple[int, Floats, Floats]]:
        count, width = padded_count(len(chosen)), _width(pairs[chosen[-1]])
        emissions = np.zeros((width, width, 2 * count), dtype=np.float32)
        nulls = np.zeros((width, 2 * count), dtype=np.float32)
        sizes: list[tuple[int, int]] = [(0, 0)] * (2 * count)
        for place, index in enumerate(chosen):
            source = self.source.look_up(pairs[index][0])
            target = self.target.look_up(pairs[index][1])
            rows, columns = len(source), len(target)
            forward, backward = self._emissions.both(source, target)
            emissions[:columns, :rows, place] = forward.T
            emissions[:rows, :columns, count + place] = backward
            nulls[:columns, place] = [word.null for word in target]
            nulls[:rows, count + place] = [word.null for word in source]
            sizes[place], sizes[count + place] = (rows, columns), (columns, rows)
        found = posteriors(emissions, nulls, self._jumps, sizes)
        for place, index in enumerate(chosen):
            rows, columns = sizes[place]
            yield index, found[:columns, :rows, place].T, found[:rows, :columns, count + place]


def _width(pair: tuple[Sequence[str], Sequence[str]]) -> int:
    return padded_width(max(len(pair[0]), len(pair[1])))
