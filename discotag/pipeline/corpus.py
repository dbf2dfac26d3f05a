"""Opening files: the reader that fits a corpus, the writer that fits a file of tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.core.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from discotag.core.interfaces import Reader, Writer
    from discotag.core.registry import Registry

DEFAULT_READER = "lines"
DEFAULT_WRITER = "jsonl"


def open_reader(
    registry: Registry, path: Path, name: str = "", options: Mapping[str, Any] | None = None
) -> Reader:
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
    return reader


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
