"""Make the person nouns and given names of `plugins/phen-gender` from free dictionaries.

    python -m training.person_gender WIKTIONARY [--census FOLDER] [--out plugins/phen-gender/…/data]

WIKTIONARY holds `en-xx-enwiktionary.txt` (`headword {pos} (sense) :: translations`, genders in
braces). An English sense names a person if some language has a masculine and a feminine word for
it that begin alike, and the sense is no animal's. FOLDER holds `dist.male.first` and
`dist.female.first` of the United States Census of 1990, as the package `names` of PyPI has them.
Deterministic; ten seconds.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from training.person_gender.entries import CODES, read_entries
from training.person_gender.names import given_names
from training.person_gender.nouns import person_nouns, persons
from training.person_gender.writing import write_names, write_nouns, write_persons

OUT = Path("plugins/phen-gender/discotag_phen_gender/data")


def main() -> None:
    """Read the dictionaries and write the tables."""
    parser = argparse.ArgumentParser(prog="training.person_gender", description=__doc__)
    parser.add_argument("wiktionary", type=Path)
    parser.add_argument("--census", type=Path)
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    entries = {code: read_entries(given.wiktionary, code) for code in CODES}
    senses = persons(entries)
    write_persons(given.out / "persons" / "en.toml", senses)
    for code in CODES:
        write_nouns(given.out / "nouns" / f"{code}.toml", person_nouns(entries[code], senses, code))
    write_names(given.out / "names.toml", given_names(entries, given.census))


if __name__ == "__main__":
    main()
