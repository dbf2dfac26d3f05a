"""Given names by gender: of Wiktionary's entries and of the United States Census of 1990."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from discotag_train.person_gender.entries import Entry

GENDERS = {"male": "masculine", "female": "feminine"}
SENSE = re.compile(r"\b(fe)?male given name|\b(?:given name|diminutive).*\b(fe)?male\b")
SHARE = 0.002
"""Per cent of a sex that must bear a name for the Census to count."""
RATIO = 20.0
"""How many times as frequent a name must be with one sex as with the other."""


def given_names(
    entries: Mapping[str, tuple[Entry, ...]], census: Path | None
) -> dict[str, frozenset[str]]:
    """Return English given names by gender; what sources disagree on is left out."""
    found: dict[str, set[str]] = {"masculine": set(), "feminine": set()}
    for listed in entries.values():
        for entry in listed:
            if entry.is_name and " " not in entry.head:
                for gender in _told(entry.sense):
                    found[gender].add(entry.head.casefold())
    counted = _census(census) if census else {}
    for name, (male, female) in counted.items():
        if male > RATIO * female:
            found["masculine"].add(name)
        elif female > RATIO * male:
            found["feminine"].add(name)
        else:
            found["masculine"].discard(name)
            found["feminine"].discard(name)
    for name, (male, female) in counted.items():
        if male > RATIO * female:
            found["feminine"].discard(name)
        elif female > RATIO * male:
            found["masculine"].discard(name)
    both = found["masculine"] & found["feminine"]
    return {gender: frozenset(names - both) for gender, names in found.items()}


def _told(sense: str) -> Iterable[str]:
    if "given name" not in sense:
        return
    if re.search(r"\bfemale\b", sense):
        yield "feminine"
    if re.search(r"\bmale\b", sense):
        yield "masculine"


def _census(folder: Path) -> dict[str, tuple[float, float]]:
    counts: dict[str, list[float]] = {}
    for place, sex in enumerate(("male", "female")):
        for line in (folder / f"dist.{sex}.first").read_text(encoding="ascii").splitlines():
            name, share = line.split()[:2]
            if float(share) >= SHARE:
                counts.setdefault(name.casefold(), [0.0, 0.0])[place] = float(share)
    return {name: (male, female) for name, (male, female) in counts.items()}
