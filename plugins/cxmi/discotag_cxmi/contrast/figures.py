"""Figures of a contrastive set: accuracy with intervals, overall and by the set's labels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from discotag.plugin import count_noun
from discotag.plugin.statistics import LEAST_DOCUMENTS, SAMPLES, SEED, wilson
from discotag_cxmi.resampling import Sums

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Interval
    from discotag_cxmi.contrast.items import Item
    from discotag_cxmi.contrast.judging import Runs


FAR = 3
"""Distances above are one row, as in ContraPro's evaluation."""
UNTOLD, INTRA, INTER = "not told", "intrasegmental", "intersegmental"
Method = Literal["wilson", "bootstrap"]


@dataclass(frozen=True, slots=True)
class Accuracy:
    """A share of items that were judged right.

    Args:
        correct: how many.
        total: of how many.
        interval: 95 %; None where documents are too few.
    """

    correct: int
    total: int
    interval: Interval | None

    @property
    def value(self) -> float:
        """The share, 0-1."""
        return self.correct / self.total


@dataclass(frozen=True, slots=True)
class Row:
    """Items of one kind under every run.

    Args:
        group: `all`, `distance`, `intra`, or the kind of label.
        value: which of them, such as `2`; "" for all.
        documents: how many documents they come from.
        accuracies: run → accuracy.
    """

    group: str
    value: str
    documents: int
    accuracies: dict[str, Accuracy]


