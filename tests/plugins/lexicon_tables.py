"""A small English–French table, made by hand, for the tests of the embedded aligner."""

from __future__ import annotations

import random

import numpy as np

from discotag.core.language import LanguagePack
from discotag.plugins.aligners.lexicon.table import JUMPS, SideInfo, TranslationTable, Vocabulary
from discotag.testing.builders import tokens

PROBABILITIES = {
    ("the", "le"): (0.5, 0.6),
    ("the", "la"): (0.3, 0.6),
    ("cat", "chat"): (0.9, 0.9),
    ("hous", "maison"): (0.8, 0.7),
    ("in", "dan"): (0.6, 0.6),
    ("sleep", "dort"): (0.4, 0.8),
    ("red", "roug"): (0.8, 0.8),
}


def vocabulary(info: SideInfo, keys: list[str]) -> Vocabulary:
    size = len(keys)
    jumps = np.exp(-np.abs(np.arange(JUMPS) - 13.0))
    return Vocabulary(
        info,
        tuple(keys),
        {},
        np.full(size, 0.01),
        np.ones(size),
        np.ones(size, bool),
        jumps / jumps.sum(),
    )


ENGLISH = SideInfo(language="en", key="snowball:english")


FRENCH = SideInfo(language="fr", key="elision+snowball:french")


GERMAN = SideInfo(language="de", key="plain")


def made_table(probabilities, source: SideInfo, target: SideInfo) -> TranslationTable:
    rows = sorted({row for row, _ in probabilities})
    columns = sorted({column for _, column in probabilities})
    cells = sorted(
        (rows.index(row) * len(columns) + columns.index(column), shares)
        for (row, column), shares in probabilities.items()
    )
    return TranslationTable(
        source=vocabulary(source, rows),
        target=vocabulary(target, columns),
        entries=np.array([cell for cell, _ in cells]),
        forward=np.array([shares[0] for _, shares in cells]),
        backward=np.array([shares[1] for _, shares in cells]),
    )


ENGLISH_PACK = LanguagePack.from_package("discotag_lang_en")


PAIR = (tokens("The red cat sleeps in the house ."), tokens("Le chat rouge dort dans la maison ."))


LINKS = ((0, 0), (1, 2), (2, 1), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7))


def made_up_pairs(count: int, seed: int) -> list:
    draw = random.Random(seed)
    english = ["the", "cat", "House", "in", "sleeps", "red", "Zanzibar", "qwzx", "."]
    french = ["le", "la", "chat", "maison", "dans", "dort", "Zanzibar", "inconnu", "."]
    return [
        (
            tokens(" ".join(draw.choices(english, k=draw.randint(0, 30)))),
            tokens(" ".join(draw.choices(french, k=draw.randint(0, 30)))),
        )
        for _ in range(count)
    ]
