"""The summary of a run: for each scorer, a table of systems × phenomena, and one of their labels.

Everything is text here, ready to be set; only what a reader may sort by stays a number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.rendering.figures import ABSENT, bracketed, extent, number, signed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from discotag.core.results import Results, ScorerView
    from discotag.core.scores import Difference, Row, Score

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
        support: number of reference tags (or segments); `least–most` where systems differ.
        documents: number of documents with any count, likewise; `""` where nobody counted them.
        is_few: whether they are too few for intervals, for every system.
    """

    row: Row
    title: str
    support: str
    documents: str
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
        support=extent(score.support for score in scores),
        documents=extent(score.documents for score in scores),
        is_few=any(cell.is_few for cell in present)
        and all(cell.is_few or cell.sort is None for cell in present),
    )
