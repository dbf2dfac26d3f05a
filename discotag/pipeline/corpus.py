"""Opening files: the reader that fits a corpus, the writer that fits a file of tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.core.errors import UnknownNameError
from discotag.core.interfaces import LanguageTeller
from discotag.files.kinds import check_lines
from discotag.files.limits import check_sizes
from discotag.files.surrogates import check_characters
from discotag.files.text import is_passing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.components import ReaderInfo
    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest, Reader, Writer
    from discotag.core.registry import Registry

DEFAULT_READER = "lines"
DEFAULT_WRITER = "jsonl"


class CheckedReader:
    """A reader whose files are looked at first, and whose documents may not be of any size.

    Args:
        reader: who reads.
        info: what it declares.
        is_named: whether the user named it; then files of other kinds are read all the same.
    """

    def __init__(self, reader: Reader, info: ReaderInfo, *, is_named: bool) -> None:
        self._reader = reader
        self._info = info
        self._is_named = is_named

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order; InputError for files of other kinds, and beyond limits."""
        self._check(request)
        for text in self._reader.read(request):
            check_sizes(text, request)
            check_characters(text, path=request.source)
            yield text

    def size(self, request: CorpusRequest) -> int | None:
        """Return the number of segments, or None where it costs too much."""
        self._check(request)
        return self._reader.size(request)

    @property
    def name(self) -> str:
        """The reader's name."""
        return self._info.name

    def languages(self, path: Path) -> tuple[Collection[str], Collection[str]]:
        """Return the codes of sources and targets that a file names; InputError as `read`."""
        if isinstance(self._reader, LanguageTeller) and not is_passing(path):
            return self._reader.languages(path)
        return (), ()

    def notes(self) -> Sequence[str]:
        """Return what was accepted but is worth telling."""
        return self._reader.notes()

    def _check(self, request: CorpusRequest) -> None:
        """Raise InputError if a file that should hold plain lines is of another kind."""
        if self._is_named:
            return
        files = [*request.references.values(), *request.hypotheses.values()]
        files += [request.docids] if request.docids else []
        files += [request.source] if self._info.name == DEFAULT_READER else []
        for path in files:
            if not _ends_so(path, self._info):
                check_lines(path)


def open_reader(
    registry: Registry, path: Path, name: str = "", options: Mapping[str, Any] | None = None
) -> CheckedReader:
    """Create the reader of that name, or the one for the file's ending (`.gz` aside), or `lines`.

    Raises:
        UnknownNameError: no reader has that name.
        UsageError: it has no such option.
    """
    is_named = bool(name)
    name = name or reader_name(registry, path)
    if name not in registry.readers.items:
        raise UnknownNameError("reader", name, registry.readers.items)
    info = registry.readers.get(name).info
    return CheckedReader(info.load().create(options or {}), info, is_named=is_named)


def reader_name(registry: Registry, path: Path) -> str:
    """Return the name of the reader for a file's ending (`.gz` aside), or `lines`."""
    fitting = [item.info.name for item in registry.readers if _ends_so(path, item.info)]
    return fitting[0] if len(fitting) == 1 else DEFAULT_READER


def _ends_so(path: Path, info: ReaderInfo) -> bool:
    """Return whether a file has an ending of a reader."""
    return path.name.removesuffix(".gz").endswith(info.suffixes or ("\0",))


def open_writer(
    registry: Registry, path: Path, name: str = "", options: Mapping[str, Any] | None = None
) -> Writer:
    """Create the writer of that name, or the one for the file's ending, or `jsonl`.

    Raises:
        UnknownNameError: no writer has that name.
        UsageError: it has no such option.
    """
    if not name:
        plain = path.name.removesuffix(".gz")
        fitting = [item.info.name for item in registry.writers if plain.endswith(item.info.suffix)]
        name = fitting[0] if len(fitting) == 1 else DEFAULT_WRITER
    if name not in registry.writers.items:
        raise UnknownNameError("writer", name, registry.writers.items)
    writer: Writer = registry.writers.get(name).info.load().create(options or {})
    return writer
