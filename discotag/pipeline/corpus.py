"""Opening files: the reader that fits a corpus, the writer that fits a file of tags."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError, UsageError
from discotag.core.interfaces import LanguageTeller
from discotag.core.plugin_calls import iterate_plugin
from discotag.core.text import count_noun
from discotag.core.validation import check_parallel_text
from discotag.files.file_types import check_lines, root_of
from discotag.files.json import check_characters
from discotag.files.text import check_sizes, is_passing
from discotag.pipeline.components import load_component
from discotag.pipeline.plans import InfoT, PlannedComponent, PlannedWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.components import ReaderInfo
    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest, Reader, Writer
    from discotag.core.registry import Registration, Registry
    from discotag.core.tags import TaggedDocument
    from discotag.pipeline.plans import PlannedReader


DEFAULT_READER = "lines"
FOLDER_READER = "documents"
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
    wanted = name or reader_name(registry, path)
    choice = _choice("reader", registry.readers.get(wanted), options)
    reader: Any = load_component(choice, dict(choice.options)).component
    if path.is_dir() and choice.info.is_monolingual:
        reader = FileFolderReader(reader)
    return OpenReader(choice, reader, checks_kinds=not name, is_lines=wanted == DEFAULT_READER)


def reader_name(registry: Registry, path: Path) -> str:
    """Return the name of the reader for a file's ending (`.gz` aside), or `lines`.

    Of XML files (`.xml`), the root element decides first. A folder has a document in each file: if
    all have an ending of a reader of files with one language each, that reads them.

    Raises:
        UsageError: several readers open the ending.
    """
    if path.is_dir() and (of_files := _reader_of_files(registry, path)):
        return of_files
    root = root_of(path) if any(item.info.roots for item in registry.readers) else None
    fitting = [item for item in registry.readers if root is not None and root in item.info.roots]
    fitting = fitting or [item for item in registry.readers if ends_so(path, item.info)]
    return _only(fitting, f"read {path.name}; choose with --reader") or (
        FOLDER_READER if path.is_dir() and FOLDER_READER in registry.readers else DEFAULT_READER
    )


def _reader_of_files(registry: Registry, folder: Path) -> str | None:
    """Return the reader of files with one language each that opens all files of a folder."""
    files = documents_below(folder).values()
    fitting = [
        item
        for item in registry.readers
        if item.info.is_monolingual and files and all(ends_so(path, item.info) for path in files)
    ]
    return _only(fitting, f"read the files of {folder.name}; choose with --reader")


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
    return OpenWriter(choice, load_component(choice, dict(choice.options)).component)


def _only(fitting: Sequence[Registration[Any]], deed: str) -> str | None:
    """Return the name of the one that fits, a built-in first; None where none does."""
    found = [item for item in fitting if item.owner.is_builtin] or fitting
    if len(found) > 1 and not found[0].owner.is_builtin:
        names = ", ".join(f"{item.info.name} ({item.owner})" for item in found)
        raise UsageError(f"several plugins can {deed}: {names}")
    return found[0].info.name if len(found) == 1 else None


def _choice(
    role: str, declared: Registration[InfoT], options: Mapping[str, Any] | None
) -> PlannedComponent[InfoT, Any]:
    return PlannedComponent(role, "", declared.info, declared.owner, options=options or {})


@dataclass(frozen=True, slots=True)
class OpenWriter:
    """A writer that was created; whatever it does wrongly names it."""

    choice: PlannedWriter
    writer: Writer

    @contextmanager
    def open(self, path: Path) -> Iterator[Callable[[TaggedDocument], None]]:
        """Give, as a context manager, a function that writes one document."""
        with self.choice.call():
            manager = self.writer.open(path)
            write = manager.__enter__()

        def guarded_write(tagged: TaggedDocument) -> None:
            with self.choice.call(tagged.document.id):
                write(tagged)

        try:
            yield guarded_write
        except BaseException as error:
            raised = (type(error), error, error.__traceback__)
            with self.choice.call():
                manager.__exit__(*raised)
            raise
        with self.choice.call():
            manager.__exit__(None, None, None)


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
        with self.choice.call():
            size = self.reader.size(request)
            if size is not None and (isinstance(size, bool) or not isinstance(size, int)):
                raise TypeError(f"its size is {type(size).__name__}, not int or None")
        return size

    def languages(self, path: Path) -> tuple[Collection[str], Collection[str]]:
        """Return the codes of sources and targets that a file names; InputError as `read`."""
        reader = self.reader
        if isinstance(reader, LanguageTeller) and not is_passing(path):
            with self.choice.call():
                return reader.languages(path)
        return (), ()

    def notes(self) -> Sequence[str]:
        """Return what was accepted but is worth a note."""
        with self.choice.call():
            notes = tuple(self.reader.notes())
            if not all(isinstance(note, str) for note in notes):
                raise TypeError("its notes are not texts")
        return notes

    def _sound(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents, each of the right type and within the limits."""
        owner = self.choice.owner
        with self.choice.call():
            texts = self.reader.read(request)
        for text in iterate_plugin(
            texts, owner.name, self.choice.title, keeps_errors=owner.is_builtin
        ):
            with self.choice.call():
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
            " discotag align sentences -f lines makes them"
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


