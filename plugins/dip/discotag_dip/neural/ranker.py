"""Trained neural rankers in the roles of the embedded ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_dip.anaphora.swapping import swapped
from discotag_dip.neural.network import load
from discotag_dip.neural.views import document_views, pronoun_views

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discotag.plugin import Tokens


class NeuralPronouns:
    """ρ of segments by an encoder.

    Args:
        folder: what `train-ranker pronouns --encoder` wrote.
    """

    def __init__(self, folder: Path) -> None:
        self._network, digits = load(folder, task="pronouns")
        self.digest = f"{self._network.card.name}@{digits}"

    def rho(self, context: Sequence[Tokens], tokens: Tokens) -> float:
        """Return ρ of a segment: higher is better; 0 without pronouns."""
        views = pronoun_views([before.text for before in context], tokens.text)
        (found,) = self._network.judged([views])
        return found

    def preference(self, context: Sequence[Tokens], tokens: Tokens, index: int, name: str) -> float:
        """Return ρ of a segment less ρ of the same with a pronoun of another class in a place."""
        before = [segment.text for segment in context]
        texts = (tokens.text, swapped(tokens, index, name))
        own, other = self._network.judged([pronoun_views(before, text) for text in texts])
        return own - other


class NeuralCoherence:
    """ρ of documents by an encoder.

    Args:
        folder: what `train-ranker coherence --encoder` wrote.
    """

    def __init__(self, folder: Path) -> None:
        self._network, digits = load(folder, task="coherence")
        self.digest = f"{self._network.card.name}@{digits}"

    def rho(self, segments: Sequence[Tokens]) -> float:
        """Return ρ of a text: higher is more coherent; 0 for one of fewer than two segments."""
        (found,) = self._network.judged([document_views([tokens.text for tokens in segments])])
        return found
