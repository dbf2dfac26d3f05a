"""Hidden states of texts: cut into pieces, computed in batches, vectors of words."""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from discotag_e5.forward import Network
from discotag_e5.tokenizer import tokenizer_of
from discotag_e5.weights import open_weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from discotag.plugin import Side, Tokens
    from discotag_e5.coref.mentions import Phrase
    from discotag_e5.tokenizer import Piece, Tokenizer
    from discotag_e5.weights import Weights

    Floats = NDArray[np.float32]
    Ids = tuple[int, ...]


MASK = "<mask>"
BATCH = 512
"""Pieces of a batch: more make nothing faster."""
KEPT = 32_768
"""Pieces whose states are kept for the next text of the same source: 50 MB."""


class Window(NamedTuple):
    """Half-open ranges of a text's pieces: those that the model sees, those that are taken."""

    start: int
    end: int
    kept_start: int
    kept_end: int


class Encoder:
    """Texts, cut into pieces → hidden states of one layer.

    Args:
        weights: vocabulary and parameters.
        layer: whose states are given, from 1.
        batch: pieces computed at once.
        below: lower layers whose states precede them, lowest first.

    Attributes:
        tokenizer: what cuts texts into pieces.
        width: numbers of a hidden state, of all layers together.
    """

    def __init__(
        self, weights: Weights, layer: int, *, batch: int = BATCH, below: Sequence[int] = ()
    ) -> None:
        self.tokenizer = tokenizer_of(weights.vocabulary)
        self._network = Network(weights, layer, below=below)
        self.width = weights.shape.width * (1 + len(below))
        self._pieces = weights.vocabulary.pieces
        self._ends = (weights.vocabulary.first, weights.vocabulary.last)
        self._room = weights.shape.positions - len(self._ends)
        self._batch = batch
        self._kept: OrderedDict[Ids, Floats] = OrderedDict()

    @cached_property
    def mask(self) -> int:
        """The id of the piece that replaces a hidden one; ValueError if there is none."""
        return self._pieces.index(MASK)

    def states(self, texts: Sequence[Ids], *, keep: bool = False) -> list[Floats]:
        """Return the hidden states of texts, in order, each (pieces, width).

        Args:
            texts: ids of pieces, without special ones; one that comes twice is computed once.
            keep: whether the states are kept, as far as there is room, for the next call.
        """
        found = {text: self._kept[text] for text in texts if text in self._kept}
        rows = [
            (text, window)
            for text in dict.fromkeys(texts)
            if text not in found
            for window in windows(len(text), self._room)
        ]
        parts: dict[Ids, list[Floats]] = {text: [] for text, _ in rows}
        for batch in self._batches(rows):
            for (text, window), states in zip(batch, self._made(batch), strict=True):
                before = 1 - window.start
                kept = states[before + window.kept_start : before + window.kept_end]
                parts[text].append(kept.copy())
        found |= {text: np.concatenate(of_text) for text, of_text in parts.items()}
        if keep:
            self._keep(found)
        empty = np.zeros((0, self.width), dtype=np.float32)
        return [found[text] if text else empty for text in texts]

    def means(self, texts: Sequence[Ids]) -> Floats:
        """Return the mean hidden state of each text's row, special pieces included.

        A text that does not fit into one row has the mean of its windows' states. Shape (texts,
        width); zeros for a text without pieces.
        """
        different = list(dict.fromkeys(texts))
        rows = [(text, window) for text in different for window in windows(len(text), self._room)]
        sums = {text: np.zeros(self.width, dtype=np.float32) for text in different}
        sizes = dict.fromkeys(different, 0)
        for batch in self._batches(rows):
            for (text, _), states in zip(batch, self._made(batch), strict=True):
                sums[text] += states.sum(axis=0)
                sizes[text] += len(states)
        found = np.zeros((len(texts), self.width), dtype=np.float32)
        for place, text in enumerate(texts):
            found[place] = sums[text] / max(sizes[text], 1)
        return found

    def _made(self, batch: Sequence[tuple[Ids, Window]]) -> list[Floats]:
        first, last = self._ends
        return self._network.states(
            [(first, *text[window.start : window.end], last) for text, window in batch]
        )

    def _batches(self, rows: Sequence[tuple[Ids, Window]]) -> Iterator[list[tuple[Ids, Window]]]:
        batch: list[tuple[Ids, Window]] = []
        size = 0
        for text, window in rows:
            length = window.end - window.start + len(self._ends)
            if batch and size + length > self._batch:
                yield batch
                batch, size = [], 0
            batch.append((text, window))
            size += length
        if batch:
            yield batch

    def _keep(self, found: dict[Ids, Floats]) -> None:
        for text, states in found.items():
            self._kept[text] = states
            self._kept.move_to_end(text)
        size = sum(map(len, self._kept))
        while size > KEPT:
            text, _ = self._kept.popitem(last=False)
            size -= len(text)


