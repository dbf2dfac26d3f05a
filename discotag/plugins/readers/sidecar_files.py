"""Texts in line files of their own, beside a file that holds the documents."""

from __future__ import annotations

from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Self

from discotag.core.errors import LineCountError, UsageError
from discotag.core.wording import count_noun
from discotag.files.text import lines_of
from discotag.plugins.readers.aligned import TextFile
from discotag.plugins.readers.grouping import WHOLE, Layout, document_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from discotag.core.interfaces import CorpusRequest
    from discotag.files.notes import Notes


class SidecarFiles:
    """Hands out the lines of a request's references, hypotheses and document ids, row by row.

    It is a context manager, which closes the files.

    Args:
        request: names the files.
        notes: where to note what was accepted.
        unit: what a line stands for, for messages.
    """

    def __init__(self, request: CorpusRequest, notes: Notes, *, unit: str = "segment") -> None:
        self.references: Mapping[str, TextFile] = _files("reference", request.references)
        self.hypotheses: Mapping[str, TextFile] = _files("hypothesis", request.hypotheses)
        self._ids = None if request.docids is None else TextFile("document ids", request.docids)
        self._notes = notes
        self._unit = unit
        self._taken = 0
        self._stack = ExitStack()
        named = (*self.references.values(), *self.hypotheses.values())
        self._texts = [(file, self._open(file)) for file in named]
        self._id_lines = None if self._ids is None else self._open(self._ids)

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the files."""
        self._stack.close()

    def check_names(self, names: Iterable[str], holder: str) -> None:
        """Raise UsageError if a text of the corpus's own has the name of one of these."""
        for name in names:
            if name in self.references or name in self.hypotheses:
                raise UsageError(
                    f"{holder} holds a text named {name!r} itself; give the file another name"
                )

    def layout(self, references: Sequence[str], hypotheses: Sequence[str], path: Path) -> Layout:
        """Return the order of the texts in a row: references, then hypotheses, its own texts last.

        Args:
            references: names of those that the corpus's file holds.
            hypotheses: likewise.
            path: that file.
        """
        return Layout(
            references=(*references, *self.references),
            hypotheses=(*hypotheses, *self.hypotheses),
            paths=(
                *[path] * (1 + len(references)),
                *(file.path for file in self.references.values()),
                *[path] * len(hypotheses),
                *(file.path for file in self.hypotheses.values()),
            ),
            ids=path if self._ids is None else self._ids.path,
        )

    def document(self, place: str) -> tuple[str, str | None]:
        """Return id and domain of the row to come; all rows are one document without a file of ids.

        Raises:
            LineCountError: the file ends before `place`.
            InputError: the line has too many columns.
        """
        if self._ids is None or self._id_lines is None:
            return WHOLE, None
        line = next(self._id_lines, None)
        if line is None:
            raise self._too_short(self._ids, place)
        return document_of(line, path=self._ids.path, line=self._taken + 1)

    def row(self, place: str) -> tuple[str, ...]:
        """Return the next line of each text, references first; `place` says for which segment.

        Raises:
            LineCountError: a file ends before.
        """
        row = []
        for file, lines in self._texts:
            line = next(lines, None)
            if line is None:
                raise self._too_short(file, place)
            row.append(line)
        self._taken += 1
        return tuple(row)

    def finish(self) -> None:
        """Raise LineCountError if a file goes on behind the last row."""
        rest = [*self._texts]
        if self._ids is not None and self._id_lines is not None:
            rest.append((self._ids, self._id_lines))
        for file, lines in rest:
            more = sum(1 for _ in lines)
            if more:
                raise LineCountError(
                    f"{file.name}: {count_noun(self._taken + more, 'line')} for"
                    f" {count_noun(self._taken, self._unit)};"
                    f" give one line for each {self._unit}",
                    path=file.path,
                )

    def _open(self, file: TextFile) -> Iterator[str]:
        return self._stack.enter_context(closing(lines_of(file.path, self._notes)))

    def _too_short(self, file: TextFile, place: str) -> LineCountError:
        return LineCountError(
            f"{file.name}: ends after {count_noun(self._taken, 'line')}, before {place};"
            f" give one line for each {self._unit}",
            path=file.path,
        )


def _files(kind: str, named: Mapping[str, Path]) -> dict[str, TextFile]:
    return {name: TextFile(f"{kind} {name}", path) for name, path in named.items()}
