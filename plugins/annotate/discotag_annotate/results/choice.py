"""What a choice study says: is the connective wanted, each by itself (dip Tables 12 and 13)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from discotag_annotate.instruments.candidates import REFERENCE
from discotag_annotate.results.figures import ALL, Share, Table, agreement_table, with_control

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag_annotate.answers.checking import Collected
    from discotag_annotate.results.figures import Row

OTHER = "other"
CHOSEN = (REFERENCE, OTHER)
ASIDE = ("neither", "invalid")
"""Answers that are counted, and left out of shares and agreement, as in the paper."""


def summary(collected: Iterable[Collected]) -> Iterator[Table]:
    """Yield the tables of each study."""
    for found in collected:
        variant = found.study.manifest.variant
        said = _said(found)
        groups: dict[str, dict[str, dict[str, str]]] = {}
        for item, by_person in said.items():
            name = str(found.study.keys[item].facts["connective"])
            groups.setdefault(name, {})[item] = by_person
        ordered = sorted(groups.items(), key=lambda entry: (-len(entry[1]), entry[0]))
        yield Table(
            f"{variant}, by connective",
            (
                *("connective", "items", "reference", "other", *ASIDE),
                *("prefer the reference", "AC1 with the control"),
            ),
            tuple(_row(name, items) for name, items in [*ordered, (ALL, said)]),
            "Answers of all people. “neither” and “invalid” are left out of the share and of AC1,"
            " which is with a rater who always prefers the reference.",
        )
        preferences = [(name, _preferences(items)) for name, items in [*ordered, (ALL, said)]]
        title = f"{variant}: people with each other"
        yield agreement_table(title, "connective", preferences, CHOSEN)


def _said(found: Collected) -> dict[str, dict[str, str]]:
    """Return item → person → the candidate they chose, or why none."""
    said: dict[str, dict[str, str]] = {}
    for item, person, answer in found.column("better"):
        candidate = found.study.keys[item].facts["candidates"].get(str(answer))
        chosen = (
            str(answer) if candidate is None else REFERENCE if candidate == REFERENCE else OTHER
        )
        said.setdefault(item, {})[person] = chosen
    return said


def _preferences(items: Mapping[str, Mapping[str, str]]) -> dict[object, dict[str, str]]:
    return {
        item: {person: answer for person, answer in by_person.items() if answer in CHOSEN}
        for item, by_person in items.items()
    }


def _row(name: str, items: Mapping[str, Mapping[str, str]]) -> Row:
    answers: Sequence[str] = [
        answer for by_person in items.values() for answer in by_person.values()
    ]
    counts = Counter(answers)
    chosen = [answer for answer in answers if answer in CHOSEN]
    return (
        name,
        len(items),
        *(counts[answer] for answer in (*CHOSEN, *ASIDE)),
        Share(counts[REFERENCE], len(chosen)),
        with_control(chosen, REFERENCE, OTHER),
    )
