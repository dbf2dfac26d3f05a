"""Dependency trees and lemmas of a whole batch at once, with the numbers of spaCy's own parts.

spaCy's own loop sums the vectors of one state after the other, and its overhead at each sum was
half of the time of an analysis. Here all segments of a batch take their next step together. The
transitions are those of `spacy.pipeline._parser_internals.arc_eager` (arc-eager, Nivre 2008, made
non-monotonic by Honnibal and Johnson 2015) for documents that are one sentence each, and a state
is described by the same eight words.
"""

from __future__ import annotations

from functools import reduce
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
from spacy.attrs import DEP, HEAD, LEMMA, ORTH, SENT_START
from spacy.pipeline._parser_internals.nonproj import DELIMITER, deprojectivize

from discotag.plugins.analyzers.embedded.products import in_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray
    from spacy.tokens import Doc

    Integers = NDArray[np.int64]
    Floats = NDArray[np.float32]


Item = TypeVar("Item")


def batches(stream: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Yield lists of `size` items, the last one shorter."""
    items = iter(stream)
    while batch := list(islice(items, size)):
        yield batch


GATHERED = 512
"""Documents that are sorted by length."""
AT_ONCE = 128
"""Documents that take their steps together."""
MOVES = "SDLRB"
"""First letters of the names of moves: shift, reduce, arc to the left, to the right, break."""
SHIFT, REDUCE, LEFT, RIGHT, BREAK = range(5)
ALLOWED = np.zeros((8, len(MOVES)), dtype=bool)
ALLOWED[4:, SHIFT] = ALLOWED[2:4, REDUCE] = ALLOWED[6:, REDUCE] = True
ALLOWED[1::2, [LEFT, RIGHT]] = True
"""Which moves are allowed, by 4 (may shift) + 2 (may reduce) + 1 (may make an arc)."""
WORDS = 8
"""Words that describe a state: two of the buffer, three of the stack, three of their children."""
BELOW_STACK, BELOW_BUFFER = 3, 2
"""Empty places below the stack and the buffer, so that looking below their ends finds -1."""
INSIDE_A_SENTENCE = -1
"""spaCy's value of SENT_START for a word that begins no sentence."""


def is_parser(part: Any) -> bool:
    """Return whether a pipeline's part is a parser whose steps are those of this module."""
    model: Any = getattr(part, "model", None)
    return (
        model is not None
        and model.name == "parser_model"
        and model.attrs["has_upper"]
        and not model.attrs["unseen_classes"]
        and model.get_ref("lower").get_dim("nF") == WORDS
        and part.cfg["beam_width"] == 1
        and all(name[0] in MOVES and "subtok" not in name for name in part.move_names)
    )


class Trees:
    """A part of a pipeline: a parser that takes the steps of all documents of a batch together.

    Args:
        parser: spaCy's parser, which does documents that are not one sentence each.
    """

    def __init__(self, parser: Any) -> None:
        self._parser = parser
        self._moves = np.array([MOVES.index(name[0]) for name in parser.move_names])
        labels = [name.partition("-")[2] for name in parser.move_names]
        self._barred = np.where(ALLOWED[:, self._moves], 0, -np.inf).astype(np.float32)
        self._labels = np.array([parser.vocab.strings[label] for label in labels], dtype=np.uint64)
        self._is_lifted = np.array([DELIMITER in label for label in labels])
        self._root = np.uint64(parser.vocab.strings["ROOT"])

    def __getattr__(self, name: str) -> Any:
        """Return what only the parser itself has."""
        return getattr(self._parser, name)

    def __call__(self, doc: Doc) -> Doc:
        """Parse one document."""
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Yield documents with their trees, in order."""
        for docs in batches(stream, GATHERED):
            full = [doc for doc in docs if len(doc)]
            if all(map(_is_one_sentence, full)):
                for group in batches(sorted(full, key=len), AT_ONCE):
                    self._parse(group)
                yield from docs
            else:
                yield from self._parser.pipe(docs, batch_size=batch_size)

    def _parse(self, docs: Sequence[Doc]) -> None:
        words, lower, upper = self._parser.model.layers
        features = lower.predict(words.predict(docs)).reshape(
            -1, lower.get_dim("nF"), *_size(lower)
        )
        states = States([len(doc) for doc in docs])
        weights, added = upper.get_param("W"), upper.get_param("b")
        while states.are_open:
            hidden = _hidden(features, states.words(), lower.get_param("b"))
            scores = _product(hidden, weights) + added
            scores += self._barred.take(states.allowed(), axis=0)
            chosen = scores.argmax(axis=1)
            states.move(self._moves[chosen], chosen)
        for row, doc in enumerate(docs):
            self._annotate(doc, states.heads[row, : len(doc)], states.chosen[row, : len(doc)])

    def _annotate(self, doc: Doc, heads: Integers, chosen: Integers) -> None:
        is_root = heads < 0
        steps = np.where(is_root, 0, heads - np.arange(len(doc)))
        labels = np.where(is_root, self._root, self._labels[chosen])
        table = np.stack([steps.astype(np.uint64), labels], axis=1)
        doc.from_array([HEAD, DEP], cast("Any", table))
        if (self._is_lifted[chosen] & ~is_root).any():
            deprojectivize(doc)


class States:
    """Stack, buffer and arcs of several documents, one row each; -1 = no word.

    Words are 0-based. What belongs to a word has one more column than the longest document has
    words, so that the word -1 finds the last column of the row above, which is never written.

    Args:
        lengths: words of each document, at least one.

    Attributes:
        heads: the head of each word.
        chosen: the class that made each word's arc.
    """

    def __init__(self, lengths: Sequence[int]) -> None:
        rows, longest = len(lengths), max(lengths)
        width = longest + 1
        self.heads = np.full((rows, width), -1)
        self.chosen = np.zeros((rows, width), dtype=np.int64)
        self._last_left, self._last_right = np.full((2, rows * width), -1)
        self._next_right = np.full(rows * width, -1)
        self._was_shifted = np.zeros(rows * width, dtype=bool)
        self._of_word = np.arange(rows) * width
        self._in_stack = np.arange(rows) * (longest + BELOW_STACK)
        self._in_buffer = np.arange(rows) * (longest + BELOW_BUFFER)
        self._stack = np.full(rows * (longest + BELOW_STACK), -1)
        self._top = np.full(rows, BELOW_STACK - 1)
        self._front = np.array(lengths) + BELOW_BUFFER - 1
        places = np.arange(longest + BELOW_BUFFER)
        self._buffer = np.maximum(self._front[:, None] - places, -1)
        self._buffer[:, :BELOW_BUFFER] = -1
        self._buffer = self._buffer.reshape(-1)
        self._first_rows = np.array(list(accumulate(lengths, initial=0))[:-1]) + 1
        self._look()

    @property
    def are_open(self) -> bool:
        """Whether some document is not finished."""
        return len(self._top) > 0

    def words(self) -> Integers:
        """Return rows of the features of the words that describe each open state; 0 = none.

        Shape: WORDS × open states.
        """
        first, top = self._of_word + self._b0, self._of_word + self._s0
        front, stack = self._in_buffer + self._front, self._in_stack + self._top
        found = np.empty((WORDS, len(front)), dtype=np.int64)
        found[0] = self._b0
        found[1] = self._buffer[front - 1]
        found[2] = self._s0
        found[3] = self._stack[stack - 1]
        found[4] = self._stack[stack - 2]
        found[5] = self._last_left[first]
        found[6] = self._last_left[top]
        found[7] = self._last_right[top]
        return np.where(found < 0, 0, found + self._first_rows)

    def allowed(self) -> Integers:
        """Return the row of ALLOWED for each open state."""
        depth, left = self._top - (BELOW_STACK - 1), self._front - (BELOW_BUFFER - 1)
        is_again = self._was_shifted[self._of_word + self._b0]
        is_deep, is_left = depth > 0, left > 0
        found = (is_deep & is_left).astype(np.int64)
        found += 2 * (is_deep & (~is_left | (depth > 1)))
        found += 4 * (~is_deep | ((left > 1) & ~is_again))
        return found

    def move(self, moves: Integers, chosen: Integers) -> None:
        """Take one step in each open state, and close those that are at their end."""
        b0, s0 = self._of_word + self._b0, self._of_word + self._s0
        heads, labels = self.heads.reshape(-1), self.chosen.reshape(-1)
        goes_back = (moves == REDUCE) & (heads[s0] < 0) & (self._top > BELOW_STACK - 1 + 1)

        left = np.flatnonzero(moves == LEFT)
        before = heads[s0[left]]
        kept, parent = left[before >= 0], before[before >= 0]
        self._last_right[self._of_word[kept] + parent] = self._next_right[s0[kept]]
        heads[s0[left]], labels[s0[left]] = self._b0[left], chosen[left]
        self._last_left[b0[left]] = self._s0[left]
        self._was_shifted[b0[left]] = False

        right = np.flatnonzero(moves == RIGHT)
        heads[b0[right]], labels[b0[right]] = self._s0[right], chosen[right]
        self._next_right[b0[right]] = self._last_right[s0[right]]
        self._last_right[s0[right]] = self._b0[right]

        back = np.flatnonzero(goes_back)
        self._was_shifted[s0[back]] = True
        pushes = (moves == SHIFT) | (moves == RIGHT)
        self._front += goes_back
        self._front -= pushes
        self._buffer[self._in_buffer[back] + self._front[back]] = self._s0[back]
        self._top += np.where(pushes, 1, -1)
        pushed = np.flatnonzero(pushes)
        self._stack[self._in_stack[pushed] + self._top[pushed]] = self._b0[pushed]
        self._close()
        self._look()

    def _close(self) -> None:
        is_open = (self._top > BELOW_STACK - 1) | (self._front > BELOW_BUFFER - 1)
        if not is_open.all():
            for name in ("top", "front", "of_word", "in_stack", "in_buffer", "first_rows"):
                setattr(self, f"_{name}", getattr(self, f"_{name}")[is_open])

    def _look(self) -> None:
        self._b0 = self._buffer[self._in_buffer + self._front]
        self._s0 = self._stack[self._in_stack + self._top]


def _is_one_sentence(doc: Doc) -> bool:
    starts = doc.to_array([SENT_START]).astype(np.int64).reshape(-1)
    return bool(starts[0] == 1 and (starts[1:] == INSIDE_A_SENTENCE).all())


def _size(lower: Any) -> tuple[int, int]:
    return lower.get_dim("nO"), lower.get_dim("nP")


def _hidden(features: Floats, words: Integers, added: Floats) -> Floats:
    """Sum the vectors of a state's words in their order, and take the largest of its pieces."""
    count, places, outputs, pieces = features.shape
    flat = features.reshape(count * places, outputs * pieces)
    rows = words * places + np.arange(places)[:, None]
    sums = flat.take(rows[0], axis=0)
    for of_place in rows[1:]:
        sums += flat.take(of_place, axis=0)
    sums += added.reshape(-1)
    choices = sums.reshape(-1, outputs, pieces)
    return reduce(np.maximum, (choices[:, :, piece] for piece in range(pieces)))


def _product(rows: Floats, weights: Floats) -> Floats:
    products = in_blocks(rows, weights)
    return products.swapaxes(1, 2).reshape(-1, len(weights))[: len(rows)]


BACKOFF = "orth"
MOST_FORMS = 200_000
"""The largest number of results that are kept; then all are dropped."""


def is_lemmatizer(part: Any) -> bool:
    """Return whether a pipeline's part is an edit-tree lemmatizer that this module can replace."""
    known = hasattr(part, "trees") and getattr(part, "backoff", "") == BACKOFF
    return known and part.top_k < len(part.labels)


class Lemmas:
    """A part of a pipeline: a lemmatizer that asks its trees only what it has not asked before.

    Args:
        lemmatizer: spaCy's, with its network and trees.
    """

    def __init__(self, lemmatizer: Any) -> None:
        self._lemmatizer = lemmatizer
        self._labels: tuple[int, ...] = lemmatizer.labels
        self._strings = lemmatizer.vocab.strings
        self._made: dict[tuple[int, int], int | None] = {}

    def __getattr__(self, name: str) -> Any:
        """Return what only the lemmatizer itself has."""
        return getattr(self._lemmatizer, name)

    def __call__(self, doc: Doc) -> Doc:
        """Return a document with its dictionary forms."""
        return next(self.pipe([doc]))

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 128) -> Iterator[Doc]:
        """Yield documents with dictionary forms, in order."""
        for docs in batches(stream, batch_size):
            full = [doc for doc in docs if len(doc)]
            if full:
                self._annotate(full)
            yield from docs

    def _annotate(self, docs: Sequence[Doc]) -> None:
        if len(self._made) > MOST_FORMS:
            self._made.clear()
        for doc, scores in zip(docs, self._lemmatizer.model.predict(docs), strict=True):
            words = cast("list[list[int]]", doc.to_array([ORTH, LEMMA]).tolist())
            best = scores.argmax(axis=1).tolist()
            found = [
                self._lemma(form, label, row) if self._lemmatizer.overwrite or not lemma else lemma
                for (form, lemma), label, row in zip(words, best, scores, strict=True)
            ]
            column = np.array(found, dtype=np.uint64).reshape(-1, 1)
            doc.from_array([LEMMA], cast("Any", column))

    def _lemma(self, form: int, best: int, scores: NDArray[np.float32]) -> int:
        """Return the code of a word's lemma: of the best of its trees that can be applied."""
        found = self._apply(best, form)
        if found is not None:
            return found
        for label in np.argsort(-scores, kind="stable")[1 : self._lemmatizer.top_k].tolist():
            found = self._apply(label, form)
            if found is not None:
                return found
        return form

    def _apply(self, label: int, form: int) -> int | None:
        key = label, form
        if key not in self._made:
            lemma = self._lemmatizer.trees.apply(self._labels[label], self._strings[form])
            self._made[key] = None if lemma is None else self._strings.add(lemma)
        return self._made[key]
