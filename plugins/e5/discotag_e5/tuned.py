"""What was learned for a task on top of the encoder's weights, as it is stored in this package."""

from __future__ import annotations

import hashlib
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

CHANGES = (".up", ".down")
"""How the names of the encoder's changes end."""


class Learned(NamedTuple):
    """A file of what was learned.

    Args:
        arrays: by name, in float16.
        changes: those that are added to the encoder's matrices, as `Weights.changed` takes them.
        sha256: of the file.
    """

    arrays: Mapping[str, NDArray[np.floating]]
    changes: Mapping[str, NDArray[np.floating]]
    sha256: str


@cache
def learned(name: str) -> Learned:
    """Read a file of this package, given from the package's folder; once."""
    data = (Path(__file__).parent / name).read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as stored:
        arrays = dict(stored)
    changes = {one: arrays.pop(one) for one in tuple(arrays) if one.endswith(CHANGES)}
    return Learned(arrays, changes, hashlib.sha256(data).hexdigest())
