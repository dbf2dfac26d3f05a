"""Vectors of words: the mean of their pieces' hidden states, for whatever asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from discotag_e5.coref.vectors import passages
from discotag_e5.encoder import Encoder
from discotag_e5.reading import read
from discotag_e5.weights import open_weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from discotag.plugin import Tokens
    from discotag_e5.reading import Reading

    Floats = NDArray[np.float32]

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
