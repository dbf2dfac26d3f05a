"""Summaries set as tables: the scores of a run, and the windows of a span study."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.core.results import SIZES
from discotag.core.tags import Window
from discotag.rendering.text import ABSENT, PlainTable, bracketed, extent, number, signed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.core.results import (
        Difference,
        Interval,
        Recommended,
        Results,
        Row,
        Score,
        ScorerView,
        Share,
        SpanRow,
        SpanStudy,
    )


ALPHA = 0.05
"""A difference is marked below this p, after Holm's correction."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One system's figure.

    Args:
        value: the main measure, or a dash where it is undefined.
        sort: the main measure as a number, None where it is undefined.
        interval: its 95 % interval, `""` where there is none.
        difference: to the baseline, `""` for the baseline itself and where there is none.
        difference_interval: its 95 % interval, `""` where there is none.
        p: p after Holm's correction, `""` where there is none.
        is_significant: whether the difference is to be marked.
        is_few: whether documents are too few for an interval.
        score: what it was set from, None where nothing was counted.
    """

    value: str = ABSENT
    sort: float | None = None
    interval: str = ""
    difference: str = ""
    difference_interval: str = ""
    p: str = ""
    is_significant: bool = False
    is_few: bool = False
    score: Score | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """What the figures of one column are about.

    Args:
        row: phenomenon and label.
        title: its name.
        sizes: what they rest on: each of `SIZES` with its number; `least–most` where systems
            differ, `""` where nobody counted.
        is_few: whether they are too few for intervals, for every system.
    """

    row: Row
    title: str
    sizes: Mapping[str, str]
    is_few: bool


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """One scorer's figures: a row per system, as many cells as columns."""

    view: ScorerView
    columns: tuple[Column, ...]
    rows: Mapping[str, tuple[Cell, ...]]


def score_tables(results: Results) -> tuple[ScoreTable, ...]:
    """Format a table of systems × phenomena for each scorer that has scores, in the run's order."""
    tables = []
    for view in results.scorers.values():
        rows = [row for row in _rows(results, view) if row.label is None]
        if rows:
            tables.append(_table(results, view, rows))
    return tuple(tables)


def label_tables(results: Results, view: ScorerView) -> dict[str, ScoreTable]:
    """Set, for each phenomenon, a table of systems × labels; labels by falling support."""
    support: dict[Row, int] = {}
    for score in results.scores:
        if score.scorer == view.name:
            support[score.row] = max(score.support, support.get(score.row, 0))
    grouped: dict[str, list[Row]] = {}
    for row in sorted(_rows(results, view), key=lambda row: (-support[row], row.label or "")):
        if row.phenomenon is not None and row.label is not None:
            grouped.setdefault(row.phenomenon, []).append(row)
    order = [row.phenomenon for row in _rows(results, view) if row.phenomenon in grouped]
    return {name: _table(results, view, grouped[name]) for name in dict.fromkeys(order) if name}


def explanation(results: Results, *, family: str = "the phenomena of the run") -> str:
    """Say how intervals and marks came about; empty where nothing was scored."""
    how = results.resampling
    if how is None:
        return ""
    told = [f"[low, high]: 95 % interval by bootstrap over documents, {how.samples} samples."]
    if how.baseline is not None:
        told.append(
            f"Difference to {how.baseline}; * p < .05: paired approximate randomization over"
            f" documents, two-sided, {how.trials} trials, after Holm's correction over {family}."
        )
    told.append(
        f"Seed {how.seed}. With fewer than {how.least} documents there is neither interval nor p."
    )
    return " ".join(told)


def direction(view: ScorerView) -> str:
    """Say a scorer's measure, scale and direction."""
    better = "higher" if view.higher_is_better else "lower"
    return f"{view.measure}, 0–{view.scale}, {better} is better"


def not_looked_for(results: Results) -> dict[str, str]:
    """Return each phenomenon that has no figures with its state and the reason."""
    return {
        name: ": ".join(str(part) for part in (told.get("state"), told.get("reason")) if part)
        for name, told in results.phenomena.items()
        if told.get("state") != "supported"
    }


