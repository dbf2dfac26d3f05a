"""Links that a better aligner finds in a part of the training text, from which a table learns.

The aligner is any that is installed, by default `joined:lexicon+e5`, whose lexicon is the table
that was learned without it. Of the sentence pairs the longest are taught, where words are rarer and
links harder to count.
"""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING

import numpy as np

from discotag.plugin import Tokens
from discotag.plugin.training import aligner_of_pair
from discotag_train.lexicons.tokens import tokenizer_of
from discotag_train.lexicons.trainer import LONGEST, Lessons

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from spacy.tokens import Doc

    from discotag.plugin import Aligner
    from discotag_train.lexicons.corpora import Pair
    from discotag_train.lexicons.recipe import Recipe

log = logging.getLogger(__name__)
USUAL = "joined:lexicon+e5"
MOST = 12_000
"""Sentence pairs that are taught: at 0.02 to 0.05 CPU seconds each."""
AT_ONCE = 512
LONG, BLUR = 400, 102
"""Characters of English from which a pair is as long as any, and by which the order is blurred."""


def load_teacher(name: str, language: str, table: Path) -> Aligner:
    """Return an aligner of English and another language; one that reads a table reads this one.

    Raises:
        PlanError: it is not installed, or does not serve the language.
    """
    options = {"lexicon": {"table": str(table)}} if "lexicon" in name else {}
    return aligner_of_pair(name, "en", language, options)


def teach(
    aligner: Aligner, pairs: Sequence[Pair], recipes: tuple[Recipe, Recipe], most: int = MOST
) -> Lessons:
    """Let an aligner link a part of the sentence pairs.

    Args:
        aligner: links English with the other language.
        pairs: sentence pairs, English first.
        recipes: of both languages.
        most: how many pairs are taught.
    """
    tokenizers = (tokenizer_of(recipes[0]), tokenizer_of(recipes[1]))
    chosen = taught_pairs(pairs, most)
    taught: list[int] = []
    links: list[tuple[int, int, int]] = []
    for start in range(0, len(chosen), AT_ONCE):
        some = [
            (
                place,
                (
                    tokens_of(pairs[place][0], tokenizers[0]),
                    tokens_of(pairs[place][1], tokenizers[1]),
                ),
            )
            for place in chosen[start : start + AT_ONCE]
        ]
        some = [(place, both) for place, both in some if all(0 < len(x) <= LONGEST for x in both)]
        found = aligner.align([both for _, both in some])
        for (place, _), alignment in zip(some, found, strict=True):
            taught.append(place)
            links += [(place, i, j) for i, j in alignment.links]
        log.info("taught %d of %d pairs", start + len(some), len(chosen))
    return Lessons(np.array(taught, dtype=np.int64), np.array(links, dtype=np.int64).reshape(-1, 3))


def taught_pairs(pairs: Sequence[Pair], most: int) -> list[int]:
    """Return the places of the longest pairs, in ascending order; the texts alone decide which."""

    def rank(place: int) -> float:
        noise = hashlib.sha1(repr(pairs[place]).encode(), usedforsecurity=False).digest()[0]
        return noise * BLUR / 255 - min(len(pairs[place][0]), LONG)

    return sorted(sorted(range(len(pairs)), key=rank)[:most])


def tokens_of(text: str, tokenizer: Callable[[str], Doc]) -> Tokens:
    """Return the tokens that the table is trained on, with their places."""
    doc = tokenizer(text)
    kept = [token for token in doc if not token.text.isspace()]
    starts = tuple(token.idx for token in kept)
    forms = tuple(token.text for token in kept)
    ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
    return Tokens(doc.text, forms, starts, ends)
