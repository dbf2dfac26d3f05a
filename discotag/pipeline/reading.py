"""Reading a corpus: files of the right kind, documents within limits, a reader that is named."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from discotag.core.errors import InputError
from discotag.core.interfaces import LanguageTeller
from discotag.core.plugin_calls import iterate_plugin
from discotag.core.validation import check_parallel_text
from discotag.files.file_types import check_lines, root_of
from discotag.files.json import check_characters
from discotag.files.text import check_sizes, is_passing
from discotag.pipeline.error_boundary import call_of, guarded

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.core.components import ReaderInfo
    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest, Reader
    from discotag.pipeline.plans import PlannedReader


@dataclass(frozen=True, slots=True)
class OpenReader:
    """A reader that was created; whatever it does wrongly names it.

    Args:
        choice: what was chosen.
        reader: the reader.
        checks_kinds: whether files of other kinds are refused; not where the user named the reader.
        is_lines: whether it reads plain lines.
    """

    choice: PlannedReader
    reader: Reader
    checks_kinds: bool = True
    is_lines: bool = False

    @property
    def name(self) -> str:
        """The reader's name."""
        return self.choice.info.name

    def read(
        self, request: CorpusRequest, *, takes_running: bool = False
    ) -> Iterator[ParallelText]:
        """Return the documents in order; the first is read at once, before any other work.

        `takes_running` says that texts may have no lines in common.

        Raises:
            InputError: there is no document, or a file is faulty, of another kind, or beyond a
                limit.
        """
        self._check_kinds(request)
        texts = self._sound(request)
        return at_least_one(texts if takes_running else map(_aligned, texts), request.source)

    def size(self, request: CorpusRequest) -> int | None:
        """Return the number of segments, or None where it costs too much."""
        self._check_kinds(request)
        with call_of(self.choice):
            size = self.reader.size(request)
            if size is not None and (isinstance(size, bool) or not isinstance(size, int)):
                raise TypeError(f"its size is {type(size).__name__}, not int or None")
        return size

    def languages(self, path: Path) -> tuple[Collection[str], Collection[str]]:
        """Return the codes of sources and targets that a file names; InputError as `read`."""
        reader = self.reader
        if isinstance(reader, LanguageTeller) and not is_passing(path):
            return guarded(self.choice, lambda: reader.languages(path))
        return (), ()

    def notes(self) -> Sequence[str]:
        """Return what was accepted but is worth telling."""
        with call_of(self.choice):
            notes = tuple(self.reader.notes())
            if not all(isinstance(note, str) for note in notes):
                raise TypeError("its notes are not texts")
        return notes

    def _sound(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents, each of the right type and within the limits."""
        owner = self.choice.owner
        texts = guarded(self.choice, lambda: self.reader.read(request))
        for text in iterate_plugin(
            texts, owner.name, self.choice.title, keeps_errors=owner.is_builtin
        ):
            with call_of(self.choice):
                check_parallel_text(text)
            check_sizes(text, request)
            check_characters(text, path=request.source)
            yield text

    def _check_kinds(self, request: CorpusRequest) -> None:
        """Raise InputError if a file that should hold plain lines is of another kind."""
        if not self.checks_kinds:
            return
        files = [*request.references.values(), *request.hypotheses.values()]
        files += [request.docids] if request.docids else []
        files += [request.source] if self.is_lines else []
        for path in files:
            if not opens(path, self.choice.info) and not (path.is_dir() and not self.is_lines):
                check_lines(path)


def _aligned(text: ParallelText) -> ParallelText:
    """Return a document whose texts have lines in common; InputError for another."""
    if not text.is_aligned:
        raise InputError(
            f"document {text.id!r}: its texts have no lines in common, which this command needs;"
            " discotag align -f lines makes them"
        )
    return text


def at_least_one(texts: Iterable[ParallelText], source: object = None) -> Iterator[ParallelText]:
    """Return documents as they are; InputError, with the corpus's name, if there is none."""
    waiting = iter(texts)
    for first in waiting:
        return chain((first,), waiting)
    raise InputError(
        "the corpus holds no document; give one with at least one segment", path=source
    )


def ends_so(path: Path, info: ReaderInfo) -> bool:
    """Return whether a file has an ending of a reader (`.gz` aside)."""
    return path.name.removesuffix(".gz").endswith(info.suffixes or ("\0",))


def opens(path: Path, info: ReaderInfo) -> bool:
    """Return whether a file has an ending of a reader, or a root element if it is XML."""
    return ends_so(path, info) or (bool(info.roots) and root_of(path) in info.roots)
