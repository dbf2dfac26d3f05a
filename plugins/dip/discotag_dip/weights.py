"""What rankers are made of: files of weights, classes of words that are used alike, a network.

A line of `word_classes.txt` is a class: its broad and its middle class, its direction, its words.
Learned by `python -m training.word_classes` from GloVe's vectors; see `WORD_CLASSES.md`.
"""

from __future__ import annotations

import hashlib
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from pydantic import BaseModel, ValidationError

from discotag.plugin import InputError, TableError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


Weights = TypeVar("Weights", bound=BaseModel)
Made = TypeVar("Made")
SHOWN = 12
"""Hexadecimal digits of a digest."""


def read(path: Path, schema: type[Weights]) -> Weights:
    """Read weights; InputError if the file holds none."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    try:
        return schema.model_validate_json(content)
    except ValidationError as error:
        raise InputError("holds no weights of discotag dip train-ranker", path=path) from error


def read_arrays(path: Path, make: Callable[[Mapping[str, NDArray[Any]], str], Made]) -> Made:
    """Read arrays that are part of the package and make what they are for, with their digest.

    Raises:
        TableError: the file is missing or damaged.
    """
    try:
        raw = path.read_bytes()
        with np.load(BytesIO(raw), allow_pickle=False) as arrays:
            return make(dict(arrays), hashlib.sha256(raw).hexdigest()[:SHOWN])
    except Exception as error:  # numpy and zipfile raise what they like on damaged files
        raise TableError(
            f"the ranker's weights cannot be read ({error!r}); reinstall discotag-dip", path=path
        ) from error


PATH = Path(__file__).with_name("word_classes.txt")
DIMENSIONS = 32
LANGUAGE = "en"
FIRST, STEPS = "!", 45
"""The character of the smallest number, and how many steps there are to 0."""


class WordClass(NamedTuple):
    """A class of words.

    Args:
        names: of itself, its middle and its broad class: `f5 m101 b12`.
        direction: (DIMENSIONS,), of length 1.
    """

    names: tuple[str, ...]
    direction: NDArray[np.float64]


def class_of(word: str) -> WordClass | None:
    """Return the class of a word in lower case; None for a rare one."""
    return _classes().get(word)


def written(direction: Sequence[float]) -> str:
    """Write a direction, a character a number."""
    largest = max(map(abs, direction)) or 1.0
    return "".join(chr(ord(FIRST) + STEPS + round(x * STEPS / largest)) for x in direction)


@cache
def _classes() -> Mapping[str, WordClass]:
    found: dict[str, WordClass] = {}
    for number, line in enumerate(PATH.read_text(encoding="utf-8").splitlines()):
        broad, middle, letters, *words = line.split(" ")
        direction = np.array([ord(letter) - ord(FIRST) - STEPS for letter in letters], dtype=float)
        names = (f"f{number}", f"m{middle}", f"b{broad}")
        one = WordClass(names, direction / np.linalg.norm(direction))
        found |= dict.fromkeys(words, one)
    return found


class Joining:
    """The learned weights.

    Args:
        arrays: `left`, `right` (units, width + 1) of a segment before and after; `join` (hidden,
            4 · units + 1), `out` (1, hidden + 1). All have a column for 1 at the end.

    Raises:
        ValueError: they do not fit together.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self._left, self._right, self._join, self._out = (
            arrays[name].astype(np.float32) for name in ("left", "right", "join", "out")
        )
        if self._join.shape[1] != 4 * len(self._left) + 1:
            raise ValueError("the parts of the network do not fit")

    def sides(self, vectors: Floats) -> tuple[Floats, Floats]:
        """Return what segments, (segments, width), are before others and after others."""
        return np.tanh(linear(self._left, vectors)), np.tanh(linear(self._right, vectors))

    def follows(self, left: Floats, right: Floats) -> Floats:
        """Return how well segments follow those at the same places, (pairs,)."""
        both = np.concatenate([left, right, left * right, np.abs(left - right)], axis=1)
        found: Floats = linear(self._out, np.maximum(linear(self._join, both), 0))[:, 0]
        return found


def linear(weights: Floats, given: Floats) -> Floats:
    """Return rows times weights, whose last column is added."""
    found: Floats = given @ weights[..., :-1].T + weights[..., -1]
    return found
