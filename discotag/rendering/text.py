"""Figures, tables and escapes as text, Markdown, LaTeX and JSON in a page: the same everywhere."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.results import Interval


ABSENT = "–"
"""Represents a value that is undefined, as distinct from 0."""
MINUS = "−"


def number(value: float | None, scale: int) -> str:
    """Format a measure: one decimal on a scale of 100, three on 1, a dash where undefined."""
    if value is None:
        return ABSENT
    return f"{value:.{_decimals(scale)}f}"


def signed(value: float | None, scale: int) -> str:
    """Format a difference with its sign; without one where it rounds to zero."""
    if value is None:
        return ABSENT
    size = number(abs(value), scale)
    if not float(size):
        return size
    return f"{'+' if value > 0 else MINUS}{size}"


def bracketed(interval: Interval, scale: int) -> str:
    """Format an interval as `[low, high]`; ends below zero have a minus sign."""
    ends = (number(end, scale).replace("-", MINUS) for end in interval)
    return f"[{', '.join(ends)}]"


def interval(given: Interval | None, scale: int, *, is_signed: bool = False) -> str:
    """Format an interval in brackets, the ends with their sign or not; a dash for none."""
    if given is None:
        return f"[{ABSENT}]"
    if is_signed:
        return f"[{signed(given.low, scale)}, {signed(given.high, scale)}]"
    return bracketed(given, scale)


def p_value(p: float | None) -> str:
    """Format a p-value with as many decimals as 10,000 trials give; a dash where there is none."""
    return ABSENT if p is None else f"{p:.4f}"


def extent(values: Iterable[int]) -> str:
    """Format whole numbers as the one they all are, or as `least–most`."""
    found = sorted(set(values)) or [0]
    return f"{found[0]}" if len(found) == 1 else f"{found[0]}–{found[-1]}"


def _decimals(scale: int) -> int:
    return 1 if scale == 100 else 3


ESCAPED = re.compile("[<>&\u2028\u2029\ud800-\udfff]")
"""What could end the element or the line, and surrogates, which UTF-8 cannot hold."""
SURROGATE = re.compile("[\ud800-\udfff]")


def script_json(value: Any) -> str:
    """Write a value as JSON for a script element; any text is harmless in it and is returned."""
    text = json.dumps(
        value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=index
    )
    return ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def writable(text: str) -> str:
    """Return text that UTF-8 can hold: lone surrogates become U+FFFD."""
    return SURROGATE.sub("\ufffd", text)


def utf16_offset(text: str, offset: int) -> int:
    """Turn an offset in code points into one in UTF-16 code units, in which the page counts."""
    return len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2


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


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A table of text.

    Args:
        title: what it shows.
        header: names of the columns.
        rows: as many cells each as there are columns.
        names: how many columns at the left name their row; the others hold figures.
    """

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int = 1


def markdown_table(table: PlainTable) -> Iterator[str]:
    """Yield a table in Markdown, without its title."""
    yield markdown_row(map(markdown, table.header))
    yield markdown_rule(table.names, len(table.header) - table.names)
    for row in table.rows:
        yield markdown_row(map(markdown, row))


def latex_table(table: PlainTable, caption: str, label: str) -> Iterator[str]:
    """Yield a table in LaTeX (booktabs), in an environment of its own."""
    columns = "l" * table.names + "r" * (len(table.header) - table.names)
    yield "\n\\begin{table}\n\\centering\\small\n"
    yield f"\\begin{{tabular}}{{{columns}}}\n\\toprule\n{latex_row(map(latex, table.header))}"
    yield "\\midrule\n"
    for row in table.rows:
        yield latex_row(map(latex, row))
    yield f"\\bottomrule\n\\end{{tabular}}\n\\caption{{{latex(caption)}}}\n"
    yield f"\\label{{{label}}}\n\\end{{table}}\n"
