"""The network that chooses a pronoun's antecedent: one hidden layer over named features."""

from __future__ import annotations

import json
from functools import cache
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from pydantic import BaseModel, ConfigDict

from discotag_lang_en.coref.salience import CLASSES, Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from discotag_lang_en.coref.mentions import Phrase
    from discotag_lang_en.coref.salience import WeightClass

SCALE = 64
"""Weights are whole numbers of this part."""


EMPTY = 0.5
"""The share of "none" above which a pronoun has no antecedent."""


class Layer(BaseModel):
    """The weights of one class of pronouns, in 64ths, and how sure its choices are.

    Args:
        features: feature → its direct weight and its weights to the hidden units.
        bias: of the hidden units.
        out: the weights of the hidden units.
        temperature: what sums are divided by, so that shares are probabilities.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    features: dict[str, tuple[int, ...]]
    bias: tuple[int, ...]
    out: tuple[int, ...]
    temperature: float


class Network:
    """Sums up features.

    Args:
        layer: the weights.
    """

    def __init__(self, layer: Layer) -> None:
        self._index = _Index({name: number for number, name in enumerate(layer.features, 1)})
        nothing = (0,) * (1 + len(layer.bias))
        rows = np.array([nothing, *layer.features.values()], dtype=np.float64)
        self._rows: NDArray[np.float64] = rows / SCALE
        self._bias = np.array(layer.bias, dtype=np.float64) / SCALE
        self._out = np.array(layer.out, dtype=np.float64) / SCALE
        self._temperature = layer.temperature

    def totals(self, rows: Sequence[Sequence[str]]) -> list[float]:
        """Return what speaks for each row of features, as log-odds; no row may be empty."""
        known, starts = list[int](), list[int]()
        for names in rows:
            starts.append(len(known))
            known.extend(map(self._index.__getitem__, names))
        sums = np.add.reduceat(self._rows[known], starts, axis=0)
        hidden = np.maximum(sums[:, 1:] + self._bias, 0.0)
        found: list[float] = ((sums[:, 0] + hidden @ self._out) / self._temperature).tolist()
        return found


class _Index(dict[str, int]):
    """Feature → row; what is not known is row 0, which weighs nothing."""

    def __missing__(self, name: str) -> int:
        return 0


@cache
def networks() -> dict[WeightClass, Network]:
    """Read `network.json`, once."""
    data = json.loads(Path(__file__).with_name("network.json").read_text("utf-8"))
    return {name: Network(Layer.model_validate(layer)) for name, layer in data.items()}


def choose(
    pronoun: Phrase, candidates: Sequence[Candidate], none: Sequence[str]
) -> tuple[int | None, float]:
    """Choose a pronoun's antecedent.

    Args:
        pronoun: the pronoun.
        candidates: what agreement and syntax allow.
        none: features of the choice to leave the pronoun unresolved.

    Returns:
        The best candidate's index and its probability in 0-1, that of "none" being among the rest;
        None without candidates, or where "none" is likelier than all of them.
    """
    return best_of(shares(pronoun, candidates, none))


def best_of(found_shares: Sequence[float]) -> tuple[int | None, float]:
    """Return what `choose` does, from the shares."""
    *found, empty = found_shares
    if not found or empty > EMPTY:
        return None, empty
    best = max(range(len(found)), key=found.__getitem__)
    return best, found[best]


def shares(
    pronoun: Phrase, candidates: Sequence[Candidate], none: Sequence[str]
) -> tuple[float, ...]:
    """Return the probability in 0-1 of each candidate, and of "none", which stands last.

    Args: as of `choose`.
    """
    if pronoun.pronoun is None or not candidates:
        return (*(0.0 for _ in candidates), 1.0)
    network = networks()[CLASSES[pronoun.pronoun]]
    totals = network.totals([*(item.features for item in candidates), none])
    powers = [exp(total - max(totals)) for total in totals]
    mass = sum(powers)
    return tuple(power / mass for power in powers)
