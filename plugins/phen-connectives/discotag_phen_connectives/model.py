"""The English model: logistic weights by named feature, for use, place of the argument and sense.

The weights are learned by `python -m training.connectives`; see `model/CARD.md`.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.plugin import TableError
from discotag_phen_connectives.features import for_senses

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PATH = Path(__file__).parent / "model" / "en.json"
Weights = dict[str, float]
BIAS = ""
"""The feature that every place has."""


@dataclass(frozen=True)
class Model:
    """The learned weights.

    Args:
        use: feature → weight for being a connective.
        before: feature → weight for joining to the text before the sentence.
        senses: sense → feature → weight; the highest sum wins.
        digest: of the file.
    """

    use: Weights
    before: Weights
    senses: Mapping[str, Weights]
    digest: str = ""

    def confidence(self, features: Iterable[str]) -> float:
        """Return the probability of a connective, 0-1."""
        return _probability(self.log_odds(features))

    def log_odds(self, features: Iterable[str]) -> float:
        """Return the same as log odds, unbounded."""
        return _total(self.use, features)

    def is_before(self, features: Iterable[str]) -> bool:
        """Return whether the connective joins its clause to the text before the sentence."""
        return _probability(_total(self.before, features)) >= 0.5

    def sense(self, features: Iterable[str]) -> str:
        """Return the most probable sense."""
        weights = self._by_feature
        known = (weights[name] for name in (BIAS, *for_senses(tuple(features))) if name in weights)
        sums = [sum(column) for column in zip(*known, strict=True)] or [0.0] * len(self.senses)
        return sorted(self.senses)[sums.index(max(sums))]

    @cached_property
    def _by_feature(self) -> dict[str, tuple[float, ...]]:
        """Feature → its weight for each sense, in alphabetical order of senses."""
        names = set(chain.from_iterable(self.senses.values()))
        return {
            name: tuple(self.senses[sense].get(name, 0.0) for sense in sorted(self.senses))
            for name in names
        }


def _total(weights: Weights, features: Iterable[str]) -> float:
    return weights.get(BIAS, 0.0) + sum(map(weights.get, features, repeat(0.0)))


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))


@lru_cache(maxsize=2)
def read_model(path: Path = PATH) -> Model:
    """Read the weights; TableError if the file is missing or damaged."""
    try:
        raw = path.read_bytes()
        data = json.loads(raw)
        return Model(
            data["use"], data["before"], data["senses"], hashlib.sha256(raw).hexdigest()[:12]
        )
    except (OSError, ValueError, KeyError) as error:
        raise TableError(
            f"the connectives' weights cannot be read ({error!r}); reinstall"
            " discotag-phen-connectives",
            path=path,
        ) from error
