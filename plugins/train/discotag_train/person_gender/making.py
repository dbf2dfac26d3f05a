"""Make the person nouns and given names of a gender lexicon from free dictionaries.

The folder holds `en-xx-enwiktionary.txt` (`headword {pos} (sense) :: translations`, genders in
braces). An English sense names a person if some language has a masculine and a feminine word for
it that begin alike, and the sense is no animal's. A census folder holds `dist.male.first` and
`dist.female.first` of the United States Census of 1990, as the package `names` of PyPI has them.
Deterministic; ten seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_train.person_gender.entries import CODES, read_entries
from discotag_train.person_gender.names import given_names
from discotag_train.person_gender.nouns import person_nouns, persons
from discotag_train.person_gender.writing import write_names, write_nouns, write_persons

if TYPE_CHECKING:
    from pathlib import Path


def make_lexicon(wiktionary: Path, census: Path | None, out: Path) -> None:
    """Read the dictionaries and write the tables below a folder.

    Raises:
        InputError: a dictionary is missing; names it.
    """
    entries = {code: read_entries(wiktionary, code) for code in CODES}
    senses = persons(entries)
    write_persons(out / "persons" / "en.toml", senses)
    for code in CODES:
        write_nouns(out / "nouns" / f"{code}.toml", person_nouns(entries[code], senses, code))
    write_names(out / "names.toml", given_names(entries, census))
