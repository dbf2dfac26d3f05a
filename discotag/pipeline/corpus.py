"""Opening files: the reader that fits a corpus, the writer that fits a file of tags."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag.core.calling import each
from discotag.core.errors import UsageError
from discotag.core.kinds import check_parallel_text
from discotag.pipeline.guarding import call_of, guarded, made
from discotag.pipeline.plans import Choice

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest, Reader, Writer
    from discotag.core.registry import Declared, Registry
    from discotag.core.tags import TaggedDocument

DEFAULT_READER = "lines"
DEFAULT_WRITER = "jsonl"


def open_reader(
    registry: Registry, path: Path, name: str = "", options: Mapping[str, Any] | None = None
) -> OpenReader:
    """Create the reader of that name, or the one for the file's ending (`.gz` aside), or `lines`.

    An ending that a reader of discotag's own opens stays its own.

    Raises:
        UnknownNameError: no reader has that name.
        UsageError: it has no such option, or several readers open the ending.
    """
    if not name:
        plain = path.name.removesuffix(".gz")
        fitting = [
            item for item in registry.readers if plain.endswith(item.info.suffixes or ("\0",))
        ]
        name = _only(fitting, f"read {path.name}; choose with --reader") or DEFAULT_READER
    choice = _choice("reader", registry.readers.get(name), options)
    return OpenReader(choice, made(choice, dict(choice.options)))


def open_writer(
    registry: Registry, path: Path, name: str = "", options: Mapping[str, Any] | None = None
) -> OpenWriter:
    """Create the writer of that name, or the one for the file's ending, or `jsonl`.

    An ending that a writer of discotag's own writes stays its own.

    Raises:
        UnknownNameError: no writer has that name.
        UsageError: it has no such option, or several writers write the ending.
    """
    if not name:
        plain = path.name.removesuffix(".gz")
        fitting = [item for item in registry.writers if plain.endswith(item.info.suffix)]
        name = _only(fitting, f"write {path.name}; name one") or DEFAULT_WRITER
    choice = _choice("writer", registry.writers.get(name), options)
    return OpenWriter(choice, made(choice, dict(choice.options)))


def _only(fitting: Sequence[Declared[Any]], deed: str) -> str | None:
    """Return the name of the one that fits, a built-in first; None where none does."""
    found = [item for item in fitting if item.owner.is_builtin] or fitting
    if len(found) > 1 and not found[0].owner.is_builtin:
        names = ", ".join(f"{item.info.name} ({item.owner})" for item in found)
        raise UsageError(f"several plugins can {deed}: {names}")
    return found[0].info.name if len(found) == 1 else None


def _choice(role: str, declared: Declared[Any], options: Mapping[str, Any] | None) -> Choice:
    return Choice(role, "", declared.info, declared.owner, options=options or {})


@dataclass(frozen=True, slots=True)
class OpenReader:
    """A reader that was created; whatever it does wrongly names it."""

    choice: Choice
    reader: Reader

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order."""
        owner = self.choice.owner
        texts = guarded(self.choice, lambda: self.reader.read(request))
        for text in each(texts, owner.name, self.choice.title, keeps_errors=owner.is_builtin):
            with call_of(self.choice):
                check_parallel_text(text)
            yield text

    def size(self, request: CorpusRequest) -> int | None:
        """Return the number of segments, or None where it costs too much."""
        with call_of(self.choice):
            size = self.reader.size(request)
            if size is not None and (isinstance(size, bool) or not isinstance(size, int)):
                raise TypeError(f"its size is {type(size).__name__}, not int or None")
        return size

    def notes(self) -> Sequence[str]:
        """Return what was accepted but is worth telling."""
        with call_of(self.choice):
            notes = tuple(self.reader.notes())
            if not all(isinstance(note, str) for note in notes):
                raise TypeError("its notes are not texts")
        return notes


@dataclass(frozen=True, slots=True)
class OpenWriter:
    """A writer that was created; whatever it does wrongly names it."""

    choice: Choice
    writer: Writer

    @contextmanager
    def open(self, path: Path) -> Iterator[Callable[[TaggedDocument], None]]:
        """Give, as a context manager, a function that writes one document."""
        manager = guarded(self.choice, lambda: self.writer.open(path))
        write = guarded(self.choice, manager.__enter__)

        def guarded_write(tagged: TaggedDocument) -> None:
            with call_of(self.choice, tagged.document.id):
                write(tagged)

        try:
            yield guarded_write
        except BaseException as error:
            raised = (type(error), error, error.__traceback__)
            guarded(self.choice, lambda: manager.__exit__(*raised))
            raise
        guarded(self.choice, lambda: manager.__exit__(None, None, None))
