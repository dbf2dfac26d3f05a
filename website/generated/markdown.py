"""Small pieces of Markdown."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


COMMAND_WIDTH = 84
"""Characters that fit in a line of code on the page."""
SECTION = re.compile(r"(?m)^(Args|Example|Raises|Returns|Yields):\n")


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, the empty line before it included; nothing without rows."""
    lines = list(rows)
    if not lines:
        return
    yield ""
    for cells in (header, ["---"] * len(header), *lines):
        yield f"| {' | '.join(cells)} |"


def cell(text: str) -> str:
    """Make a text fit into a cell."""
    return code_cell(text).replace("<", "&lt;")


def code_cell(text: str) -> str:
    """Make code fit into a cell."""
    return " ".join(text.split()).replace("|", "\\|")


def dedented(text: str) -> str:
    """Return a docstring without indentation; a paragraph that begins `discotag …` is a command."""
    text = inspect.cleandoc(text.replace("\b", "")).replace("<", "&lt;")
    return "\n\n".join(_command(part) for part in text.split("\n\n"))


def _command(paragraph: str) -> str:
    """Format a command that is broken between words as code, with a backslash at each break."""
    if not paragraph.startswith("discotag "):
        return paragraph
    lines = [""]
    for words in re.split(r" (?=-)", " ".join(paragraph.split())):
        if lines[-1] and len(lines[-1]) + len(words) > COMMAND_WIDTH:
            lines[-1] += " \\"
            lines.append(f"    {words}")
        else:
            lines[-1] = (
                f"{lines[-1]} {words}".strip() if len(lines) == 1 else f"{lines[-1]} {words}"
            )
    return "\n".join(f"    {line}" for line in lines)


def summary(thing: object) -> str:
    """Return what a docstring says before its first section (`Args:` …)."""
    return SECTION.split(inspect.getdoc(thing) or "")[0].strip()


def arguments(thing: object) -> dict[str, str]:
    """Return a docstring's `Args`: name → what it is."""
    return _entries(_sections(thing).get("Args", ""))


def docstring(thing: object, *, without: str = "") -> str:
    """Return a docstring as Markdown: arguments and errors as lists, an example as code."""
    parts = [summary(thing)]
    for name, text in _sections(thing).items():
        if name == without:
            continue
        if name == "Example":
            parts.append("\n".join(f"    {line}" for line in text.splitlines()))
        elif name in {"Args", "Raises"}:
            entries = _entries(text).items()
            parts.append(f"{name}:")
            parts.append("\n".join(f"* `{key}`: {what}" for key, what in entries))
        else:
            parts.append(f"{name}: {' '.join(text.split())}")
    return "\n\n".join(parts)


def _sections(thing: object) -> dict[str, str]:
    _, *pieces = SECTION.split(inspect.getdoc(thing) or "")
    return {
        name: inspect.cleandoc(f"\n{text}")
        for name, text in zip(pieces[::2], pieces[1::2], strict=True)
    }


def _entries(text: str) -> dict[str, str]:
    """Part `name: what it is`, which goes on in indented lines."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith(" ") and found:
            found[list(found)[-1]] += f" {line.strip()}"
        elif line.strip():
            name, _, what = line.partition(": ")
            found[name] = what
    return found
