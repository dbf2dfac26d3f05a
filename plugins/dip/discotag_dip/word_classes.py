"""Classes of English words that are used alike, and in which direction each class lies.

A line of `word_classes.txt` is a class: its broad and its middle class, its direction, its words.
Learned by `python -m training.word_classes` from GloVe's vectors; see `WORD_CLASSES.md`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

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
