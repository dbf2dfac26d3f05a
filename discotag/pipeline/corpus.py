"""Opening files: the reader that fits a corpus, the writer that fits a file of tags."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag.core.errors import UsageError
from discotag.files.file_types import root_of
from discotag.pipeline.components import load_component
from discotag.pipeline.error_boundary import call_of, guarded
from discotag.pipeline.file_folders import FileFolderReader, documents_below
from discotag.pipeline.plans import InfoT, PlannedComponent, PlannedWriter
from discotag.pipeline.reading import OpenReader, ends_so

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.interfaces import Writer
    from discotag.core.registry import Registration, Registry
    from discotag.core.tags import TaggedDocument

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

    Of XML files (`.xml`), the root element tells first. A folder holds a document in each file: if
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