SHOWN = 3
"""Files that a note names."""


class FileFolderReader:
    """Reads folders with a reader of files.

    Args:
        reader: of one source file and its translations.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._notes: list[str] = []

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents of the files that all folders have, in the order of their names.

        Raises:
            InputError: no file is in all folders, or one is faulty.
            UsageError: a translation is not a folder.
        """
        self._notes = []
        others = {**request.references, **request.hypotheses}
        for path in others.values():
            if not path.is_dir():
                raise UsageError(f"{request.source} is a folder, and {path} is none: give folders")
        source = documents_below(request.source)
        found = {name: documents_below(path) for name, path in others.items()}
        common = [name for name in source if all(name in files for files in found.values())]
        if not common:
            raise InputError(
                "no file of the folder is in all others; they are found by their names",
                path=request.source,
            )
        for name, path in others.items():
            self._tell(path, [own for own in source if own not in found[name]], "lacks")
            self._tell(path, [own for own in found[name] if own not in source], "also holds")
        for name in common:
            yield from self._file(request, name, source, found)

    def _file(
        self,
        request: CorpusRequest,
        name: str,
        source: dict[str, Path],
        found: dict[str, dict[str, Path]],
    ) -> Iterator[ParallelText]:
        """Yield the documents of one file."""
        of_file = replace(
            request,
            source=source[name],
            references={own: found[own][name] for own in request.references},
            hypotheses={own: found[own][name] for own in request.hypotheses},
        )
        files = {"": source[name]} | {own: files[name] for own, files in found.items()}
        for text in self._reader.read(of_file):
            yield replace(text, files={own: str(path) for own, path in files.items()})
        self._notes += self._reader.notes()

    def _tell(self, folder: Path, names: Sequence[str], verb: str) -> None:
        if names:
            shown = ", ".join(names[:SHOWN]) + (" …" if len(names) > SHOWN else "")
            self._notes.append(
                f"{folder}: {verb} {count_noun(len(names), 'file')}, left out: {shown}"
            )

    def size(self, request: CorpusRequest) -> int | None:  # noqa: ARG002 - the protocol's
        """Return nothing: all files would be read twice."""
        return None

    def notes(self) -> Sequence[str]:
        """Return what was accepted in the last reading."""
        return tuple(self._notes)


def documents_below(folder: Path) -> dict[str, Path]:
    """Return the files of a folder by name, in order; without hidden ones."""
    return {
        path.name: path
        for path in sorted(folder.iterdir())
        if path.is_file() and path.name[0] != "."
    }
