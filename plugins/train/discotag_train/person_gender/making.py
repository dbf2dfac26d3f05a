"""Make the person nouns and given names of a gender lexicon from free dictionaries.

The folder holds `en-xx-enwiktionary.txt` (`headword {pos} (sense) :: translations`, genders in
braces); those of Czech, Polish and Swedish are read where they are there, also as `en-xx.txt`.
An English sense names a person if some language has a masculine and a feminine word for
it that begin alike, and the sense is no animal's. A census folder holds `dist.male.first` and
`dist.female.first` of the United States Census of 1990, as the package `names` of PyPI has them.
Deterministic; ten seconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_train.person_gender.entries import CODES, MORE, path_of, read_entries
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
    more = [code for code in MORE if path_of(wiktionary, code).is_file()]
    for code in (*CODES, *more):
        listed = entries.get(code) or read_entries(wiktionary, code)
        write_nouns(out / "nouns" / f"{code}.toml", person_nouns(listed, senses, code))
    write_names(out / "names.toml", given_names(entries, census))
