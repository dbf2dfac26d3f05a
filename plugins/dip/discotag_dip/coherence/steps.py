"""How well one segment follows another, told by its words alone; taught by the ranker `e5`.

A small network (`joining.py`) sees of a segment where its content words lie in use
(`likeness.py`) and the commoner ones of its signs (`sentences.py`). It was learned from what the
ranker `e5` says of neighbours and others of the same text (Hinton, Vinyals and Dean 2015,
Distilling the knowledge in a neural network): `python -m training.rankers coherence`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from discotag_dip.coherence.joining import Joining
from discotag_dip.coherence.likeness import place
from discotag_dip.coherence.sentences import read
from discotag_dip.weights import read_arrays

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from discotag.plugin import Tokens

    Floats = NDArray[np.float32]

PATH = Path(__file__).with_name("steps.npz")
STRETCH = 3.0
"""A segment's place in use, of length 1, counts so much beside a sign, which is 0 or 1."""


class Steps:
    """The learned weights.

    Args:
        arrays: those of `Joining`; `mean`, `spread` (width,) of the segments' vectors; `signs`,
            the names of those that are looked at.
        digest: of the file; not used, for the file is part of the package.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], digest: str = "") -> None:
        self._joining = Joining(arrays)
        self._mean, self._spread = (arrays[name].astype(np.float32) for name in ("mean", "spread"))
        self._signs = {str(name): number for number, name in enumerate(arrays["signs"])}
        self.digest = digest

    def features(self, segments: Sequence[Tokens]) -> Iterator[tuple[str, float]]:
        """Yield the features of a text of at least two segments."""
        rows = np.array([vector(tokens, self._signs) for tokens in segments], np.float32)
        left, right = self._joining.sides((rows - self._mean) / self._spread)
        size = len(rows)
        before, after = np.triu_indices(size, 1)
        onward = self._joining.follows(left[before], right[after])
        back = self._joining.follows(left[after], right[before])
        steps = onward[after - before == 1]
        yield "next follows", float(steps.mean())
        yield "next follows, worst", float(steps.min())
        if size > 2:
            yield "next follows, second", float(onward[after - before == 2].mean())
        yield "before follows", float((onward - back).mean())


def vector(tokens: Tokens, signs: Mapping[str, int]) -> Floats:
    """Return what is looked at of a segment: where it lies in use, then its signs.

    Args:
        tokens: needs lemmas and pos.
        signs: name → place of each that is looked at.
    """
    found = np.zeros(len(signs), np.float32)
    for name in read(tokens.text).signs():
        if name in signs:
            found[signs[name]] = 1
    return np.concatenate([STRETCH * place(tokens), found])


@lru_cache(maxsize=1)
def shipped() -> Steps:
    """Read the weights of the package, once; TableError if the file is missing or damaged."""
    return read_arrays(PATH, Steps)
