"""The small network that tells pronouns from a mask's state and the words around it.

Learned by `python -m training.rankers_e5 pronouns`; see `CARD_E5.md`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from discotag_dip.weights import read_arrays

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from numpy.typing import NDArray

    from discotag_dip.anaphora.masking import Hidden

    Floats = NDArray[np.float32]

PATH = Path(__file__).with_name("weights_e5.npz")
TINY = 1e-5


class PronounNetwork:
    """Attention of a mask over the words around it, then one hidden layer.

    Args:
        arrays: `ask` (heads, layers · width), `key` (heads, width), `mark` (heads, marks), `bias`
            (marks,), `value` (heads, width), `hidden` (units, layers · width) and `out` (forms,
            units + 2 · heads), each but `bias` with a column for 1 at the end; `nobody` (1,);
            `forms`, `usual` (nats).
        digest: of the file.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], digest: str = "") -> None:
        names = ("ask", "key", "mark", "bias", "value", "hidden", "out", "nobody")
        self._weights = {name: arrays[name].astype(np.float32) for name in names}
        self.forms = tuple(map(str, arrays["forms"]))
        self.usual = float(arrays["usual"])
        self.width = self._weights["key"].shape[1] - 1
        self.digest = digest
        if len(self._weights["out"]) != len(self.forms):
            raise ValueError(f"{len(self._weights['out'])} rows for {len(self.forms)} forms")

    def log_probabilities(self, seen: Hidden) -> Floats:
        """Return the log probability of each form, (forms,), in nats."""
        state = normal(seen.state[None])[0]
        words = normal(seen.vectors)
        ask = self._linear("ask", state)
        keys = self._linear("key", words) + self._linear("mark", seen.marks)
        fits = keys @ ask / np.sqrt(len(ask)) + seen.marks @ self._weights["bias"]
        shares = softmax(np.concatenate([fits, self._weights["nobody"]]))[:-1]
        taken = shares @ np.tanh(self._linear("value", words))
        units = np.maximum(self._linear("hidden", state), 0)
        totals = self._linear("out", np.concatenate([units, taken, taken * np.tanh(ask)]))
        top = totals.max()
        found: Floats = totals - top - np.log(np.exp(totals - top).sum())
        return found

    def _linear(self, name: str, given: Floats) -> Floats:
        weights = self._weights[name]
        found: Floats = given @ weights[:, :-1].T + weights[:, -1]
        return found


def normal(rows: Floats) -> Floats:
    """Put each row's mean at 0 and its variance at 1."""
    centred = rows - rows.mean(axis=-1, keepdims=True)
    found: Floats = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + TINY)
    return found


def softmax(totals: Floats) -> Floats:
    """Return shares of 1."""
    powers = np.exp(totals - totals.max())
    found: Floats = powers / powers.sum()
    return found


@lru_cache(maxsize=2)
def read_network(path: Path = PATH) -> PronounNetwork:
    """Read the weights; TableError if the file is missing or damaged."""
    return read_arrays(path, PronounNetwork)