@dataclass(frozen=True, slots=True)
class Figures:
    """What came out of a set.

    Args:
        runs: names of the runs, the first is what the others are compared with.
        unit: of the scores.
        items: how many.
        translations: how many were scored.
        documents: from how many documents they come; None if it names none.
        chance: expected accuracy of random choices, 0-1.
        method: of the accuracies' intervals: `wilson` where no two items share a document, else
            `bootstrap` over documents (Wilson's over documents where all items are right, or none:
            draws would all be the same).
        ties: run → items whose right translation only ties with the best wrong one.
        whole: run → documents (blocks, for Bawden's sets) all of whose items are right; empty where
            no two items share one.
        rows: all, then by distance, intra and labels.
        flips: what each later run changes against the first.
        samples: draws for bootstrap intervals.
        seed: of the draws.
    """

    runs: tuple[str, ...]
    unit: str
    items: int
    translations: int
    documents: int | None
    chance: float
    method: Method
    ties: dict[str, int]
    whole: dict[str, int]
    rows: tuple[Row, ...]
    flips: tuple[Flips, ...]
    samples: int
    seed: int

    def groups(self) -> dict[str, list[Row]]:
        """Return the rows by group, in order."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.group, []).append(row)
        return found


def figures(runs: Runs, *, samples: int = SAMPLES, seed: int = SEED) -> Figures:
    """Work out all figures of a set.

    Args:
        runs: scores of every item, under one run or more.
        samples: draws of documents for a bootstrap interval.
        seed: of the draws.
    """
    items = runs.items
    told = {item.document for item in items if item.document is not None}
    clusters = len({item.cluster for item in items})
    return Figures(
        runs=tuple(runs.scores),
        unit=runs.unit,
        items=len(items),
        translations=sum(len(item.candidates) for item in items),
        documents=clusters if told else None,
        chance=sum(1 / len(item.candidates) for item in items) / len(items),
        method="bootstrap" if clusters < len(items) else "wilson",
        ties={name: runs.ties(name) for name in runs.scores},
        whole={name: _whole(runs, name) for name in runs.scores if clusters < len(items)},
        rows=tuple(_rows(runs, samples=samples, seed=seed, is_shared=clusters < len(items))),
        flips=tuple(flips_of(runs, samples=samples, seed=seed)),
        samples=samples,
        seed=seed,
    )


def _whole(runs: Runs, name: str) -> int:
    """Count the documents all of whose items are right."""
    found: dict[tuple[str, bool], bool] = {}
    for item, right in zip(runs.items, runs.verdicts(name), strict=True):
        found[item.cluster] = found.get(item.cluster, True) and right
    return sum(found.values())


def _rows(runs: Runs, *, samples: int, seed: int, is_shared: bool) -> Iterator[Row]:
    """Yield all items, then each kind; `is_shared`: whether items share documents."""
    items = runs.items
    verdicts = {name: runs.verdicts(name) for name in runs.scores}
    kinds: dict[tuple[str, str], list[int]] = {("all", ""): list(range(len(items)))}
    for group, value, place in _kinds(items):
        kinds.setdefault((group, value), []).append(place)
    sums: Sums[tuple[tuple[str, str], str]] = Sums()
    for kind, places in kinds.items():
        for name, right in verdicts.items():
            for place in places:
                sums.add(items[place].cluster, (kind, name), float(right[place]))
    keys = [(kind, name) for kind in kinds for name in runs.scores]
    drawn = sums.intervals(keys, samples=samples, seed=seed) if is_shared else [None] * len(keys)
    intervals = dict(zip(keys, drawn, strict=True))
    for kind, places in kinds.items():
        spread = len({items[place].cluster for place in places})
        accuracies = {}
        for name, right in verdicts.items():
            correct = sum(right[place] for place in places)
            span = intervals[kind, name] if is_shared else wilson(correct, len(places))
            if is_shared and span is not None and correct in {0, len(places)}:
                span = wilson(spread if correct else 0, spread)
            accuracies[name] = Accuracy(correct, len(places), span)
        yield Row(*kind, spread, accuracies)


def _kinds(items: Sequence[Item]) -> Iterator[tuple[str, str, int]]:
    """Yield (group, value, item's index), groups and values in the order of the tables."""
    found: dict[str, list[tuple[str, int]]] = {}
    for place, item in enumerate(items):
        found.setdefault("distance", []).append((_distance(item.distance), place))
        told = UNTOLD if item.is_intra is None else INTRA if item.is_intra else INTER
        found.setdefault("intra", []).append((told, place))
    names = dict.fromkeys(name for item in items for name in item.labels)
    for name in names:
        found[name] = [(item.labels.get(name, UNTOLD), place) for place, item in enumerate(items)]
    for group, members in found.items():
        if {value for value, _ in members} == {UNTOLD}:
            continue
        for value, place in sorted(members, key=lambda member: _order(member[0])):
            yield group, value, place


def _distance(distance: int | None) -> str:
    if distance is None:
        return UNTOLD
    return str(distance) if distance <= FAR else f"> {FAR}"


def _order(value: str) -> tuple[bool, bool, str]:
    return value == UNTOLD, value.startswith(">"), value


@dataclass(frozen=True, slots=True)
class Flips:
    """What a run changes against the first one.

    Args:
        run: its name.
        gained: items wrong in the first run and right in this one: the flips.
        lost: items right in the first run and wrong in this one.
        difference: of the accuracies.
        interval: its 95 % interval, items (or what documents they share) drawn again; None where
            there are too few.
        cxmi: mean over items of how much higher the right translation scores.
        correlation: point-biserial correlation of that with the flips; None where there is no flip,
            nothing but flips, or no gain differs from another.
        p: of the correlation, two-sided.
    """

    run: str
    gained: int
    lost: int
    difference: float
    interval: Interval | None
    cxmi: float
    correlation: float | None
    p: float | None


def flips_of(runs: Runs, *, samples: int, seed: int) -> Iterator[Flips]:
    """Yield the flips of every run but the first."""
    names = tuple(runs.scores)
    before = runs.verdicts(names[0])
    for name in names[1:]:
        after = runs.verdicts(name)
        flipped = [now and not then for then, now in zip(before, after, strict=True)]
        lost = sum(then and not now for then, now in zip(before, after, strict=True))
        gains = runs.gains(name)
        changes: Sums[str] = Sums()
        for item, then, now in zip(runs.items, before, after, strict=True):
            changes.add(item.cluster, name, float(now) - float(then))
        correlation, p = point_biserial(flipped, gains)
        yield Flips(
            run=name,
            gained=sum(flipped),
            lost=lost,
            difference=(sum(after) - sum(before)) / len(after),
            interval=changes.intervals([name], samples=samples, seed=seed)[0],
            cxmi=sum(gains) / len(gains),
            correlation=correlation,
            p=p,
        )


def point_biserial(
    flags: Sequence[bool], values: Sequence[float]
) -> tuple[float | None, float | None]:
    """Return the point-biserial correlation of flags with values, and its two-sided p.

    Both None where one of the two does not vary or there are fewer than three pairs.
    """
    if len(flags) < 3 or len(set(flags)) < 2 or len(set(values)) < 2:
        return None, None
    from scipy.stats import pointbiserialr

    found = pointbiserialr(flags, values)
    return float(found.statistic), float(found.pvalue)


ABSENT = "–"
MINUS = "−"
SCHEMA = "discotag-contrast/1"


@dataclass(frozen=True, slots=True)
class Table:
    """A table: what it is, its header, and its rows of cells."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(found: Figures) -> list[Table]:
    """Return the tables: accuracy by the set's labels, and what context changes."""
    by = []
    for row in found.rows:
        cells = [_accuracy(row.accuracies[run]) for run in found.runs]
        documents = () if found.documents is None else (str(row.documents),)
        total = next(iter(row.accuracies.values())).total
        by.append((row.group, row.value, str(total), *documents, *cells))
    counted = ("items",) if found.documents is None else ("items", "documents")
    shown = [Table("Accuracy, %", ("by", "", *counted, *map(_named(found), found.runs)), tuple(by))]
    if found.flips:
        gain = "CXMI" if found.unit == "nats" else "gain"
        head = ("gained", "lost", "difference, points", f"{gain}, {found.unit}", "correlation", "p")
        shown.append(
            Table(
                f"Against {_named(found)(found.runs[0])}",
                ("", *head),
                tuple((_named(found)(item.run), *_flips(item)) for item in found.flips),
            )
        )
    return shown


def _named(found: Figures) -> Any:
    """Return what names a run: context sizes are said to be such."""
    return lambda run: f"size {run}" if found.unit == "nats" else run


def notes(found: Figures) -> list[str]:
    """Return the sentences that say how the figures came about."""
    how = (
        "Wilson's, since no two items share a document"
        if found.method == "wilson"
        else f"from drawing the {count_noun(found.documents or 0, 'document')} again"
        f" {found.samples} times (seed {found.seed}); none below {LEAST_DOCUMENTS} documents;"
        " Wilson's over documents where all items are right, or none"
    )
    chance = (
        f"{count_noun(found.items, 'item')}, {count_noun(found.translations, 'translation')}; "
        "random"
        f" choices would be right in {100 * found.chance:.1f} %."
    )
    rule = "An item is right if the right translation scores above every wrong one; a tie is wrong."
    told = [f"{chance} {rule}", f"Intervals are 95 %, {how}."]
    if any(found.ties.values()):
        ties = ", ".join(f"{_named(found)(run)}: {count}" for run, count in found.ties.items())
        told.append(f"Ties of the right translation with the best wrong one: {ties}.")
    if found.whole:
        counts = ", ".join(f"{_named(found)(run)}: {count}" for run, count in found.whole.items())
        told.append(f"Documents all of whose items are right, of {found.documents}: {counts}.")
    if found.flips and found.method == "wilson":
        told.append(
            f"The difference's interval is from drawing the items again {found.samples} times (seed"
            f" {found.seed})."
        )
    if found.flips:
        told.append(
            "Gained: wrong before and right now (flips). Correlation: point-biserial, of each"
            " item's gain (how much higher the right translation scores) with its flip."
        )
        if found.unit != "nats":
            told.append("The gain is CXMI only where scores are summed log-probabilities in nats.")
    return told


def markdown(found: Figures) -> str:
    """Write the tables in Markdown."""
    parts = []
    for table in tables(found):
        lines = [f"**{_escaped(table.title)}**", "", _line(table.header)]
        lines.append("|" + "|".join(["---", "---"][: len(table.header)]) + _rights(table) + "|")
        parts.append("\n".join([*lines, *map(_line, table.rows)]))
    return "\n\n".join([*parts, *notes(found)]) + "\n"


def _rights(table: Table) -> str:
    return "|" + "|".join("---:" for _ in table.header[2:]) if len(table.header) > 2 else ""


def _line(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(map(_escaped, cells)) + " |"


def _escaped(text: str) -> str:
    """Escape what Markdown would read; names of labels come from files."""
    for sign in ("\\", "|", "*", "_", "`", "<", "["):
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def data(found: Figures) -> dict[str, Any]:
    """Return everything as data for JSON; shares are 0-1, what is undefined is None."""
    return {
        "schema": SCHEMA,
        "unit": found.unit,
        "runs": list(found.runs),
        "items": found.items,
        "translations": found.translations,
        "documents": found.documents,
        "chance": found.chance,
        "interval": {
            "level": 0.95,
            "method": found.method,
            "samples": found.samples if found.method == "bootstrap" else None,
            "seed": found.seed if found.method == "bootstrap" else None,
        },
        "ties": found.ties,
        "whole_documents": found.whole or None,
        "rows": [
            {
                "by": row.group,
                "value": row.value or None,
                "items": next(iter(row.accuracies.values())).total,
                "documents": None if found.documents is None else row.documents,
                "runs": {
                    run: {
                        "correct": item.correct,
                        "accuracy": item.value,
                        "interval": item.interval and list(item.interval),
                    }
                    for run, item in row.accuracies.items()
                },
            }
            for row in found.rows
        ],
        "flips": [
            {
                "run": item.run,
                "against": found.runs[0],
                "gained": item.gained,
                "lost": item.lost,
                "difference": item.difference,
                "interval": item.interval and list(item.interval),
                "gain": item.cxmi,
                "correlation": item.correlation,
                "p": item.p,
            }
            for item in found.flips
        ],
    }


def _accuracy(item: Accuracy) -> str:
    return f"{100 * item.value:.1f}{_interval(item.interval, 100, 1)}"


def _flips(item: Flips) -> tuple[str, ...]:
    return (
        str(item.gained),
        str(item.lost),
        f"{signed(100 * item.difference, 1)}{_interval(item.interval, 100, 1)}",
        signed(item.cxmi, 3),
        ABSENT if item.correlation is None else signed(item.correlation, 3),
        ABSENT if item.p is None else "< 0.001" if item.p < 0.001 else f"{item.p:.3f}",
    )


def _interval(interval: Interval | None, scale: int, digits: int) -> str:
    if interval is None:
        return ""
    ends = (f"{scale * end:.{digits}f}".replace("-", MINUS) for end in interval)
    return f" [{', '.join(ends)}]"


def signed(value: float, digits: int) -> str:
    """Format a number with its sign; without one where it rounds to zero."""
    size = f"{abs(value):.{digits}f}"
    if not float(size):
        return size
    return f"{'+' if value > 0 else MINUS}{size}"
