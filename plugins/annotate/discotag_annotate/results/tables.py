"""Tables of figures: shares, weighted estimates, agreement; written as Markdown, JSON and TSV."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from discotag.plugin import Interval
from discotag.plugin.files import atomic_write, made_folder, write_json
from discotag.plugin.statistics import wilson
from discotag_annotate.agreement import Agreement, gwet_ac1, krippendorff_alpha, percent_agreement
from discotag_annotate.forms.sheet import cell

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag_annotate.answers import Collected


ALL = "all"
"""The row or column over everything."""


class Share(NamedTuple):
    """A part of a whole, both counted; an empty whole has no share."""

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


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share that was estimated, 0-1, and its 95 % interval."""

    value: float
    interval: Interval


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
    """Return percent agreement, AC1, alpha, and how many items and people they rest on.

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


class Stratum(NamedTuple):
    """What was found in one stratum: its size, how many were judged, how many of them count."""

    size: int
    judged: int
    part: int


def weighted(strata: Sequence[Stratum]) -> Estimate | None:
    """Return the share in all strata together; None where nothing was judged.

    Each stratum counts by its size; those in which nothing was judged are left out. The interval is
    Wilson's with the effective number of judgements, which has the variance of the stratified
    estimate (with the correction for finite strata); shares are drawn to one half by one success
    and one failure for the variance, so that a stratum without an error is not taken for certain
    (Franco et al. 2019, Journal of Survey Statistics and Methodology 7, 334-364).
    """
    judged = [one for one in strata if one.judged]
    total = sum(one.size for one in judged)
    if not total:
        return None
    value = sum(one.size / total * one.part / one.judged for one in judged)
    smooth = [(one.part + 1) / (one.judged + 2) for one in judged]
    middle = sum(one.size / total * share for one, share in zip(judged, smooth, strict=True))
    variance = sum(
        (one.size / total) ** 2 * share * (1 - share) / one.judged * (1 - one.judged / one.size)
        for one, share in zip(judged, smooth, strict=True)
    )
    if not variance:  # all words were judged
        return Estimate(value, Interval(value, value))
    number = middle * (1 - middle) / variance
    return Estimate(value, wilson(value * number, number))


def recall(
    tags: int, right: Estimate | None, others: int, missed: Estimate | None
) -> Estimate | None:
    """Return right tags in right tags and missed words; None where one of the two is unknown.

    Args:
        tags: how many tags there are.
        right: the share of right ones.
        others: how many words were checked and not tagged.
        missed: the share of those that ought to be tagged.

    Returns:
        The share. Its interval goes from the ends of both intervals, so it is rather too wide.
    """
    if right is None or missed is None:
        return None

    def share(of_tags: float, of_others: float) -> float:
        found = tags * of_tags
        return found / (found + others * of_others) if found else 0.0

    if not tags * right.value + others * missed.value:
        return None
    low = share(right.interval.low, missed.interval.high)
    high = share(right.interval.high, missed.interval.low)
    return Estimate(share(right.value, missed.value), Interval(low, high))


ABSENT = "–"
SCHEMA = "discotag-collected/1"


def written(value: Cell) -> str:
    """Write a cell: shares in percent and agreement as a number, both with their intervals.

    Example:
        >>> written(Share(8, 10))
        '80.0 % [49.0, 94.3] 8/10'
        >>> written(Share(0, 0))
        '–'
    """
    if value is None or (isinstance(value, (Share, Agreement)) and value.value is None):
        return ABSENT
    if isinstance(value, Share):
        share = f"{100 * (value.value or 0):.1f} %{_range(value.interval, 100, 1)}"
        return f"{share} {value.part}/{value.total}"
    if isinstance(value, Estimate):
        return f"{100 * value.value:.1f} %{_range(value.interval, 100, 1)}"
    if isinstance(value, Agreement):
        return f"{_rounded(value.value)}{_range(value.interval, 1, 2)}"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def _rounded(value: float | None) -> str:
    """Write two decimals, and a zero without a sign."""
    return f"{round(value or 0, 2) + 0.0:.2f}"


def _range(interval: Interval | None, scale: int, digits: int) -> str:
    if interval is None:
        return ""
    return f" [{scale * interval.low:.{digits}f}, {scale * interval.high:.{digits}f}]"


def markdown(tables: Sequence[Table]) -> str:
    """Write all tables as Markdown."""
    return "\n".join(line for table in tables for line in _markdown(table))


def _markdown(table: Table) -> Iterator[str]:
    yield f"## {table.title}"
    yield ""
    yield _row(table.header)
    yield "|" + "---|" * len(table.header)
    for row in table.rows:
        yield _row([written(value) for value in row])
    yield ""
    if table.note:
        yield table.note
        yield ""


def _row(cells: Sequence[str]) -> str:
    escaped = (text.replace("|", "\\|").replace("\n", " ") for text in cells)
    return f"| {' | '.join(escaped)} |"


def data(collected: Sequence[Collected], tables: Sequence[Table]) -> dict[str, Any]:
    """Return everything for JSON, schema `discotag-collected/1`."""
    return {
        "schema": SCHEMA,
        "studies": [
            {
                "id": found.study.manifest.id,
                "title": found.study.manifest.title,
                "items": found.study.manifest.items,
                "people": len(found.people),
                "notes": found.notes,
            }
            for found in collected
        ],
        "tables": [
            {
                "title": table.title,
                "header": table.header,
                "rows": [[_value(value) for value in row] for row in table.rows],
                "note": table.note,
            }
            for table in tables
        ],
    }


def _value(value: Cell) -> Any:
    match value:
        case Share(part, total):
            return {"part": part, "total": total, "share": value.value, "interval": value.interval}
        case Estimate():
            return {"share": value.value, "interval": value.interval}
        case Agreement():
            return {
                "value": value.value,
                "interval": value.interval,
                "items": value.items,
                "raters": value.raters,
            }
    return value


def answer_table(collected: Sequence[Collected]) -> str:
    """Write every answer as TSV, one a line; no cell can be a formula."""
    stream = io.StringIO()
    writer = csv.writer(stream, dialect="excel-tab", lineterminator="\n")
    header = ("study", "item", "document", "segment", "domain", "person", "language", "question")
    writer.writerow((*header, "answer"))
    for found in collected:
        for item, by_person in found.answers.items():
            key = found.study.keys[item]
            for name, answers in by_person.items():
                person = found.people[name]
                place = (item, key.document, key.segment, key.domain or "")
                for question, answer in answers.items():
                    row = (found.study.manifest.id, *place, name, person.language, question)
                    writer.writerow([cell(value) for value in (*row, _flat(answer))])
    return stream.getvalue()


def _flat(answer: Any) -> str:
    if not isinstance(answer, tuple):
        return str(answer)
    return "; ".join(
        entry if isinstance(entry, str) else f"{entry[0]}: {entry[1]}" for entry in answer
    )


def write(folder: Path, collected: Sequence[Collected], tables: Sequence[Table]) -> None:
    """Write `collected.json`, `collected.md` and `answers.tsv` into a folder."""
    with made_folder(folder):
        write_json(folder / "collected.json", data(collected, tables))
        for name, content in (
            ("collected.md", markdown(tables)),
            ("answers.tsv", answer_table(collected)),
        ):
            with atomic_write(folder / name) as write_text:
                write_text(content)
