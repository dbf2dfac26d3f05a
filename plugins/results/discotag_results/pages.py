"""The book as files: pages without programs, which fetch nothing; data and tables."""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from discotag.plugin import OutputError
from discotag.plugin.files import atomic_write, within, write_json
from discotag.plugin.pages import page_policy, page_templates, view_part
from discotag.plugin.statistics import ALPHA, LEAST_DOCUMENTS
from discotag_experiments.tables import Cell, Row, Table, latex, markdown
from discotag_results import views
from discotag_results.book import Book, How, schema
from discotag_results.building import PAIRS, built
from discotag_results.inputs import slug

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from jinja2 import Environment, Template
    from markupsafe import Markup

    from discotag.plugin import Registry
    from discotag_results.book import Board, Figure, Set
    from discotag_results.building import BookOptions
    from discotag_results.inputs import Source
    from discotag_results.views import Column


BYS = ("domain", "voice", "distance")


class Site:
    """The pages of a book."""

    def __init__(self, book: Book) -> None:
        """Prepare templates and names of pages."""
        from markupsafe import Markup

        self._book = book
        self._systems = views.systems_of(book)
        self._phenomena = views.all_phenomena(book)
        self._languages = views.all_languages(book)
        self._overviews = {
            item.slug: [(column, by_system(column.board)) for column in views.columns_of(item)]
            for item in book.sets
        }
        self._system_slugs = views.slugs(list(self._systems))
        own = (files("discotag_results") / "web" / "book.css").read_text(encoding="utf-8")
        style = "\n".join((*map(view_part, ("colours.css", "base.css", "figures.css")), own))
        self._templates = _templates()
        self._shared: dict[str, Any] = {
            "book": book,
            "style": Markup(style),
            "policy": page_policy(style),
            "absent": views.ABSENT,
            "phenomena": list(self._phenomena),
            "systems": list(self._systems),
            "languages": list(self._languages),
            "set_page": set_page,
            "part_page": part_page,
            "phenomenon_page": phenomenon_page,
            "language_page": language_page,
            "system_page": self.system_page,
            "overview_of": lambda item: self._overviews[item.slug],
            **{
                function.__name__: function
                for function in (
                    *(views.boards_of, views.leaders, views.is_top, views.matrix),
                    *(views.agreements_of, views.documents_link, by_system),
                    views.by_metric,
                )
            },
        }

    def system_page(self, name: str) -> str:
        """Return the path of a system's page."""
        return f"systems/{self._system_slugs[name]}.html"

    def pages(self) -> Iterator[tuple[str, str]]:
        """Yield the path of each page in the book's folder, and its text."""
        yield "index.html", self._filled("index.html.j2")
        for item in self._book.sets:
            yield set_page(item), self._filled("set.html.j2", item=item)
            for name in views.phenomena_of(item):
                yield part_page(item, name), self._part(item, name)
        yield from self._by_system()
        for name, sets in self._phenomena.items():
            yield phenomenon_page(name), self._filled("phenomenon.html.j2", name=name, sets=sets)
        for code, (into, out_of) in self._languages.items():
            yield (
                language_page(code),
                self._filled("language.html.j2", code=code, into=into, out_of=out_of),
            )

    def _part(self, item: Set, name: str) -> str:
        boards = views.boards_of(item, name)
        return self._filled(
            "part.html.j2",
            item=item,
            name=name,
            boards=boards,
            parted=partial(_parted, item),
            agreements=views.agreements_of(item, name, boards[0].scorer),
        )

    def _by_system(self) -> Iterator[tuple[str, str]]:
        for name, sets in self._systems.items():
            found = [
                (item, [(column, figures[name]) for column, figures in self._overviews[item.slug]])
                for item in sets
            ]
            yield self.system_page(name), self._filled("system.html.j2", name=name, found=found)

    def _filled(self, template: str, **values: Any) -> str:
        found: Template = self._templates.get_template(template)
        return found.render({**self._shared, "root": "../", **values}).lstrip()


def set_page(item: Set) -> str:
    """Return the path of a set's page."""
    return f"sets/{item.slug}.html"


def part_page(item: Set, phenomenon: str) -> str:
    """Return the path of the page of a set's phenomenon."""
    return f"sets/{item.slug}.{slug(phenomenon)}.html"


def phenomenon_page(name: str) -> str:
    """Return the path of a phenomenon's page."""
    return f"phenomena/{slug(name)}.html"


