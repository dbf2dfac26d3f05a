"""The book as a static site: pages without programs, which fetch nothing."""

from __future__ import annotations

import re
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from discotag.plugin.pages import page_policy, page_templates, view_part
from discotag_results import views
from discotag_results.inputs import slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jinja2 import Environment, Template
    from markupsafe import Markup

    from discotag_results.book import Board, Book, Figure, Set

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
    """Return a signature that may go on in the next line after `|` and `+`."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"([|+])", r"\1<wbr>", str(escape(signature))))


def _tau(value: float | None) -> str:
    return views.ABSENT if value is None else f"{value:.2f}".replace("-", views.MINUS)
