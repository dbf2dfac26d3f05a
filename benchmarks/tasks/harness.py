"""What all tasks share: figures, gold files read strictly, samples, halves, tagging."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from discotag.core.discovery import discover
from discotag.core.document import ParallelText
from discotag.core.errors import InputError
from discotag.core.registry import Registry
from discotag.files.json import items
from discotag.files.text import Notes, lines_of
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages
from discotag.plugins.readers.rows import TextFile, aligned

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.tags import TaggedDocument


Value = str | int | float | None
"""A count, a share or percentage, a name; None where there is nothing to measure."""


@dataclass(frozen=True)
class Figures:
    """A table of figures.

    Args:
        title: what was measured, with the measure's name where all columns share it.
        columns: names of the columns; the first names the row.
        rows: the values, a tuple per row.
        decimals: digits behind the point of shares and percentages.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    decimals: int = 3

    def cells(self) -> Iterator[tuple[str, ...]]:
        """Yield the header and the rows as text."""
        yield self.columns
        for row in self.rows:
            yield tuple(self._shown(value) for value in row)

    def _shown(self, value: Value) -> str:
        if value is None:
            return "–"
        return f"{value:.{self.decimals}f}" if isinstance(value, float) else str(value)

    def text(self) -> str:
        """Return it for a terminal, in aligned columns."""
        rows = list(self.cells())
        widths = [max(len(row[place]) for row in rows) for place in range(len(self.columns))]
        lines = [
            "  ".join(
                cell.ljust(width) if place == 0 else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        ]
        return "\n".join([self.title, *lines])

    def markdown(self) -> str:
        """Return it as a Markdown table without its title."""
        header, *rows = self.cells()
        lines = [header, ("---",) * len(self.columns), *rows]
        return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"title": self.title, "rows": rows}


def ratio(part: float, whole: float) -> float | None:
    """Return part / whole; None where there is nothing to divide by."""
    return part / whole if whole else None


def f_score(precision: float | None, recall: float | None) -> float | None:
    """Return the harmonic mean of precision and recall; None where one is undefined."""
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def scores(right: int, found: int, gold: int) -> tuple[float | None, float | None, float | None]:
    """Return precision, recall and F1 from counts."""
    precision, recall = ratio(right, found), ratio(right, gold)
    return precision, recall, f_score(precision, recall)


def without_data(what: str, folder: object) -> SystemExit:
    """Make the error of a folder that holds nothing of the kind; its exit status is 1."""
    return SystemExit(f"accuracy: error: {folder}: no {what} there; see benchmarks/README.md")


def listed(figures: Sequence[Figures]) -> str:
    """Return several tables for a terminal."""
    return "\n\n".join(table.text() for table in figures)


Record = TypeVar("Record", bound=BaseModel)
Item = TypeVar("Item")


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


Pair = tuple[str, str]
PUBLISHED = "muda"
"""The profile that follows the published code: its word lists, verbs unmarked."""
BATCH = 400


def tag(
    documents: Iterable[Sequence[Pair]],
    target: str,
    phenomenon: str,
    *,
    source: str = "en",
    profile: str = "discotag",
    options: Mapping[str, Mapping[str, object]] | None = None,
) -> Iterator[TaggedDocument]:
    """Tag documents of (source, target) segments; give them in order.

    Args:
        documents: the segment pairs of each document.
        target: the target language's code.
        phenomenon: what is tagged.
        source: the source language's code.
        profile: whose rules to follow.
        options: options of components.
    """
    known = registry()
    config = RunConfig(
        source_language=source,
        target_language=target,
        phenomena=(phenomenon,),
        scorers=(),
        profile=profile,
        options={name: dict(values) for name, values in (options or {}).items()},
    )
    stages = Stages(plan(config, known), known)
    texts = (
        ParallelText(
            id=str(number),
            source=tuple(first for first, _ in pairs),
            references={"gold": tuple(second for _, second in pairs)},
            hypotheses={},
            lines=tuple(range(1, len(pairs) + 1)),
        )
        for number, pairs in enumerate(documents)
    )
    batch: list[ParallelText] = []
    for text in texts:
        batch.append(text)
        if len(batch) == BATCH:
            yield from (done.references["gold"] for done in stages.tag(batch))
            batch = []
    if batch:
        yield from (done.references["gold"] for done in stages.tag(batch))


@cache
def registry() -> Registry:
    """Return what the installed plugins declare; asked for once."""
    return Registry(discover())


def treebanks(given: argparse.Namespace) -> Iterator[tuple[Path, str]]:
    """Yield the treebanks below the folder, `xx_*-ud-SPLIT*.conllu`, with installed languages.

    Args:
        given: `folder`, which may be one file of any split; `split`; `lang`, None for all.
    """
    paths = [given.folder] if given.folder.is_file() else given.folder.rglob("*.conllu")
    for path in sorted(paths):
        code = path.name.partition("_")[0]
        is_wanted = path == given.folder or f"-ud-{given.split}" in path.name
        if is_wanted and code in registry().languages and given.lang in {None, code}:
            yield path, code


def spread(items: Iterable[Item], number: int | None) -> list[Item]:
    """Return so many items, evenly spread over all of them and in order; all for None."""
    found = list(items)
    if number is None or number >= len(found):
        return found
    return [found[place * len(found) // number] for place in range(number)]


def has_pack(language: str) -> bool:
    """Return whether the pack of a language is installed."""
    return language in registry().languages


def half(text: str) -> str:
    """Return the half, `A` or `B`, that an item belongs to, by a hash of its text."""
    return "AB"[sha256(text.encode()).digest()[0] % 2]
