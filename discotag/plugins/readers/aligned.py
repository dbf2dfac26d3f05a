"""Line-aligned files read side by side: unequal numbers of lines are an error, never a cut."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

from discotag.core.errors import LineCountError, UsageError
from discotag.core.wording import count_noun
from discotag.files.notes import Notes
from discotag.files.text import count_lines, is_passing, is_stdin, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path


RULE = "give every file one line for each segment; an empty line is an empty segment"
"""What to do, where nothing tells more."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """One of the aligned files.

    Args:
        name: what it is, for messages (`source`, `hypothesis A`).
        path: where it is; `-` is standard input.
        header: how many lines at its start are no segments.
    """

    name: str
    path: Path
    header: int = 0


def translations(
    references: Mapping[str, Path], hypotheses: Mapping[str, Path]
) -> tuple[TextFile, ...]:
    """Return the files of translations, named for messages."""
    return (
        *(TextFile(f"reference {name}", path) for name, path in references.items()),
        *(TextFile(f"hypothesis {name}", path) for name, path in hypotheses.items()),
    )


def aligned(
    files: Sequence[TextFile],
    notes: Notes,
    *,
    started: Mapping[TextFile, Iterator[str]] | None = None,
) -> Iterator[tuple[str, ...]]:
    """Yield one line of each file at a time.

    Files that can be read twice are counted first, so that a difference is known before any work.

    Args:
        files: the files, in the order of the columns.
        notes: where to note what was accepted.
        started: files that the caller has opened already, to read behind their headers.

    Raises:
        UsageError: standard input is named twice.
        LineCountError: the files differ in their number of lines.
        InputError: a file cannot be read, see `lines_of`.
    """
    if sum(is_stdin(file.path) for file in files) > 1:
        names = ", ".join(file.name for file in files if is_stdin(file.path))
        raise UsageError(f"standard input (-) can be read once only, not for {names}")
    silent = Notes()
    _compare(
        {
            file: count_lines(file.path, silent) - file.header
            for file in files
            if not is_passing(file.path)
        }
    )
    with ExitStack() as stack:
        streams = [
            (started or {}).get(file) or stack.enter_context(closing(lines_of(file.path, notes)))
            for file in files
        ]
        for number, row in enumerate(zip_longest(*streams), 1):
            if None in row:
                _compare(
                    {
                        file: number - (line is None) + sum(1 for _ in stream)
                        for file, line, stream in zip(files, row, streams, strict=True)
                    }
                )
            yield row


def _compare(counts: Mapping[TextFile, int]) -> None:
    """Raise LineCountError if the counts of segments differ."""
    if len(set(counts.values())) <= 1:
        return
    table = "".join(
        f"\n  {count_noun(count, 'line')} in the {file.name}: {file.path}"
        for file, count in counts.items()
    )
    advice = "".join(f"\n  {text}" for text in tuple(_advice(counts)) or (RULE,))
    first = min(counts.values()) + 1
    raise LineCountError(
        "the files are not line-aligned;"
        f" line {first} is the first without a partner:{table}{advice}"
    )


def _advice(counts: Mapping[TextFile, int]) -> Iterator[str]:
    """Yield what to look at, as far as the files can be read again."""
    for file, count in counts.items():
        others = {number for other, number in counts.items() if other is not file}
        if is_passing(file.path) or others == {count}:
            continue
        last, split = "", -file.header
        for line in lines_of(file.path, Notes()):
            last, split = line, split + max(1, len(line.splitlines()))
        if count - 1 in others and not last.strip():
            yield f"check: {file.path} ends with an empty line; remove it"
        if split > count and split in others:
            yield (
                f"check: {file.path} would have {split} lines if a lone CR, U+2028, form feed or"
                " the like ended lines; another file was made by a tool that splits there"
            )