def language_page(code: str) -> str:
    """Return the path of a language's page."""
    return f"languages/{slug(code)}.html"


def by_system(board: Board) -> dict[str, Figure]:
    """Return a board's figures by system."""
    return {figure.system: figure for figure in board.figures}


def _parted(item: Set, board: Board) -> Iterator[tuple[str, tuple[Board, ...]]]:
    for by in BYS:
        parts = item.parts(board.scorer, board.phenomenon, by)
        if len(parts) > 1:  # a single part is the whole
            yield by, parts


def _templates() -> Environment:
    return page_templates(
        "discotag_results",
        number=views.number,
        signed=views.signed,
        interval=views.interval,
        ranks=views.ranks,
        p_value=views.p_value,
        tau=_tau,
        breakable=breakable,
    )


def breakable(signature: str) -> Markup:
    """Return a signature that may continue in the next line after `|` and `+`."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"([|+])", r"\1<wbr>", str(escape(signature))))


def _tau(value: float | None) -> str:
    return views.ABSENT if value is None else f"{value:.2f}".replace("-", views.MINUS)


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


DATA = "results.json"
OURS = ("sets", "systems", "phenomena", "languages", "documents")
"""Folders whose pages are of this book alone."""


def write_book(
    sources: Sequence[Source],
    out: Path,
    registry: Registry,
    options: BookOptions,
    *,
    title: str,
    has_documents: bool = True,
    tell: Callable[[str], None] = lambda _: None,
) -> Book:
    """Make a book.

    Args:
        sources: its sets.
        out: its folder, which is there.
        registry: where scorers and languages are found.
        options: how it is made.
        title: its title.
        has_documents: whether the runs' own pages of tagged documents are copied into it.
        tell: called for each set.

    Raises:
        InputError: a folder is not a sound run, or runs of a set cannot be put together.
        OutputError: the folder cannot be written to.
    """
    sets = []
    for number, source in enumerate(sources, 1):
        found, is_kept = built(source, registry, options, out / "data" / f"{source.slug}.json")
        if not has_documents:
            found = found.model_copy(update={"reports": {}})
        sets.append(found)
        told = "worked out before" if is_kept else "worked out"
        tell(f"[{number}/{len(sources)}] {source.name}: {told}")
    book = Book(
        title=title,
        version=version("discotag"),
        how=How(
            samples=options.samples,
            seed=options.seed,
            alpha=ALPHA,
            least=LEAST_DOCUMENTS,
            parts=tuple(by.value for by in options.parts),
            pairs_of_systems=PAIRS,
        ),
        sets=tuple(sets),
        languages=_names(sets, registry),
    )
    write_pages(book, out)
    if has_documents:
        _copy_documents(sources, book, out)
    return book


def _names(sets: Sequence[Set], registry: Registry) -> dict[str, str]:
    codes = {code for item in sets for code in (item.source_language, item.target_language)}
    return {code: registry.languages.get(code).info.name for code in sorted(codes)}


def write_pages(book: Book, out: Path) -> None:
    """Write data, tables and pages of a book; pages of an earlier book are removed."""
    written = set()
    for name, text in Site(book).pages():
        _write(out / name, text)
        written.add(out / name)
    _write(out / "results.md", markdown_text(book))
    _write(out / "results.tex", latex_text(book))
    _write(out / DATA, json.dumps(book.data(), ensure_ascii=False, allow_nan=False) + "\n")
    write_json(out / "results.schema.json", schema())
    for folder in OURS[:-1]:
        for path in (out / folder).glob("*.html"):
            if path not in written:
                path.unlink()


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_write(path) as write:
        write(text)


def _copy_documents(sources: Sequence[Source], book: Book, out: Path) -> None:
    for source, item in zip(sources, book.sets, strict=True):
        if source.is_sharded:  # no page shows all of them
            continue
        pages = sorted({report.page for report in item.reports.values()})
        folders = [folder for (folder,) in source.runs if (folder / "report.html").is_file()]
        for page, folder in zip(pages, folders, strict=True):
            target = out / page
            target.parent.mkdir(parents=True, exist_ok=True)
            report = within(folder, "report.html")
            try:
                if not target.exists() or target.stat().st_mtime_ns < report.stat().st_mtime_ns:
                    shutil.copyfile(report, target)
            except OSError as error:
                raise OutputError(f"cannot be written ({error.strerror})", path=target) from error
