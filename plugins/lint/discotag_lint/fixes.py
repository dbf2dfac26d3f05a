"""Replacements: what a certain fix writes in place of which characters of the file itself.

A reader knows how its format writes words (escapes, entities, quotes). What it would write is held
against the file as it is; the stretch that differs is the replacement.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.plugin import DiscotagError, EditingReader
from discotag.plugin.files import atomic_write
from discotag_lint.locations import Replacement

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.plugin import TextEdit
    from discotag.plugin.runs import OpenReader
    from discotag_lint.locations import LocatedFinding


MOST = 500
"""Fixes of a file that are looked up in it; each is a reading of the file."""


def with_replacements(
    findings: Iterable[LocatedFinding], opened: OpenReader
) -> Iterator[LocatedFinding]:
    """Yield findings, those with a certain fix with what it writes into the file."""
    known: dict[str, str | None] = {}
    count = 0
    for finding in findings:
        file = finding.spot.file
        if finding.edit is None or count >= MOST or not isinstance(opened.reader, EditingReader):
            yield finding
            continue
        count += 1
        if file not in known:
            known[file] = None if file == "-" else _text(Path(file).read_bytes())
        yield replace(finding, replacement=_replacement(finding, known[file], opened.reader))


def _replacement(
    finding: LocatedFinding, before: str | None, reader: EditingReader
) -> Replacement | None:
    """Return what one fix writes; None where it cannot be written, or the file is not a text."""
    edit = finding.edit
    if edit is None or before is None:
        return None
    try:
        after = _text(reader.edited(Path(finding.spot.file), [edit]))
    except (ValueError, DiscotagError):
        return None
    if after is None or after == before:
        return None
    begin = _common(before, after)
    end = _common(before[begin:][::-1], after[begin:][::-1])
    last = len(before) - end
    description = f"“{edit.replacement}” in place of “{edit.replaced}”"
    return Replacement(
        _place(before, begin), _place(before, last), after[begin : len(after) - end], description
    )


def _text(data: bytes) -> str | None:
    """Return a file as text; None where it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _common(one: str, other: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    shortest = min(len(one), len(other))
    low, high = 0, shortest
    while low < high:  # comparing slices is much quicker than characters one by one
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


def _place(text: str, offset: int) -> tuple[int, int]:
    """Return line and column of a character; a line ends with LF or CRLF."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


@dataclass(frozen=True)
class FileFix:
    """What is to be written into a file.

    Args:
        file: the file, as the user named it.
        before: its bytes as they are; empty where nothing can be written.
        after: its bytes with the fixes made.
        fixed: the findings that are fixed.
        left: findings that could be fixed, but not in this file, each with the reason.
    """

    file: str
    before: bytes
    after: bytes
    fixed: tuple[LocatedFinding, ...]
    left: tuple[tuple[LocatedFinding, str], ...] = ()

    def diff(self) -> Iterator[str]:
        """Yield the lines of a unified diff, as patch reads it."""
        before, after = (
            data.decode("utf-8", "backslashreplace").splitlines(keepends=True)
            for data in (self.before, self.after)
        )
        for line in unified_diff(before, after, f"a/{self.file}", f"b/{self.file}"):
            yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"

    def write(self) -> None:
        """Write the file, whole.

        Raises:
            OutputError: it cannot be written.
            DiscotagError: it was changed meanwhile.
        """
        path = Path(self.file)
        if path.read_bytes() != self.before:
            raise DiscotagError(f"{self.file} was changed meanwhile; nothing is written")
        with atomic_write(path) as write:
            write(self.after)


def fixes_of(findings: Iterable[LocatedFinding], opened: OpenReader) -> Iterator[FileFix]:
    """Yield what is to be written into the files of findings that can be fixed."""
    by_file: dict[str, list[LocatedFinding]] = defaultdict(list)
    for finding in findings:
        if finding.edit is not None:
            by_file[finding.spot.file].append(finding)
    for file, own in by_file.items():
        yield _of_file(file, own, opened)


def _of_file(file: str, findings: list[LocatedFinding], opened: OpenReader) -> FileFix:
    reader = opened.reader
    if file == "-" or not isinstance(reader, EditingReader):
        kind = "standard input" if file == "-" else f"files of the reader {opened.name}"
        return FileFix(
            file, b"", b"", (), tuple((each, f"{kind} cannot be edited") for each in findings)
        )
    path = Path(file)
    before = path.read_bytes()
    edits: list[TextEdit] = []
    fixed: list[LocatedFinding] = []
    left: list[tuple[LocatedFinding, str]] = []
    for finding in findings:
        edit = finding.edit
        if edit is None:
            continue
        if edit in edits:
            fixed.append(finding)
            continue
        try:  # one by one, so that one that cannot be made does not keep out the others
            reader.edited(path, [*edits, edit])
        except ValueError as error:
            left.append((finding, str(error)))
        else:
            edits.append(edit)
            fixed.append(finding)
    after = reader.edited(path, edits) if edits else before
    return FileFix(file, before, after, tuple(fixed), tuple(left))
