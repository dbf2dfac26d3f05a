"""Figures and tables: what answers say, before anybody decides how to print it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from discotag.plugin.statistics import wilson
from discotag_annotate.agreement import (
    Agreement,
    gwet_ac1,
    krippendorff_alpha,
    percent_agreement,
)
from discotag_annotate.results.estimates import Estimate

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from discotag.plugin import Interval

ALL = "all"
"""The row or column over everything."""


class Share(NamedTuple):
    """A part of a whole, both counted; of nothing there is no share."""

    part: int
    total: int

    @property
    def value(self) -> float | None:
        """The share, 0-1; None of nothing."""
        return self.part / self.total if self.total else None

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval; None of nothing."""
        return wilson(self.part, self.total) if self.total else None


Cell = str | int | float | None | Share | Estimate | Agreement
"""A number is a percentage or a count, as its column says; None = undefined."""
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a title, and a note below that says what its figures are."""

    title: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""


AGREEMENT = ("percent", "AC1", "alpha", "items", "people")
AGREEMENT_NOTE = (
    "Agreement of people with each other over the items that two or more of them answered: share"
    " of pairs of people who agree, Gwet's AC1, Krippendorff's alpha (nominal)."
)


def agreement_cells(
    ratings: Mapping[Any, Mapping[str, Hashable]], categories: Iterable[Hashable]
) -> Row:
    """Return percent agreement, AC1, alpha, and how many items and people are behind them.

    Args:
        ratings: item → person → category.
        categories: all that can be chosen.
    """
    people = sorted({person for by_person in ratings.values() for person in by_person})
    rows = [[by_person.get(person) for person in people] for by_person in ratings.values()]
    ac1 = gwet_ac1(rows, categories=tuple(categories))
    return (percent_agreement(rows), ac1, krippendorff_alpha(rows), ac1.items, ac1.raters)


def agreement_table(
    title: str,
    what: str,
    groups: Iterable[tuple[str, Mapping[Any, Mapping[str, Hashable]]]],
    categories: Sequence[Hashable],
) -> Table:
    """Return how far people agree with each other, group by group; see `agreement_cells`."""
    rows = tuple((name, *agreement_cells(ratings, categories)) for name, ratings in groups)
    return Table(title, (what, *AGREEMENT), rows, AGREEMENT_NOTE)


def with_control(choices: Sequence[Hashable], control: Hashable, other: Hashable) -> Agreement:
    """Return AC1 of choices with what is right by construction: always the control."""
    return gwet_ac1([(choice, control) for choice in choices], categories=(control, other))


def percentages(counts: Mapping[str, int], names: Iterable[str]) -> tuple[float | None, ...]:
    """Return the percentage of each name in all that is counted; None where nothing is."""
    total = sum(counts.values())
    return tuple(100 * counts.get(name, 0) / total if total else None for name in names)


def grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, Counter[str]]:
    """Count (group, name) pairs by group, with a group of all."""
    found: dict[str, Counter[str]] = {}
    for group, name in pairs:
        found.setdefault(group, Counter())[name] += 1
        found.setdefault(ALL, Counter())[name] += 1
    return dict(sorted(found.items(), key=lambda entry: (entry[0] == ALL, entry[0])))
