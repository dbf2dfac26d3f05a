"""What rank and choice studies say: preferences between candidates, by people or by a measure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from pydantic import ValidationError

from discotag.plugin import InputError, UsageError, faults
from discotag_annotate.agreement import gwet_ac1
from discotag_annotate.instruments.common import INSTALL_DIP, REFERENCE, of_system
from discotag_annotate.results.tables import (
    AGREEMENT,
    AGREEMENT_NOTE,
    ALL,
    Share,
    Table,
    agreement_cells,
    agreement_table,
    with_control,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag_annotate.answers import Collected
    from discotag_annotate.results.tables import Row


FIRST, SECOND = "first", "second"
"""The candidate that is preferred; candidates are sorted, the reference before all systems."""
TIE = "tie"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two candidates of an item, and what people say: person → `first`, `second` or `tie`."""

    item: str
    first: str
    second: str
    said: Mapping[str, str]

    @property
    def has_reference(self) -> bool:
        """Whether one of them is the reference."""
        return self.first == REFERENCE

    @property
    def preferences(self) -> dict[str, str]:
        """What people prefer, without ties: no preference counts for neither."""
        return {person: said for person, said in self.said.items() if said != TIE}

    @property
    def majority(self) -> str | None:
        """What most people prefer; None where opinions are equal."""
        counts = Counter(self.preferences.values())
        if counts[FIRST] == counts[SECOND]:
            return None
        return FIRST if counts[FIRST] > counts[SECOND] else SECOND


def pairs(found: Collected) -> Iterator[Pair]:
    """Yield the pairs of a rank study."""
    for item, by_person in found.answers.items():
        letters = found.study.keys[item].facts["candidates"]
        ranks = {
            person: {
                letters[letter]: int(str(answers[f"rank_{letter}"]))
                for letter in letters
                if f"rank_{letter}" in answers
            }
            for person, answers in by_person.items()
        }
        for first, second in combinations(sorted(letters.values()), 2):
            said = {
                person: _better(known[first], known[second])
                for person, known in ranks.items()
                if first in known and second in known
            }
            yield Pair(item, first, second, said)


def _better(first: float, second: float) -> str:
    """Return which of two is better, the smaller the better."""
    return TIE if first == second else FIRST if first < second else SECOND


EQUAL = 1e-9
TIES = "Equal ranks tell no preference: they are counted and left out."
KINDS = (("reference and system", True), ("two systems", False))


def rank_summary(
    collected: Iterable[Collected], measure: Mapping[tuple[str, str], float] | None = None
) -> Iterator[Table]:
    """Yield the tables of each study.

    Args:
        collected: answers to rank studies.
        measure: (test, candidate) → value, the smaller the better; None = there is none to compare.
    """
    for found in collected:
        variant = found.study.manifest.variant
        known = list(pairs(found))
        yield _control(known, variant)
        yield _each_other(known, variant)
        yield _places(found, variant)
        if measure is not None:
            yield _measured(found, known, measure, variant)


def _control(known: Sequence[Pair], variant: str) -> Table:
    said: dict[str, list[str]] = {}
    for pair in known:
        if pair.has_reference:
            for person, answer in pair.said.items():
                said.setdefault(person, []).append(answer)
    rows = [(person, *_preferred(answers)) for person, answers in sorted(said.items())]
    rows.append((ALL, *_preferred([answer for answers in said.values() for answer in answers])))
    return Table(
        f"{variant}: the control, reference against system",
        ("person", "pairs", "ties", "prefer the reference", "AC1 with the control"),
        tuple(rows),
        f"AC1 with a rater who always prefers the reference. {TIES}",
    )


def _preferred(answers: Sequence[str]) -> Row:
    chosen = [answer for answer in answers if answer != TIE]
    share = Share(chosen.count(FIRST), len(chosen))
    return len(answers), answers.count(TIE), share, with_control(chosen, FIRST, SECOND)


