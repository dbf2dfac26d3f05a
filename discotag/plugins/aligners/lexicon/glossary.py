"""A glossary as a translation table: word pairs that somebody wrote down, in a text file.

It is what a language begins with before a table is learned from parallel texts; `discotag adapt`
starts from it as from any other. A line holds an English word and a word of the language with a tab
between; a word may have several lines, which then share its probability. A line `#key NAME`
says how the language's words are looked up (`keys.py`), such as `snowball:polish`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from discotag.core.errors import InputError
from discotag.plugins.aligners.lexicon.keys import stemmer
from discotag.plugins.aligners.lexicon.table import JUMPS, SideInfo, TranslationTable, Vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ENGLISH = "snowball:english"
KEY = "#key "
SPREAD = 3.0
"""How quickly a jump away from the next word becomes improbable: a factor e per so many words."""


def read_glossary(path: Path, languages: tuple[str, str]) -> TranslationTable:
    """Read a glossary.

    Args:
        path: the file.
        languages: codes of its first and its second column.

    Raises:
        InputError: a line has other than two columns, or there is none.
    """
    key = "plain"
    pairs: list[tuple[str, str]] = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if line.startswith(KEY):
            key = line.removeprefix(KEY).strip()
        elif line.strip() and not line.startswith("#"):
            cells = [cell.strip() for cell in line.split("\t")]
            if len(cells) != 2 or not all(cells):
                raise InputError("must hold two words with a tab between", path=path, line=number)
            pairs.append((cells[0], cells[1]))
    if not pairs:
        raise InputError("holds no pair of words", path=path)
    infos = (SideInfo(language=languages[0], key=ENGLISH), SideInfo(language=languages[1], key=key))
    return glossary_table(pairs, infos)


def glossary_table(
    pairs: Sequence[tuple[str, str]], infos: tuple[SideInfo, SideInfo]
) -> TranslationTable:
    """Make a table in which each word's translations are equally probable."""
    keys = [stemmer(info.key) for info in infos]
    keyed = sorted({(keys[0](first), keys[1](second)) for first, second in pairs})
    sides = [sorted({pair[side] for pair in keyed}) for side in (0, 1)]
    rows = np.array([sides[0].index(first) for first, _ in keyed], dtype=np.int64)
    columns = np.array([sides[1].index(second) for _, second in keyed], dtype=np.int64)
    entries = rows * len(sides[1]) + columns
    order = np.argsort(entries)
    return TranslationTable(
        _vocabulary(sides[0], infos[0]),
        _vocabulary(sides[1], infos[1]),
        entries[order],
        (1.0 / np.bincount(rows)[rows])[order],
        (1.0 / np.bincount(columns)[columns])[order],
        training="a glossary",
    )


def _vocabulary(keys: Sequence[str], info: SideInfo) -> Vocabulary:
    size = len(keys)
    away = np.abs(np.arange(JUMPS) - JUMPS // 2 - 1)  # from a step to the next word
    jumps: Floats = np.exp(-away / SPREAD)
    return Vocabulary(
        info,
        tuple(keys),
        {},
        np.full(size, 1.0 / size),
        np.ones(size),
        np.ones(size, dtype=np.bool_),
        jumps / jumps.sum(),
    )
