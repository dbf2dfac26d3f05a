"""The embedded coherence ranker: ρ of a text is a weighted sum of its features."""

from __future__ import annotations

import hashlib
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag_dip import weights
from discotag_dip.coherence.features import features
from discotag_dip.coherence.wording import MARK, wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Tokens

WEIGHTS = Path(__file__).with_name("weights.json")


class CoherenceWeights(BaseModel):
    """The weights, and what they were learned from.

    Args:
        weights: feature → weight.
        name: part of the setup of every score.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    weights: dict[str, float]

    @property
    def digest(self) -> str:
        """Its name and eight digits of its weights, for the setup of scores."""
        return f"{self.name}@{hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:8]}"

    @cached_property
    def _reads_wording(self) -> bool:
        return any(name.startswith(MARK) for name in self.weights)

    def rho(self, segments: Sequence[Tokens]) -> float:
        """Return ρ of a text: higher is more coherent; 0 for one of fewer than two segments."""
        found = features(segments)
        if found and self._reads_wording:
            found |= wording(segments)
        return sum(self.weights.get(name, 0.0) * value for name, value in found.items())


@cache
def shipped() -> CoherenceWeights:
    """Read the weights that are part of the package, once."""
    return read_weights(WEIGHTS)


def read_weights(path: Path) -> CoherenceWeights:
    """Read weights; InputError if the file holds none."""
    return weights.read(path, CoherenceWeights)
