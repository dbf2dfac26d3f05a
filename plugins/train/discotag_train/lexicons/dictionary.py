"""Word pairs of the Wiktionary dictionaries: `headword {pos} (sense) :: translation, …`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag_train.lexicons.corpora import named

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag_train.lexicons.recipe import Recipe

BRACES = re.compile(r"\{[^}]*\}")
ASIDE = re.compile(r"\([^()]*\)|\[[^\]]*\]|/[^/]*/|\"[^\"]*\"")
SEPARATORS = re.compile(r"[,;]")
DEFINITION = re.compile(
    r"\b(?:of|who|which|that|relating|pertaining|form|alternative|given|surname|used)\b"
)
LONGEST = 4
"""Most words of a headword or a translation; longer ones are explanations."""


def dictionary_pairs(data: Path, recipe: Recipe) -> list[tuple[str, str]]:
    """Read all (English, foreign) entries, each once, in the order of the files."""
    found: list[tuple[str, str]] = []
    for path in dictionary_files(data, recipe):
        if path.name.startswith("en-"):
            found += _entries(path)
        else:
            found += [
                (english.removeprefix("to "), foreign)
                for foreign, english in _entries(path)
                if not DEFINITION.search(english)
            ]
    return list(dict.fromkeys(found))


def dictionary_files(data: Path, recipe: Recipe) -> list[Path]:
    """Return the dictionaries there are, from English first."""
    if recipe.dictionaries:
        return [named(data, name) for name in recipe.dictionaries]
    code = recipe.dictionary or recipe.language
    folder = data / "dict" / "wiktionary_2015"
    names = (f"en-{code}-enwiktionary.txt", f"{code}-en-enwiktionary.txt")
    return [folder / name for name in names if (folder / name).exists()]


def _entries(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        head, mark, body = line.partition(" :: ")
        if not mark or head.startswith("#") or " SEE: " in head:
            continue
        word = _plain(head)
        for translation in SEPARATORS.split(_plain(body)):
            other = translation.strip()
            if word and other and _is_short(word) and _is_short(other):
                yield word, other


def _plain(text: str) -> str:
    return " ".join(ASIDE.sub(" ", BRACES.sub(" ", text)).split())


def _is_short(text: str) -> bool:
    return len(text.split()) <= LONGEST
