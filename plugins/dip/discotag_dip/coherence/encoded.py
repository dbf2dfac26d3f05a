"""The coherence ranker over an encoder: ρ of a text from the vectors of its segments alone.

Needs the package discotag-e5.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from discotag_dip.coherence.following import LAYER, Following, read_following

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from discotag.plugin import Tokens
    from discotag_e5.encoder import Encoder

    Floats = NDArray[np.float32]

SHOWN = 8
"""Hexadecimal digits of a digest."""


class EncodedCoherence:
    """Gives ρ of texts.

    Args:
        encoder: gives the states of layer 9.
        digest: of its weights.
        following: what weighs them; None = what is shipped.
    """

    def __init__(self, encoder: Encoder, digest: str, following: Following | None = None) -> None:
        self._encoder = encoder
        self._following = following or read_following()
        parts = f"{self._following.digest} {digest}"
        self.digest = f"e5@{hashlib.sha256(parts.encode()).hexdigest()[:SHOWN]}"

    def rho(self, segments: Sequence[Tokens]) -> float:
        """Return ρ of a text: higher is more coherent; 0 for one of fewer than two segments."""
        if len(segments) < 2:
            return 0.0
        return self._following.rho(self._following.scaled(segment_vectors(segments, self._encoder)))


def segment_vectors(segments: Sequence[Tokens], encoder: Encoder) -> Floats:
    """Return the mean state of each segment's pieces, (segments, width); zeros if it has none."""
    from discotag_e5.reading import read

    texts = [read(tokens, encoder.tokenizer).ids for tokens in segments]
    found = np.zeros((len(texts), encoder.width), dtype=np.float32)
    for place, states in enumerate(encoder.states(texts, keep=True)):
        if len(states):
            found[place] = states.mean(axis=0)
    return found


def open_encoded() -> EncodedCoherence:
    """Open the ranker; PluginError if the encoder's weights are missing, with the cure."""
    from discotag_e5.encoder import Encoder
    from discotag_e5.weights import open_weights

    weights = open_weights()
    return EncodedCoherence(Encoder(weights, LAYER), weights.sha256)