def title_of(row: Row) -> str:
    """Name a row as the terminal does."""
    return row.label or row.phenomenon or "all words"


def _rows(results: Results, view: ScorerView) -> list[Row]:
    return list(dict.fromkeys(score.row for score in results.scores if score.scorer == view.name))


def _table(results: Results, view: ScorerView, rows: list[Row]) -> ScoreTable:
    scores = {(item.system, item.row): item for item in results.scores if item.scorer == view.name}
    differences = {
        (item.system, item.row): item for item in results.differences if item.scorer == view.name
    }
    least = results.resampling.least if results.resampling else 0
    cells = {
        system: tuple(
            _cell(view, scores.get((system, row)), differences.get((system, row)), least)
            for row in rows
        )
        for system in results.systems
    }
    columns = (
        _column(row, [cells[system][place] for system in results.systems])
        for place, row in enumerate(rows)
    )
    return ScoreTable(view, tuple(columns), cells)


def _cell(view: ScorerView, score: Score | None, other: Difference | None, least: int) -> Cell:
    if score is None:
        return Cell()
    p = other.p_holm if other else None
    ends = other.interval if other else None
    return Cell(
        value=number(score.value, view.scale),
        sort=score.value,
        interval=bracketed(score.interval, view.scale) if score.interval else "",
        difference=signed(other.value, view.scale) if other and other.value is not None else "",
        difference_interval=bracketed(ends, view.scale) if ends else "",
        p="" if p is None else f"{p:.3f}" if p >= 0.001 else "< .001",
        is_significant=p is not None and p < ALPHA,
        is_few=score.interval is None and score.value is not None and score.documents < least,
        score=score,
    )


def _column(row: Row, cells: Iterable[Cell]) -> Column:
    present = [cell for cell in cells if cell.score is not None]
    scores = [cell.score for cell in present if cell.score is not None]
    return Column(
        row=row,
        title=title_of(row),
        sizes={name: extent(score.sizes[name] for score in scores) for name in SIZES},
        is_few=any(cell.is_few for cell in present)
        and all(cell.is_few or cell.sort is None for cell in present),
    )


ALL = "all"
"""Represents all segments of the document on one side."""
NOT_SEARCHED = "not searched"
SHOWN = (1, 2, 3, 5, 10)
"""Numbers of segments that have a column, where they were tried."""
QUANTILES = ((0.5, "median"), (0.9, "90 %"), (1.0, "most"))
PERCENT = 100


def span_tables(study: SpanStudy) -> tuple[PlainTable, ...]:
    """Format a study: shares by previous segments, by both sides, windows, distances.

    Rows of one phenomenon are together, text by text, so that languages can be compared.
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


def span_explanation(study: SpanStudy) -> str:
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


def span_not_looked_for(study: SpanStudy) -> Iterator[str]:
    """Say of each text which phenomena were not searched for, and why."""
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


def window_title(window: Window) -> str:
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
    return window_title(item.window) + (f" [{low}, {high}]" if item.sizes else "")


def shared(share: Share | None) -> str:
    """Format a share on 0–100 with its interval."""
    if share is None:
        return ABSENT
    return percent(share.value) + (f" {_bracketed(share.interval)}" if share.interval else "")


def _bracketed(interval: Interval) -> str:
    return f"[{', '.join(map(percent, interval))}]"


def _span_table(
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
        **{window_title(window): [_share(row, window) for row in rows] for window in windows},
    }
    return _span_table(study, rows, f"Tags resolved by so many {sides}, %", columns)


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
    return _span_table(study, rows, "Recommended window, in segments", columns)


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
    return _span_table(study, rows, "Distance of the evidence, in segments", columns)


def _quantile(counts: Mapping[int, int], share: float) -> str:
    """Return the least distance, whatever its direction, that includes a share of the tags."""
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
