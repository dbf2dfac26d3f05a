"""Common nouns of a dictionary that are no names: for the gender of nouns taken for names.

In German all nouns have capitals, and a tagger takes nouns that it has not met for names. The
table german-nouns says of each entry whether it is a name (place, first name, surname …). Kept are
ends of words that many nouns and no name have, and the nouns without such an end that are no
compounds of others; compounds are told by their last part.
"""

from __future__ import annotations

import csv
from collections import Counter
from typing import TYPE_CHECKING

from discotag.plugin import InputError
from discotag.plugin.embedded import normal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

NAMES = frozenset(
    {
        *("Toponym", "Vorname", "Nachname", "Eigenname", "Straßenname"),
        *("Abkürzung", "Buchstabe", "Symbol", "Affix", "Suffix"),
    }
)
"""What german-nouns calls entries that are names, or no whole words."""
LEAST = 3
"""Letters of the shortest word, ending and part of a compound."""
LONGEST = 7
"""Letters of the longest ending."""
SEEN = 12
"""Nouns that an ending needs to speak for others; not one name may have it."""


def common_nouns(path: Path) -> dict[str, list[str]]:
    """Return `nouns`, words in small letters, and `noun_endings`, of a table of german-nouns.

    Raises:
        InputError: a column is missing.
    """
    nouns: set[str] = set()
    names: set[str] = set()
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        if not {"pos", "lemma"} <= set(reader.fieldnames or ()):
            raise InputError("has no column 'pos' or 'lemma'", path=path, line=1)
        for row in reader:
            kinds = set(row["pos"].split(","))
            if "Wortverbindung" not in kinds and row["lemma"].isalpha():
                (names if kinds & NAMES else nouns).add(normal(row["lemma"]))
    nouns = {word for word in nouns - names if len(word) >= LEAST}
    told = _endings(nouns, names)
    kept = sorted(word for word in nouns if not _ends(word, told) and not _is_compound(word, nouns))
    return {"nouns": kept, "noun_endings": sorted(told)}


def _endings(nouns: Iterable[str], names: Iterable[str]) -> frozenset[str]:
    """Return the shortest endings that many nouns and no name have."""
    counts = Counter(ending for word in nouns for ending in _parts(word) if ending != word)
    of_names = {ending for word in names for ending in _parts(word)}
    speaking = {
        ending for ending, count in counts.items() if count >= SEEN and ending not in of_names
    }
    return frozenset(
        ending
        for ending in speaking
        if not any(ending[at:] in speaking for at in range(1, len(ending) - LEAST + 1))
    )


def _parts(word: str) -> list[str]:
    return [word[-size:] for size in range(LEAST, LONGEST + 1) if len(word) >= size]


def _ends(word: str, endings: frozenset[str]) -> bool:
    return any(ending in endings for ending in _parts(word) if ending != word)


def _is_compound(word: str, nouns: set[str]) -> bool:
    """Return whether a word is one noun behind another, with a sound between or none."""
    links = ("", "s", "es", "n", "en", "e", "er")
    return any(
        word[at:] in nouns
        and any(word[:at].endswith(link) and word[: at - len(link)] in nouns for link in links)
        for at in range(LEAST, len(word) - LEAST + 1)
    )
