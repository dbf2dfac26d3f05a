"""How likely an *it* is empty after all: the network's opinion weighed with patterns of words.

The network was taught by an encoder that calls too many an *it* empty, and by few texts about each
pattern. A logistic regression over its log-odds, the role of *it* and the patterns of
`pleonastic.toml` corrects it. Weights and their source: `second_thoughts.toml`,
`training/coreference/second_thoughts.py`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from discotag_lang_en.coref.emptiness import IT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
