"""The tables as files: TOML, sorted, one source each."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from discotag_train.person_gender.nouns import PersonNouns, Sense

WIKTIONARY = (
    "Wiktionary in English, as of 2015, in the dictionaries of Matthias Buchmeier"
    " (https://en.wiktionary.org/wiki/User:Matthias_Buchmeier), CC BY-SA 3.0"
)
CENSUS = "United States Census Bureau 1990, frequently occurring first names; public domain"
MADE = "# Made by `discotag train-pack person-gender`; see CARD.md. Do not edit.\n"


def write_persons(path: Path, senses: Iterable[Sense]) -> None:
    """Write the English words that name persons of either gender."""
    heads = {head.casefold() for head, _ in senses if head.replace("-", "").isalpha()}
    _write(path, [WIKTIONARY], {"persons": heads})


def write_nouns(path: Path, nouns: PersonNouns) -> None:
    """Write a language's words for persons, as lists that its table names."""
    joined = {f"{one}/{other}" for one, other in nouns.pairs.items()}
    _write(path, [], {"pairs": joined, "common": nouns.common, "others": nouns.others})


def write_names(path: Path, names: Mapping[str, Iterable[str]]) -> None:
    """Write given names by gender."""
    _write(path, [WIKTIONARY, CENSUS], names)


def _write(path: Path, sources: list[str], lists: Mapping[str, Iterable[str]]) -> None:
    told = "".join(f'  "{source}",\n' for source in sources)
    parts = [MADE, f"sources = [\n{told}]\n" if sources else "[lists]\n"]
    for name, words in lists.items():
        text = fill(
            ", ".join(f'"{word}"' for word in sorted(words)),
            width=120,
            initial_indent="  ",
            subsequent_indent="  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        parts.append(f"\n{name} = [\n{text},\n]\n" if text else f"\n{name} = []\n")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(parts), encoding="utf-8")
