"""The view of documents with their tags, in a browser: its data, its style and its program.

The report and the page of `discotag serve` show it; whoever shows it gives an index and a record of
each document to `beginView` (`web/main.js`).
"""

from __future__ import annotations

from importlib.resources import files

STYLE = ("colours", "base", "figures", "documents", "tags", "scripts", "media")
PROGRAM = (
    *("dom", "data", "sorting", "state", "list", "runs"),
    *("findings", "reader", "detail", "evidence", "filters", "keys", "main"),
)
"""The files of the view's style and of its program, in the order in which they are put together."""


def view_part(name: str) -> str:
    """Return a file of the view, such as `colours.css` or `dom.js`; KeyError for another."""
    if name not in {*(f"{part}.css" for part in STYLE), *(f"{part}.js" for part in PROGRAM)}:
        raise KeyError(name)
    return (files(__name__) / "web" / name).read_text(encoding="utf-8")


def view_style() -> str:
    """Return the style of the view."""
    return "\n".join(view_part(f"{name}.css") for name in STYLE)


def view_program(*parts: str) -> str:
    """Return the program of the view followed by the parts that use it, as one strict function."""
    told = "\n".join([*(view_part(f"{name}.js") for name in PROGRAM), *parts])
    return f'(() => {{\n"use strict";\n{told}\n}})();\n'
