"""Opening files: the reader that fits a corpus, the writer that fits a file of tags."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest, Reader, Writer
    from discotag.core.registry import Registry

DEFAULT_READER = "lines"
DEFAULT_WRITER = "jsonl"


@dataclass(frozen=True, slots=True)
class OpenReader:
    """A reader that was created; a corpus without documents is an error, whatever reads it.

    Args:
        reader: the reader.
    """

    reader: Reader

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Return the documents in order; the first is read at once, before any other work.

        Raises:
            InputError: there is no document, or a file is faulty.
        """
        return at_least_one(self.reader.read(request), request.source)

    def size(self, request: CorpusRequest) -> int | None:
        """Return the number of segments, or None where it costs too much."""
        return self.reader.size(request)

    def notes(self) -> Sequence[str]:
        """Return what was accepted but is worth telling, once reading is over."""
        return self.reader.notes()


def at_least_one(texts: Iterable[ParallelText], source: object = None) -> Iterator[ParallelText]:
    """Return documents as they are; InputError, with the corpus's name, if there is none."""
    waiting = iter(texts)
    for first in waiting:
        return chain((first,), waiting)
    raise InputError(
        "the corpus holds no document; give one with at least one segment", path=source
    )


def open_reader(
    registry: Registry, path: Path, name: str = "", options: Mapping[str, Any] | None = None
) -> OpenReader:
    """Create the reader of that name, or the one for the file's ending (`.gz` aside), or `lines`.

    Raises:
        UnknownNameError: no reader has that name.
        UsageError: it has no such option.
    """
    if not name:
        plain = path.name.removesuffix(".gz")
        fitting = [
            item.info.name
            for item in registry.readers
            if plain.endswith(item.info.suffixes or ("\0",))
        ]
        name = fitting[0] if len(fitting) == 1 else DEFAULT_READER
    if name not in registry.readers.items:
        raise UnknownNameError("reader", name, registry.readers.items)
    reader: Reader = registry.readers.get(name).info.load().create(options or {})
    return OpenReader(reader)


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
