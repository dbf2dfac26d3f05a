"""Small pieces of Markdown."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Give the lines of a table, the empty line before it included."""
    yield ""
    for cells in (header, ["---"] * len(header), *rows):
        yield f"| {' | '.join(cells)} |"


def cell(text: str) -> str:
    """Make a text fit into a cell."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def dedented(text: str) -> str:
    """Give a docstring without indentation; a line that begins with `discotag` is a command."""
    text = inspect.cleandoc(text.replace("\b", "")).replace("<", "&lt;")
    return re.sub(r"(?m)^(discotag .*)$", r"    \1", text)


def docstring(thing: object) -> str:
    """Give a docstring as Markdown: what stands indented (Args, Example) as code."""
    text = inspect.getdoc(thing) or ""
    lines = []
    for line in text.splitlines():
        if re.fullmatch(r"(Args|Example|Raises|Returns|Yields):", line):
            lines += ["", line, ""]
        else:
            lines.append(f"    {line.removeprefix('    ')}" if line.startswith("    ") else line)
    return "\n".join(lines)
