"""The network that chooses a pronoun's antecedent, its second thoughts, and the shares of the rest.

Each feature is a few whole numbers, which a matrix spreads over the hidden units: so a mean of many
networks, whose units are joined, is a small file and quickly added up.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from discotag.plugin import Cluster
from discotag_lang_en.coref.expletive import IT
from discotag_lang_en.coref.salience import CLASSES, Candidate

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from discotag_lang_en.coref.mentions import Entity, Phrase
    from discotag_lang_en.coref.salience import WeightClass


MOST, LEAST = 8, 0.001
"""Candidates of a pronoun that are reported, and the least share of one."""
LATEST = 3
"""Mentions of a candidate that are reported, besides its last noun."""
DIGITS = 4


class Weighed:
    """A chooser that notes what it weighed.

    It chooses as `choose` does; `alternatives` are filled as the text is read.
    """

    def __init__(self) -> None:
        self.alternatives: list[Cluster] = []

    def __call__(
        self, pronoun: Phrase, candidates: Sequence[Candidate], none: Sequence[str]
    ) -> tuple[int | None, float]:
        """Note the candidates, the likeliest first, then choose; args as of `choose`."""
        found = shares(pronoun, candidates, none)
        ranked = sorted(zip(found, candidates, strict=False), key=lambda pair: -pair[0])
        for share, candidate in ranked[:MOST]:
            if candidate.entity is not None and share >= LEAST:
                self._note(pronoun, candidate.entity, share)
        return best_of(found)

    def _note(self, pronoun: Phrase, entity: Entity, share: float) -> None:
        phrases = [phrase for phrase, _ in entity.mentions[-LATEST:]]
        if entity.nominal is not None:
            phrases.append(entity.nominal)
        before = sorted({one.mention for one in phrases if one.mention < pronoun.mention})
        if before:
            scores = (*(1.0 for _ in before), round(share, DIGITS))
            self.alternatives.append(Cluster((*before, pronoun.mention), scores))


WIDEST = 5.0
"""Log-odds of the network farther from 0 count as so far: it is too sure."""


class Weights(NamedTuple):
    """The regression.

    Args:
        bias: what is added to every log-odds.
        opinion: the weight of the network's log-odds.
        features: the weight of each feature.
    """

    bias: float
    opinion: float
    features: Mapping[str, float]


@cache
def shipped() -> Weights:
    """Read `second_thoughts.toml`, once."""
    text = files("discotag_lang_en.coref").joinpath("second_thoughts.toml").read_text("utf-8")
    told = tomllib.loads(text)
    return Weights(told["bias"], told["opinion"], told["features"])


def shown(none: Sequence[str]) -> tuple[str, ...]:
    """Return the features of "none" that count here; empty for another word than *it*."""
    if not any(name.startswith(IT) for name in none):
        return ()
    return tuple(name for name in none if name.startswith((IT, "words:")))


def reconsidered(odds: float, names: Sequence[str]) -> float:
    """Return the log-odds that an *it* is empty.

    Args:
        odds: what the network says, as log-odds.
        names: what `shown` returned.
    """
    weights = shipped()
    own = weights.opinion * max(-WIDEST, min(odds, WIDEST))
    return weights.bias + own + sum(weights.features.get(name, 0.0) for name in names)


EMPTY = 0.5
"""The share of "none" above which a pronoun has no antecedent."""


@dataclass(frozen=True)
class Layer:
    """The weights of one class of pronouns, and how sure its choices are.

    Args:
        features: feature → a few whole numbers, -127 to 127.
        mixing: a row for each of these numbers: what one of it adds to the total and to each hidden
            unit.
        bias: of the hidden units.
        out: the weights of the hidden units.
        temperature: what sums are divided by, so that shares are probabilities.
    """

    features: Mapping[str, Sequence[int]]
    mixing: Sequence[Sequence[float]]
    bias: Sequence[float]
    out: Sequence[float]
    temperature: float


class Network:
    """Sums up features.

    Args:
        layer: the weights.
    """

    def __init__(self, layer: Layer) -> None:
        self._index = _Index({name: number for number, name in enumerate(layer.features, 1)})
        nothing = np.zeros(len(layer.mixing))
        self._rows: NDArray[np.float64] = np.array(
            [nothing, *layer.features.values()], dtype=np.float64
        )
        self._mixing = np.array(layer.mixing, dtype=np.float64)
        self._bias = np.array(layer.bias, dtype=np.float64)
        self._out = np.array(layer.out, dtype=np.float64)
        self._temperature = layer.temperature

    def totals(self, rows: Sequence[Sequence[str]]) -> list[float]:
        """Return what speaks for each row of features, as log-odds; no row may be empty."""
        known, starts = list[int](), list[int]()
        for names in rows:
            starts.append(len(known))
            known.extend(map(self._index.__getitem__, names))
        sums = np.add.reduceat(self._rows[known], starts, axis=0) @ self._mixing
        hidden = np.maximum(sums[:, 1:] + self._bias, 0.0)
        found: list[float] = ((sums[:, 0] + hidden @ self._out) / self._temperature).tolist()
        return found


class _Index(dict[str, int]):
    """Feature → row; what is not known is row 0, which weighs nothing."""

    def __missing__(self, name: str) -> int:
        return 0


@cache
def networks() -> dict[WeightClass, Network]:
    """Read `network.npz`, once."""
    layers = read(Path(__file__).with_name("network.npz").read_bytes())
    return {name: Network(layer) for name, layer in layers.items()}


def written(layers: Mapping[WeightClass, Layer]) -> bytes:
    """Return the networks as a file of numpy arrays, no pickle.

    Of each class: the names of features, one a line, as bytes; their numbers, a row each; `mixing`,
    `bias`, `out`, `temperature`.
    """
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, layer in layers.items():
        names = "\n".join(layer.features).encode()
        arrays[f"{name}_names"] = np.frombuffer(names, dtype=np.uint8)
        arrays[f"{name}_rows"] = np.array(list(layer.features.values()), dtype=np.int8)
        arrays[f"{name}_mixing"] = np.array(layer.mixing, dtype=np.float32)
        arrays[f"{name}_bias"] = np.array(layer.bias, dtype=np.float32)
        arrays[f"{name}_out"] = np.array(layer.out, dtype=np.float32)
        arrays[f"{name}_temperature"] = np.array(layer.temperature)
    file = BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def read(data: bytes) -> dict[WeightClass, Layer]:
    """Return the networks of a file that `written` made."""
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        return {
            name: Layer(
                dict(
                    zip(
                        arrays[f"{name}_names"].tobytes().decode().split("\n"),
                        arrays[f"{name}_rows"],
                        strict=True,
                    )
                ),
                arrays[f"{name}_mixing"],
                arrays[f"{name}_bias"],
                arrays[f"{name}_out"],
                float(arrays[f"{name}_temperature"]),
            )
            for name in sorted(set(CLASSES.values()))
        }


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
    """Return the probability in 0-1 of each candidate, and of "none", which is last.

    Args: as of `choose`.
    """
    if pronoun.pronoun is None or not candidates:
        return (*(0.0 for _ in candidates), 1.0)
    network = networks()[CLASSES[pronoun.pronoun]]
    totals = network.totals([*(item.features for item in candidates), none])
    highest = max(totals[:-1])
    powers = [exp(total - highest) for total in totals[:-1]]
    mass = sum(powers)
    odds = totals[-1] - highest - log(mass)
    names = shown(none)
    empty = 1 / (1 + exp(-(reconsidered(odds, names) if names else odds)))
    return (*(power / mass * (1 - empty) for power in powers), empty)
