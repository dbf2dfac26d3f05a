"""Gold files read strictly: what breaks a format is an error that names file and line."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel

from discotag.core.errors import InputError
from discotag.files.json import items
from discotag.files.text import Notes, lines_of
from discotag.plugins.readers.rows import TextFile, aligned

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Record = TypeVar("Record", bound=BaseModel)


@contextmanager
def at(path: Path, line: int | None, form: str) -> Iterator[None]:
    """Say where gold that cannot be parsed inside the block stands, and what it should be.

    Args:
        path: the file.
        line: 1-based; None = unknown.
        form: what the place should hold, as in *expected FORM*.

    Raises:
        InputError: in place of whatever Python says of missing cells, wrong numbers and the like.
    """
    try:
        yield
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise InputError(
            f"expected {form}; benchmarks/README.md tells the formats", path=path, line=line
        ) from error


def text_lines(path: Path) -> list[str]:
    """Return the lines of a text file; InputError as `lines_of`."""
    return list(lines_of(path, Notes()))


def side_by_side(*paths: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the 1-based number and the texts of each line of aligned files.

    Raises:
        LineCountError: the files differ in their number of lines.
    """
    files = [TextFile(path.name, path) for path in paths]
    return enumerate(aligned(files, Notes()), 1)


def blocks(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the blocks between blank lines, each with the 1-based line where it begins."""
    begin, block = 1, list[str]()
    for number, line in enumerate(lines_of(path, Notes()), 1):
        if line:
            begin = begin if block else number
            block.append(line)
        elif block:
            yield begin, block
            block = []
    if block:
        yield begin, block


def json_items(path: Path, schema: type[Record]) -> Iterator[tuple[int, Record]]:
    """Yield (1-based line, item) of a JSON list; InputError where an item breaks the schema."""
    return items(path, schema, Notes())
