"""What pages and tables show of a book, found in it: main scorers, systems, phenomena."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from discotag_results.inputs import slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_results.book import Agreement, Board, Book, Figure, Set

ABSENT, MINUS = "–", "−"
PREFERRED = ("choice", "compare_mt")
"""The scorers of phenomena, the most informative first."""
METRICS = ("bleu", "chrf", "bleu-doc", "chrf-doc", "comet")
"""Scorers of whole texts that do not measure discourse."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a set's overview: one board."""

    board: Board
    title: str
    scale: int
    is_metric: bool

    def of(self, system: str) -> Figure:
        """Return a system's figure."""
        return next(figure for figure in self.board.figures if figure.system == system)


def number(value: float | None, scale: int = 1) -> str:
    """Format a measure: one decimal on a scale of 100, three on 1; a dash where undefined."""
    if value is None:
        return ABSENT
    return f"{value:.{1 if scale == 100 else 3}f}".replace("-", MINUS)


def signed(value: float | None, scale: int = 1) -> str:
    """Format a difference with its sign."""
    if value is None:
        return ABSENT
    return f"{'+' if value > 0 else ''}{number(value, scale)}"


def interval(figure: Figure, scale: int = 1) -> str:
    """Format an interval in brackets; empty where there is none."""
    if figure.low is None or figure.high is None:
        return ""
    return f"[{number(figure.low, scale)}, {number(figure.high, scale)}]"


def ranks(figure: Figure) -> str:
    """Format the ranks that a system may have, such as `2` or `1–3`."""
    if figure.first is None:
        return ABSENT
    return f"{figure.first}" if figure.first == figure.last else f"{figure.first}–{figure.last}"


def p_value(p: float | None) -> str:
    """Format p; a dash where there is none."""
    return ABSENT if p is None else "< .0001" if p < 0.0001 else f"{p:.4f}"


def is_top(figure: Figure, board: Board) -> bool:
    """Return whether no system is significantly better, and some are significantly worse."""
    return figure.first == 1 and any((other.first or 1) > 1 for other in board.figures)


def leaders(board: Board) -> tuple[str, ...]:
    """Return the systems of the first cluster; none where there is only one cluster."""
    if board.clusters < 2:
        return ()
    return tuple(figure.system for figure in board.figures if figure.cluster == 1)


def phenomena_of(item: Set) -> tuple[str, ...]:
    """Return the phenomena of a set that have any figure."""
    scored = {
        board.phenomenon
        for board in item.boards
        if board.by == "all" and any(figure.value is not None for figure in board.figures)
    }
    return tuple(name for name in item.phenomena if name in scored)


def boards_of(item: Set, phenomenon: str | None) -> tuple[Board, ...]:
    """Return the boards of a phenomenon, that of the main scorer first."""
    found = [
        board
        for board in item.boards
        if board.phenomenon == phenomenon
        and board.by == "all"
        and any(figure.value is not None for figure in board.figures)
    ]
    return tuple(sorted(found, key=_place))


def _place(board: Board) -> int:
    return PREFERRED.index(board.scorer) if board.scorer in PREFERRED else len(PREFERRED)


def columns_of(item: Set) -> tuple[Column, ...]:
    """Return the columns of a set's overview: phenomena, then scorers of whole texts."""
    found = [boards_of(item, name)[0] for name in phenomena_of(item)]
    whole = [board for board in boards_of(item, None) if board.scorer not in PREFERRED]
    return tuple(
        Column(
            board,
            board.phenomenon or board.scorer,
            100 if _is_percent(item, board) else 1,
            board.scorer in METRICS,
        )
        for board in (*found, *sorted(whole, key=lambda board: board.scorer in METRICS))
    )


def _is_percent(item: Set, board: Board) -> bool:
    return item.facts(board.scorer).scale == 100


def by_metric(item: Set) -> tuple[str, ...]:
    """Return the systems of a set by its first metric, or as they were given."""
    for name in ("chrf", "bleu"):
        board = item.board(name, None)
        if board is not None:
            return tuple(figure.system for figure in board.figures)
    return item.systems


def agreements_of(item: Set, phenomenon: str, scorer: str) -> tuple[Agreement, ...]:
    """Return how a board agrees with the metrics."""
    return tuple(
        found
        for found in item.agreements
        if (found.phenomenon, found.scorer) == (phenomenon, scorer)
    )


def systems_of(book: Book) -> dict[str, tuple[Set, ...]]:
    """Return each system with the sets that it is in, by name."""
    found: dict[str, list[Set]] = {}
    for item in book.sets:
        for system in item.systems:
            found.setdefault(system, []).append(item)
    return {name: tuple(found[name]) for name in sorted(found, key=str.casefold)}


def all_phenomena(book: Book) -> dict[str, tuple[Set, ...]]:
    """Return each phenomenon with the sets that have figures of it."""
    found: dict[str, list[Set]] = {}
    for item in book.sets:
        for name in phenomena_of(item):
            found.setdefault(name, []).append(item)
    return {name: tuple(sets) for name, sets in sorted(found.items())}


def all_languages(book: Book) -> dict[str, tuple[tuple[Set, ...], tuple[Set, ...]]]:
    """Return each language's code with the sets into it and those from it, by English name."""
    codes = {code for item in book.sets for code in (item.source_language, item.target_language)}
    return {
        code: (
            tuple(item for item in book.sets if item.target_language == code),
            tuple(item for item in book.sets if item.source_language == code),
        )
        for code in sorted(codes, key=lambda code: (book.language(code), code))
    }


def slugs(names: Sequence[str]) -> dict[str, str]:
    """Return names as those of files, each its own, whatever the file system makes of capitals."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        base = candidate = slug(name)
        count = 1
        while candidate.casefold() in taken:
            count += 1
            candidate = f"{base}-{count}"
        taken.add(candidate.casefold())
        found[name] = candidate
    return found


def documents_link(item: Set, figure: Figure, board: Board) -> str:
    """Return the address, in the book, of a system's tagged documents; empty where none is there.

    The page then shows the source, the first reference and the system, at the places where the
    scorer calls it wrong, in the document that has most of them.
    """
    report = item.reports.get(figure.system)
    if report is None:
        return ""
    view = {"columns": f"0.{report.text}", "system": str(report.text)}
    if board.phenomenon is not None:
        names = list(item.phenomena)
        view["off"] = ".".join(
            str(place) for place, name in enumerate(names) if name != board.phenomenon
        )
        view |= {"scorer": board.scorer, "verdict": "w"}
        if figure.example is not None:
            view["document"] = figure.example
    return f"{report.page}#{urlencode(view)}"


def matrix(board: Board) -> Iterator[tuple[str, list[tuple[float, float | None] | None]]]:
    """Yield each system with its difference to every other, and p; None for itself."""
    names = [figure.system for figure in board.figures if figure.value is not None]
    found = {(pair.better, pair.worse): (pair.difference, pair.p) for pair in board.pairs}
    for row in names:
        cells: list[tuple[float, float | None] | None] = []
        for column in names:
            if (row, column) in found:
                cells.append(found[row, column])
            elif (column, row) in found:
                difference, p = found[column, row]
                cells.append((-difference, p))
            else:
                cells.append(None)
        yield row, cells
