"""The book as Markdown and LaTeX: for each set, systems by phenomena with their ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_experiments.tables import Cell, Row, Table, latex, markdown
from discotag_results import views

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_results.book import Book, Figure, Set
    from discotag_results.views import Column

ORDERS = (
    "Kendall's tau-b over systems; in brackets, pairs of systems significantly different on the"
    " phenomenon that the metric orders the other way."
)


def tables(book: Book, *, intervals: bool = True) -> Iterator[Table]:
    """Yield a table for each set, and one of how phenomena and metrics order its systems.

    Args:
        book: the book.
        intervals: whether each value has its interval.
    """
    for item in book.sets:
        yield _systems(book, item, intervals=intervals)
        if any(found.tau is not None for found in item.agreements):
            yield _orders(item)


def markdown_text(book: Book) -> str:
    """Return the book in Markdown."""
    return f"# {book.title}\n\n{markdown(tables(book))}"


def latex_text(book: Book) -> str:
    """Return the book's tables in LaTeX (booktabs)."""
    return latex(tables(book))


def _systems(book: Book, item: Set, *, intervals: bool) -> Table:
    columns = views.columns_of(item)
    found = [{figure.system: figure for figure in column.board.figures} for column in columns]
    rows = tuple(
        Row(
            (system,),
            tuple(
                _cell(of_column[system], column, intervals=intervals)
                for column, of_column in zip(columns, found, strict=True)
            ),
        )
        for system in views.by_metric(item)
    )
    clusters = Row(
        ("clusters",),
        tuple(Cell(str(column.board.clusters), float(column.board.clusters)) for column in columns),
    )
    titles = tuple(
        f"{column.title} ({column.board.scorer})" if column.board.phenomenon else column.title
        for column in columns
    )
    how = book.how
    told = (
        f"Value, 95 % interval, (ranks). {item.documents} documents, {item.segments} segments,"
        f" {len(item.references)} references. Bold: no system is significantly better, and some"
        f" are significantly worse (p < {how.alpha}, Holm's correction over pairs of systems,"
        f" {how.samples} draws of documents, seed {how.seed})."
    )
    notes = (told, f"Signature: {item.short_signature}")
    return Table(item.name, ("system",), titles, (*rows, clusters), notes)


def _cell(figure: Figure, column: Column, *, intervals: bool) -> Cell:
    text = views.number(figure.value, column.scale)
    if intervals and figure.low is not None:
        text += f" {views.interval(figure, column.scale)}"
    if figure.first is not None:
        text += f" ({views.ranks(figure)})"
    return Cell(text, figure.value, is_best=views.is_top(figure, column.board))


def _orders(item: Set) -> Table:
    metrics = tuple(dict.fromkeys(found.metric for found in item.agreements))
    rows = []
    for name in views.phenomena_of(item):
        for board in views.boards_of(item, name):
            found = {
                agreed.metric: agreed for agreed in views.agreements_of(item, name, board.scorer)
            }
            cells = (
                Cell(
                    views.ABSENT
                    if found[metric].tau is None
                    else f"{found[metric].tau:.2f} ({found[metric].contradictions})".replace(
                        "-", views.MINUS
                    ),
                    found[metric].tau,
                )
                for metric in metrics
            )
            rows.append(Row((name, board.scorer), tuple(cells)))
    return Table(
        f"{item.name}: order of systems beside metrics",
        ("phenomenon", "scorer"),
        metrics,
        tuple(rows),
        (ORDERS,),
    )
