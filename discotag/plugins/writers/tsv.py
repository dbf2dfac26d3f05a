"""The `tsv` writer: one row per mark, for spreadsheets."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

from discotag.core.options import NoOptions, checked
from discotag.core.roles import implements
from discotag.files.atomic_write import atomic_write
from discotag.files.rows import COLUMNS, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from discotag.core.tags import TaggedDocument

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings of a text that a spreadsheet may take for a formula
(https://owasp.org/www-community/attacks/CSV_Injection)."""
UNDEFINED = "–"


@implements("writer")
class TsvWriter:
    """Writes a header and a row per mark, without quoting; an undefined value is `–`.

    Tabs and line ends inside a text become spaces; one that a spreadsheet would take for a formula
    begins with an apostrophe.
    """

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the writer; it has no options."""
        checked("writer tsv", options, NoOptions)
        return cls()

    @contextmanager
    def open(self, path: Path) -> Iterator[Callable[[TaggedDocument], None]]:
        """Open the file and write the header; errors as `atomic_write`."""
        with atomic_write(path) as write:
            write("\t".join(COLUMNS) + "\n")

            def write_document(tagged: TaggedDocument) -> None:
                for row in rows(tagged):
                    write("\t".join(map(_cell, row.values())) + "\n")

            yield write_document


def _cell(value: Any) -> str:
    match value:
        case None:
            return UNDEFINED
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case list():
            return " ".join(map(_item, value))
        case _:
            return _text(str(value))


def _item(value: Any) -> str:
    return ":".join(map(str, value.values())) if isinstance(value, dict) else str(value)


def _text(value: str) -> str:
    safe = f"'{value}" if value.startswith(FORMULA) else value
    return " ".join(safe.replace("\t", " ").splitlines()) if safe else safe