def _each_other(known: Sequence[Pair], variant: str) -> Table:
    rows: list[Row] = []
    for name, has_reference in KINDS:
        ratings = {
            (pair.item, pair.first, pair.second): pair.preferences
            for pair in known
            if pair.has_reference == has_reference
        }
        rows.append((name, *agreement_cells(ratings, (FIRST, SECOND))))
    return Table(
        f"{variant}: people with each other", ("pairs of", *AGREEMENT), tuple(rows),
        f"{AGREEMENT_NOTE} {TIES}",
    )  # fmt: skip


def _places(found: Collected, variant: str) -> Table:
    ranks: dict[str, Counter[int]] = {}
    for item, by_person in found.answers.items():
        for letter, candidate in found.study.keys[item].facts["candidates"].items():
            for answers in by_person.values():
                if f"rank_{letter}" in answers:
                    place = int(str(answers[f"rank_{letter}"]))
                    ranks.setdefault(candidate, Counter())[place] += 1
    rows: list[Row] = [
        (
            candidate,
            counts.total(),
            _mean(counts),
            *(counts[place] for place in (1, 2, 3)),
        )
        for candidate, counts in sorted(
            ranks.items(), key=lambda entry: (_mean(entry[1]), entry[0])
        )
    ]
    header = ("candidate", "ranked", "mean rank", "1st", "2nd", "3rd")
    return Table(f"{variant}: ranks", header, tuple(rows))


def _mean(counts: Counter[int]) -> float:
    return sum(place * count for place, count in counts.items()) / counts.total()


def _measured(
    found: Collected,
    known: Sequence[Pair],
    measure: Mapping[tuple[str, str], float],
    variant: str,
) -> Table:
    rows: list[Row] = []
    for name, has_reference in KINDS:
        judged = [
            (pair.majority, preferred)
            for pair in known
            if pair.has_reference == has_reference
            and (preferred := _by_measure(found, pair, measure)) is not None
            and pair.majority is not None
        ]
        alike = Share(sum(one == other for one, other in judged), len(judged))
        rows.append((name, alike, gwet_ac1(judged, categories=(FIRST, SECOND))))
    return Table(
        f"{variant}: people with the measure",
        ("pairs of", "alike", "AC1"),
        tuple(rows),
        "What most people prefer, against the smaller value of the measure (the reference has 0)."
        " Pairs in which either prefers none, or the measure knows no value, are left out.",
    )


def _by_measure(
    found: Collected, pair: Pair, measure: Mapping[tuple[str, str], float]
) -> str | None:
    test = found.study.keys[pair.item].facts["test"]
    values = [
        0.0 if pair.has_reference and name == pair.first else measure.get((test, name))
        for name in (pair.first, pair.second)
    ]
    first, second = values
    if first is None or second is None or abs(first - second) < EQUAL:
        return None
    return FIRST if first < second else SECOND


OTHER = "other"
CHOSEN = (REFERENCE, OTHER)
ASIDE = ("neither", "invalid")
"""Answers that are counted, and left out of shares and agreement, as in the paper."""


def choice_summary(collected: Iterable[Collected]) -> Iterator[Table]:
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


MEASURE = "score"
"""Σ ρ(reference) − ρ(translation): 0 for the reference, the smaller the better."""


def read_measure(paths: Iterable[Path]) -> dict[tuple[str, str], float]:
    """Read (test, candidate) → value from results of anaphora or coherence.

    Raises:
        InputError: a file holds no such results.
        UsageError: discotag-dip is not installed.
    """
    try:
        from discotag_dip.results import TaskResult
    except ImportError as error:
        raise UsageError(f"results are read by discotag-dip; {INSTALL_DIP}") from error
    found = {}
    for path in paths:
        try:
            result = TaskResult.model_validate_json(path.read_bytes())
        except OSError as error:
            raise InputError(f"cannot be read ({error.strerror})", path=path) from error
        except ValidationError as error:
            raise InputError(
                f"holds no results of discotag dip score --out ({faults(error)})", path=path
            ) from error
        for system in result.systems:
            for verdict in system.verdicts:
                if MEASURE in verdict.values:
                    key = (verdict.item, of_system(system.system))
                    found[key] = verdict.values[MEASURE]
    if not found:
        raise InputError(f"no file of --measure holds the measure {MEASURE!r} of single items")
    return found
