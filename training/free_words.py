"""Finds pairs of English words that translators choose among freely: `free_words.txt` of dip.

    python -m training.free_words [--out free_words.txt]

Two words are as good as each other if they have the same translations (pivoting: Bannard and
Callison-Burch 2005, ACL): the chance to come from one to the other over the tables of the embedded
aligner, either way, is at least `LEAST` in at least `LANGUAGES` languages. Words are the stems that
the tables know.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter, defaultdict
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csr_matrix

from discotag.plugins.aligners.lexicon.table import load
from discotag_dip.lexical.words import PATH

if TYPE_CHECKING:
    from discotag.plugins.aligners.lexicon.table import TranslationTable

LEAST, LANGUAGES = 0.02, 2
PACKS = "ar cs de es fr he it ja ko nl pl pt ro ru sv tr uk zh".split()  # noqa: SIM905
SHORTEST = 3


def main() -> None:
    """Read the tables of the language packs and write the pairs."""
    parser = ArgumentParser("training.free_words", description=__doc__)
    parser.add_argument("--out", type=Path, default=PATH)
    out = parser.parse_args().out
    counts: Counter[tuple[str, str]] = Counter()
    for code in PACKS:
        folder = files(f"discotag_lang_{code}")
        counts.update(near(load(Path(str(folder)) / "lexicon" / f"en-{code}.npz")))
    partners: dict[str, list[str]] = defaultdict(list)
    for (one, other), times in sorted(counts.items()):
        if times >= LANGUAGES:
            partners[one].append(other)
    lines = [" ".join((word, *found)) for word, found in partners.items()]
    out.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{sum(map(len, partners.values()))} pairs of {len(partners)} words in {out}")


def near(table: TranslationTable) -> set[tuple[str, str]]:
    """Return the pairs of English stems that share translations, each once."""
    rows, columns = np.divmod(table.entries, len(table.target.keys))
    shape = (len(table.source.keys), len(table.target.keys))
    there = csr_matrix((table.forward, (rows, columns)), shape=shape)
    back = csr_matrix((table.backward, (rows, columns)), shape=shape).T.tocsr()
    words = [(at, key) for at, key in enumerate(table.source.keys) if _is_word(key)]
    own, keys = [at for at, _ in words], [key for _, key in words]
    chances = (there[own] @ back[:, own]).tocoo()
    return {
        (min(keys[i], keys[j]), max(keys[i], keys[j]))
        for i, j, chance in zip(chances.row, chances.col, chances.data, strict=True)
        if i != j and chance >= LEAST
    }


def _is_word(key: str) -> bool:
    return len(key) >= SHORTEST and key.isascii() and key.isalpha()


if __name__ == "__main__":
    main()
