"""Corpora of numbers: line n of a side holds its own marks, so a row tells where it came from."""

from __future__ import annotations

from typing import Any

import numpy as np

from discotag_cxmi.training.corpus import Corpus, Lines
from discotag_cxmi.training.layout import Layout
from discotag_cxmi.training.recipe import Recipe, read_recipe

PAD, END, SEPARATOR, MASK, START = 0, 1, 2, 3, 4
SOURCE, TARGET = 1000, 5000
"""The ids of source line n are SOURCE + 10 n + position; a line has at most ten."""


def corpus(*documents: list[int]) -> Corpus:
    """Make documents; each number is a line's length, on both sides."""
    lengths = [length for document in documents for length in document]
    return Corpus(
        source=Lines.of(marked(SOURCE, lengths)),
        target=Lines.of(marked(TARGET, lengths)),
        places=np.array([place for d in documents for place in range(len(d))], np.int64),
        documents=len(documents),
        unknown=0,
    )


def marked(base: int, lengths: list[int]) -> list[list[int]]:
    """Return each line its own ids."""
    return [[base + 10 * n + i for i in range(length)] for n, length in enumerate(lengths)]


def layout(*, all_in_encoder: bool = False, mask: int | None = MASK) -> Layout:
    """Make a Marian-like layout."""
    return Layout(
        separator=SEPARATOR,
        mask=mask,
        padding=PAD,
        before_source=(),
        after_source=(END,),
        before_target=(START,),
        end=END,
        all_in_encoder=all_in_encoder,
    )


def recipe(**settings: Any) -> Recipe:
    """Make a recipe."""
    return read_recipe(settings, None, None)