def windows(length: int, size: int) -> list[Window]:
    """Cut a text of so many pieces into windows of at most `size`, a quarter or more shared.

    Neighbours meet in the middle of what they share, so every piece has been seen with what is
    on both sides of it. Returns one window if the text fits, none if it is empty.
    """
    if not length:
        return []
    if length <= size:
        return [Window(0, length, 0, length)]
    step = max(size - size // 4, 1)
    count = 1 + -(-(length - size) // step)
    starts = [place * (length - size) // (count - 1) for place in range(count)]
    middles = [(one + size + other) // 2 for one, other in pairwise(starts)]
    return [
        Window(start, start + size, *kept)
        for start, kept in zip(starts, pairwise([0, *middles, length]), strict=True)
    ]


Input = Literal["words", "text"]


class Reading(NamedTuple):
    """A segment's pieces.

    Args:
        ids: of all of them, in order.
        owners: for each piece the indices of its tokens; none for a mark that is alone.
    """

    ids: tuple[int, ...]
    owners: tuple[tuple[int, ...], ...]


def read(tokens: Tokens, tokenizer: Tokenizer, *, input: Input = "words") -> Reading:
    """Cut a segment into pieces.

    Args:
        tokens: the segment.
        tokenizer: what cuts.
        input: `words` = each token is a word of its own to the model, tokens of the same characters
            (those of a multi-word token) being one; `text` = the line as it is, where tokens
            own the pieces that hold characters of theirs.
    """
    if input == "text":
        return _of_text(tokens, tokenizer.pieces(tokens.text))
    words: dict[tuple[int, int], list[int]] = {}
    for index, place in enumerate(zip(tokens.starts, tokens.ends, strict=True)):
        if place[0] < place[1]:
            words.setdefault(place, []).append(index)
    ids: list[int] = []
    owners: list[tuple[int, ...]] = []
    for (start, end), indices in words.items():
        pieces = tokenizer.pieces(tokens.text[start:end])
        is_bare = all(piece.is_mark for piece in pieces)
        for piece in pieces:
            ids.append(piece.id)
            owners.append(() if piece.is_mark and not is_bare else tuple(indices))
    return Reading(tuple(ids), tuple(owners))


def _of_text(tokens: Tokens, pieces: tuple[Piece, ...]) -> Reading:
    standing: list[list[int]] = [[] for _ in tokens.text]
    for index, (start, end) in enumerate(zip(tokens.starts, tokens.ends, strict=True)):
        for place in range(start, end):
            standing[place].append(index)
    owners = tuple(
        tuple(
            sorted({index for place in range(piece.start, piece.end) for index in standing[place]})
        )
        for piece in pieces
    )
    return Reading(tuple(piece.id for piece in pieces), owners)


LAYER = 7


def word_vectors(segments: Sequence[Tokens], encoder: Encoder) -> list[NDArray[np.float32]]:
    """Return the vectors of segments' tokens, in order, each array (tokens, width).

    A token that the model does not see (it has no characters, or only such as are dropped) has a
    vector of zeros.
    """
    readings = [read(tokens, encoder.tokenizer) for tokens in segments]
    states = encoder.states([reading.ids for reading in readings])
    return [
        _of_tokens(len(tokens), reading, of_segment)
        for tokens, reading, of_segment in zip(segments, readings, states, strict=True)
    ]


def vectors_in_text(segments: Sequence[Tokens], encoder: Encoder) -> Iterator[Floats]:
    """Yield the same of a text's segments, each seen with its neighbours (`passages`)."""
    readings = [read(tokens, encoder.tokenizer) for tokens in segments]
    for part in passages(readings):
        (states,) = encoder.states([tuple(one for at in part for one in readings[at].ids)])
        start = 0
        for at in part:
            end = start + len(readings[at].ids)
            yield _of_tokens(len(segments[at]), readings[at], states[start:end])
            start = end


def _of_tokens(size: int, reading: Reading, states: Floats) -> Floats:
    vectors = np.zeros((size, states.shape[1]), dtype=np.float32)
    counts = np.zeros(size, dtype=np.float32)
    for owners, state in zip(reading.owners, states, strict=True):
        for index in owners:
            vectors[index] += state
            counts[index] += 1
    vectors /= np.maximum(counts, np.float32(1))[:, None]
    return vectors


def open_encoder(weights: Path | None = None, *, layer: int = LAYER) -> Encoder:
    """Open the encoder of the weights that are installed, or of a file that is named.

    Args:
        weights: the file, None = that of the installed distribution.
        layer: whose hidden states are given, from 1 to 12.

    Raises:
        PluginError: the weights are missing or are not those that are known; says what to do.
    """
    return Encoder(open_weights(weights), layer)


TOGETHER = 254
"""Pieces of neighbouring segments that the model sees as one text."""
AT_ONCE = 32
"""Such texts whose states are held at once."""


def mention_vectors(
    document: Side, phrases: Sequence[Phrase], encoder: Encoder
) -> NDArray[np.float32]:
    """Return the mean states of the pieces of each mention's head, (mentions, width).

    A head without pieces has zeros.
    """
    readings = [read(tokens, encoder.tokenizer) for tokens in document]
    vectors = np.zeros((len(phrases), encoder.width), dtype=np.float32)
    of_segment: dict[int, list[int]] = {}
    for place, phrase in enumerate(phrases):
        of_segment.setdefault(phrase.mention.segment, []).append(place)
    parts = passages(readings)
    while some := list(islice(parts, AT_ONCE)):
        texts = [tuple(one for segment in part for one in readings[segment].ids) for part in some]
        for part, states in zip(some, encoder.states(texts), strict=True):
            start = 0
            for segment in part:
                owners = readings[segment].owners
                for place in of_segment.get(segment, ()):
                    head = phrases[place].mention.head
                    own = [start + at for at, tokens in enumerate(owners) if head in tokens]
                    if own:
                        vectors[place] = states[own].mean(axis=0)
                start += len(owners)
    return vectors


def passages(readings: Sequence[Reading]) -> Iterator[list[int]]:
    """Yield neighbouring segments that together have at most `TOGETHER` pieces; a longer one alone.

    Where the cuts fall depends on all segments before.
    """
    part, size = list[int](), 0
    for segment, reading in enumerate(readings):
        if part and size + len(reading.ids) > TOGETHER:
            yield part
            part, size = [], 0
        part.append(segment)
        size += len(reading.ids)
    if part:
        yield part
