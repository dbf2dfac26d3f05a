"""Tables written down: as text, Markdown, JSON; answers as TSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from discotag.plugin.files import atomic_write, made_folder, write_json
from discotag_annotate.agreement import Agreement
from discotag_annotate.forms.sheet import cell
from discotag_annotate.results.estimates import Estimate
from discotag_annotate.results.figures import Share

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.plugin import Interval
    from discotag_annotate.answers.checking import Collected
    from discotag_annotate.results.figures import Cell, Table

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
