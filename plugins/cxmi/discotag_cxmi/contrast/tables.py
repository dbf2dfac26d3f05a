"""The tables of a contrastive set, as text cells, for the terminal and for Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag.plugin import count_noun
from discotag.plugin.statistics import LEAST_DOCUMENTS

if TYPE_CHECKING:
    from discotag.plugin import Interval
    from discotag_cxmi.contrast.figures import Accuracy, Figures, Flips

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
    """Return the tables: accuracy by what the set tells, and what context changes."""
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
