"""Fixes: what is written into files where a finding says for certain what is right."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.core.errors import DiscotagError
from discotag.core.interfaces import EditingReader
from discotag.files.output import atomic_write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.edits import TextEdit
    from discotag.linting.locations import LocatedFinding
    from discotag.pipeline.corpus import OpenReader


@dataclass(frozen=True)
class FileFix:
    """What is to be written into a file.

    Args:
        file: the file, as the user named it.
        before: its bytes as they are; empty where nothing can be written.
        after: its bytes with the fixes made.
        fixed: the findings that are put right.
        left: findings that could be put right, but not in this file, each with the reason.
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
    """Yield what is to be written into the files of findings that can be put right."""
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
