"""What a rank study says: people against the control, each other and the measure (dip 4.2, 5.2)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from discotag_annotate.agreement import gwet_ac1
from discotag_annotate.results.figures import (
    AGREEMENT,
    AGREEMENT_NOTE,
    ALL,
    Share,
    Table,
    agreement_cells,
    with_control,
)
from discotag_annotate.results.preferences import FIRST, SECOND, TIE, Pair, pairs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag_annotate.answers.checking import Collected
    from discotag_annotate.results.figures import Row

EQUAL = 1e-9
TIES = "Equal ranks tell no preference: they are counted and left out."
KINDS = (("reference and system", True), ("two systems", False))


def summary(
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
