"""Text in Markdown and LaTeX: escaped, so that any name and message stays what it is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag.rendering.figures import ABSENT, MINUS
from discotag.rendering.scripts import writable

if TYPE_CHECKING:
    from collections.abc import Iterable

MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~&$])")
LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    ABSENT: "--",
    MINUS: "$-$",
    "±": r"$\pm$",
    "×": r"$\times$",
    "→": r"$\to$",
    "α": r"$\alpha$",
    "Δ": r"$\Delta$",
    "▲": r"\underline{\ }",
    "▼": r"$\downarrow$",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}
LATEX_SPECIAL = re.compile("|".join(map(re.escape, LATEX)))
BREAKS = re.compile(r"\s+")


def one_line(text: str) -> str:
    """Return text as one line that UTF-8 can hold, as comments and table rows need it."""
    return BREAKS.sub(" ", writable(text))


def markdown(text: str) -> str:
    """Escape what Markdown would read as markup, and line breaks, which end a table's row."""
    return MARKDOWN.sub(r"\\\1", one_line(text))


def latex(text: str) -> str:
    """Escape what LaTeX would read as a command; dash, minus, arrow and times become its own."""
    return LATEX_SPECIAL.sub(lambda found: LATEX[found[0]], one_line(text))


def markdown_row(cells: Iterable[str]) -> str:
    """Return a row of a Markdown table, of cells that are escaped."""
    return f"| {' | '.join(cells)} |\n"


def markdown_rule(names: int, columns: int) -> str:
    """Return the line below a header: so many columns of names, set left, and of figures."""
    return f"|{'---|' * names}{'---:|' * columns}\n"


def latex_row(cells: Iterable[str]) -> str:
    r"""Return a row of a LaTeX table, of cells that are escaped; `\\` before it takes no option."""
    row = " & ".join(cells) + r" \\" + "\n"
    return "{}" + row if row.startswith(("[", "*")) else row
