"""What vectors add to the English model: one layer of weights for use, one for the sense.

Learned by `python -m training.connectives.encoded`; see `model/CARD_E5.md`.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from discotag.plugin import TableError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

PATH = Path(__file__).parent / "model" / "en_e5.npz"
LAYER = 7
"""The layer of multilingual-e5-small whose states the weights read."""


class EncodedModel:
    """The learned weights.

    Args:
        arrays: `use` (width + 1: of the vector, then of the small model's log odds) and `use_bias`;
            `names` of the senses, `words`; `senses` (senses, width + words + 1: of the vector, of
            each word, and what a sense has anyway).
        digest: of the file.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], digest: str = "") -> None:
        self._use = arrays["use"].astype(np.float32)
        self._use_bias = float(arrays["use_bias"])
        self._names = tuple(map(str, arrays["names"]))
        self._senses = arrays["senses"].astype(np.float32)
        self.width = len(self._use) - 1
        self._of_word = {str(word): self.width + at for at, word in enumerate(arrays["words"])}
        if self._senses.shape != (len(self._names), self.width + len(self._of_word) + 1):
            raise ValueError(f"weights of senses are {self._senses.shape}")
        self.digest = digest

    def confidence(self, vector: Floats, log_odds: float) -> float:
        """Return the probability of a connective, 0-1.

        Args:
            vector: of the listed word, (width,).
            log_odds: what the small model says of it.
        """
        total = float(self._use[:-1] @ vector) + float(self._use[-1]) * log_odds + self._use_bias
        return float(1 / (1 + np.exp(-np.clip(total, -30.0, 30.0))))

    def sense(self, vector: Floats, word: str) -> str:
        """Return the most probable sense; of equals the first in the alphabet."""
        totals = self._senses[:, : self.width] @ vector + self._senses[:, -1]
        if word in self._of_word:
            totals = totals + self._senses[:, self._of_word[word]]
        return self._names[int(totals.argmax())]


@lru_cache(maxsize=2)
def read_encoded_model(path: Path = PATH) -> EncodedModel:
    """Read the weights; TableError if the file is missing or damaged."""
    try:
        raw = path.read_bytes()
        with np.load(BytesIO(raw), allow_pickle=False) as arrays:
            return EncodedModel(dict(arrays), hashlib.sha256(raw).hexdigest()[:12])
    except Exception as error:  # numpy and zipfile raise what they like on damaged files
        raise TableError(
            f"the connectives' weights cannot be read ({error!r}); reinstall"
            " discotag-phen-connectives",
            path=path,
        ) from error
