"""A span study set as tables of text, the same for the terminal and for reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.windows import Window
from discotag.rendering.figures import ABSENT
from discotag.rendering.tables import PlainTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.core.scores import Interval
    from discotag.core.spans import Recommended, Share, SpanRow, SpanStudy

ALL = "all"
"""Stands for all segments of the document on one side."""
NOT_SEARCHED = "not searched"
SHOWN = (1, 2, 3, 5, 10)
"""Numbers of segments that have a column, where they were tried."""
QUANTILES = ((0.5, "median"), (0.9, "90 %"), (1.0, "most"))
PERCENT = 100


def span_tables(study: SpanStudy) -> tuple[PlainTable, ...]:
    """Format a study: shares by previous segments, by both sides, windows, distances.

    Rows of one phenomenon stand together, text by text, so that languages can be compared.
    """
    rows = [row for row in ordered(study) if row.known or row.unknown or row.label is None]
    is_ahead = any(row.both for row in rows)
    sides = [reach for reach in study.reaches if reach is None or reach in SHOWN]
    back = [Window(reach, 0) for reach in sides]
    around = [
        *(Window(0, reach) for reach in sides),
        *(Window(reach, reach) for reach in sides),
    ]
    tables = [_shares(study, rows, "previous segments", back)]
    if is_ahead:
        tables.append(_shares(study, rows, "previous + following segments", around))
    return (*tables, _recommended(study, rows, is_ahead=is_ahead), _distances(study, rows))


def explanation(study: SpanStudy) -> str:
    """Say what the figures are and how intervals came about."""
    how = study.resampling
    return (
        "A window resolves a tag if it holds the evidence that the tag needs. Shares are of the"
        " tags whose evidence is known; the others are counted as unknown. The recommended window"
        " is the one of fewest segments that resolves so many of them; behind it stands the"
        " interval of its number of segments. [low, high]: 95 % interval by bootstrap over"
        f" documents, {how.samples} samples, seed {how.seed}; none with"
        f" fewer than {how.least} documents."
    )


def not_looked_for(study: SpanStudy) -> Iterator[str]:
    """Say of each text which phenomena were not looked for, and why."""
    for text in study.texts:
        for name, told in text.phenomena.items():
            if told.get("state") != "supported":
                parts = (text.name, name, told.get("state"), told.get("reason"))
                yield ": ".join(str(part) for part in parts if part)


def ordered(study: SpanStudy) -> list[SpanRow]:
    """Sort the rows by domain, phenomenon and label, each text by text."""
    domains = [None, *sorted({row.domain for row in study.rows if row.domain is not None})]
    phenomena = list(dict.fromkeys(row.phenomenon for row in study.rows))
    texts = [text.name for text in study.texts]
    return sorted(
        study.rows,
        key=lambda row: (
            domains.index(row.domain),
            phenomena.index(row.phenomenon),
            row.label is not None,
            row.label or "",
            texts.index(row.text),
        ),
    )


def title_of(window: Window) -> str:
    """Name a window as `previous + following`; without following segments, by the former alone."""
    previous, following = (ALL if side is None else str(side) for side in window)
    return previous if window.following == 0 else f"{previous} + {following}"


def percent(share: float) -> str:
    """Format a share on 0–100 with one decimal."""
    return f"{PERCENT * share:.1f}"


def sized(item: Recommended) -> str:
    """Format a recommended window with the interval of its number of segments."""
    if item.window is None:
        return "not reached"
    low, high = (ALL if end is None else str(end) for end in item.sizes or (0, 0))
    return title_of(item.window) + (f" [{low}, {high}]" if item.sizes else "")


def shared(share: Share | None) -> str:
    """Format a share on 0–100 with its interval."""
    if share is None:
        return ABSENT
    return percent(share.value) + (f" {_bracketed(share.interval)}" if share.interval else "")


def _bracketed(interval: Interval) -> str:
    return f"[{', '.join(map(percent, interval))}]"


def _table(
    study: SpanStudy,
    rows: Sequence[SpanRow],
    title: str,
    columns: Mapping[str, Sequence[str]],
) -> PlainTable:
    """Add columns of names; those of texts, labels and domains only where there are several."""
    names: dict[str, list[str]] = {"phenomenon": [row.phenomenon or "all tags" for row in rows]}
    if any(row.label for row in rows):
        names["label"] = [row.label or "" for row in rows]
    if any(row.domain is not None for row in rows):
        names[study.parted_by] = [_domain(row) for row in rows]
    if len(study.texts) > 1:
        names["text"] = [row.text for row in rows]
    cells: dict[str, Sequence[str]] = {**names, **columns}
    return PlainTable(title, tuple(cells), tuple(zip(*cells.values(), strict=True)), len(names))


def _domain(row: SpanRow) -> str:
    if row.domain is None:
        return ""
    return row.domain or "(none told)"


def _shares(
    study: SpanStudy, rows: Sequence[SpanRow], sides: str, windows: Iterable[Window]
) -> PlainTable:
    columns = {
        "tags": [str(row.known) for row in rows],
        "unknown": [str(row.unknown) for row in rows],
        "documents": [str(row.documents) for row in rows],
        **{title_of(window): [_share(row, window) for row in rows] for window in windows},
    }
    return _table(study, rows, f"Tags resolved by so many {sides}, %", columns)


def _share(row: SpanRow, window: Window) -> str:
    if not row.known:
        return ABSENT
    if window not in row.resolved:
        return NOT_SEARCHED
    return percent(row.resolved[window].value)


def _recommended(study: SpanStudy, rows: Sequence[SpanRow], *, is_ahead: bool) -> PlainTable:
    columns: dict[str, list[str]] = {}
    for place, wanted in enumerate(study.wanted):
        share = f"{PERCENT * wanted:g} %"
        alone = [row.alone[place] if row.alone else None for row in rows]
        columns[f"{share}: previous"] = [sized(item) if item else ABSENT for item in alone]
        columns[f"{share}: resolves"] = [shared(item.resolved if item else None) for item in alone]
        if is_ahead:
            columns[f"{share}: both sides"] = [_both(row, place) for row in rows]
    return _table(study, rows, "Recommended window, in segments", columns)


def _both(row: SpanRow, place: int) -> str:
    if not row.known:
        return ABSENT
    return sized(row.both[place]) if row.both else NOT_SEARCHED


def _distances(study: SpanStudy, rows: Sequence[SpanRow]) -> PlainTable:
    columns = {
        f"{kind} {name}": [_quantile(getattr(row, field), share) for row in rows]
        for kind, field in (("nearest:", "distances"), ("needed:", "spans"))
        for share, name in QUANTILES
    }
    columns["nearest is ahead, %"] = [_ahead(row) for row in rows]
    return _table(study, rows, "Distance of the evidence, in segments", columns)


def _quantile(counts: Mapping[int, int], share: float) -> str:
    """Return the least distance, whatever its direction, within which a share of the tags lies."""
    total, seen = sum(counts.values()), 0
    for distance in sorted(counts, key=abs):
        seen += counts[distance]
        if seen >= share * total:
            return str(abs(distance))
    return ABSENT


def _ahead(row: SpanRow) -> str:
    if not row.known:
        return ABSENT
    if not row.both:
        return NOT_SEARCHED
    return percent(sum(n for distance, n in row.distances.items() if distance < 0) / row.known)
